import { parseDate } from "@internationalized/date";
import { DateField, DateInput, DateSegment, I18nProvider, Label, NumberField, Input } from "react-aria-components";
import { show } from "./_form.jsx";

function Day({ label, name, held, hold }) {
  return (
    <DateField name={name} value={held[name] ? parseDate(held[name]) : null}
      onChange={(day) => hold(name)(day ? day.toString() : null)}>
      <Label>{label}</Label>
      <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
    </DateField>
  );
}

show(({ held, hold }) => (
  <I18nProvider locale="en-US">
    <Day label="Date of birth" name="born" held={held} hold={hold} />
    <NumberField name="pay" value={held.pay ?? NaN} onChange={hold("pay")}>
      <Label>Salary</Label>
      <Input />
    </NumberField>
  </I18nProvider>
));
