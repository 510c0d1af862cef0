import { Checkbox } from "@workday/canvas-kit-react/checkbox";
import { CanvasProvider } from "@workday/canvas-kit-react/common";
import { FormField } from "@workday/canvas-kit-react/form-field";
import { Radio, RadioGroup } from "@workday/canvas-kit-react/radio";
import { Select } from "@workday/canvas-kit-react/select";
import { Switch } from "@workday/canvas-kit-react/switch";
import { TextArea } from "@workday/canvas-kit-react/text-area";
import { TextInput } from "@workday/canvas-kit-react/text-input";
import { ANSWERS, COUNTRIES, DEGREES, show } from "./_form.jsx";

const Listed = ({ label, items, onChosen }) => (
  <Select items={items}>
    <FormField>
      <FormField.Label>{label}</FormField.Label>
      <FormField.Input as={Select.Input} onChange={(event) => onChosen(event.target.value)} />
      <Select.Popper>
        <Select.Card>
          <Select.List>{(item) => <Select.Item>{item}</Select.Item>}</Select.List>
        </Select.Card>
      </Select.Popper>
    </FormField>
  </Select>
);

show(({ held, hold }) => {
  const take = (key) => (event) => hold(key)(event.target.value);
  const tick = (key) => (event) => hold(key)(event.target.checked);
  return (
    <CanvasProvider>
      <FormField isRequired>
        <FormField.Label>First name</FormField.Label>
        <FormField.Input as={TextInput} value={held.name ?? ""} onChange={take("name")} />
      </FormField>
      <Listed label="Country" items={COUNTRIES} onChosen={hold("country")} />
      <Listed label="Highest degree" items={DEGREES} onChosen={hold("degree")} />
      <FormField>
        <FormField.Label>Will you need sponsorship?</FormField.Label>
        <FormField.Input as={RadioGroup} name="sponsor" value={held.sponsor ?? ""} onChange={hold("sponsor")}>
          {ANSWERS.map((each) => <Radio key={each} label={each} value={each} />)}
        </FormField.Input>
      </FormField>
      <FormField>
        <FormField.Label>Willing to relocate</FormField.Label>
        <FormField.Input as={Switch} checked={held.relocate ?? false} onChange={tick("relocate")} />
      </FormField>
      <Checkbox label="I agree to the privacy notice" checked={held.agree ?? false} onChange={tick("agree")} />
      <FormField>
        <FormField.Label>Why us?</FormField.Label>
        <FormField.Input as={TextArea} value={held.why ?? ""} onChange={take("why")} />
      </FormField>
    </CanvasProvider>
  );
});
