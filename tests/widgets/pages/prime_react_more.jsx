import { AutoComplete } from "primereact/autocomplete";
import { Calendar } from "primereact/calendar";
import { Checkbox } from "primereact/checkbox";
import { Dropdown } from "primereact/dropdown";
import { InputSwitch } from "primereact/inputswitch";
import { MultiSelect } from "primereact/multiselect";
import { SelectButton } from "primereact/selectbutton";
import { Slider } from "primereact/slider";
import { TreeSelect } from "primereact/treeselect";
import { useState } from "react";
import { ANSWERS, CITIES, COUNTRIES, fitting, LANGUAGES, show } from "./_form.jsx";
import "primereact/resources/themes/lara-light-blue/theme.css";
import "primereact/resources/primereact.min.css";

const FIELDS = [
  { key: "eng", label: "Engineering", children: [{ key: "be", label: "Backend" }, { key: "fe", label: "Frontend" }] },
  { key: "ops", label: "Operations", children: [{ key: "hr", label: "People" }] },
];
const day = (date) => date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;

function City({ held, hold }) {
  const [found, find] = useState([]);
  return (
    <AutoComplete inputId="city" forceSelection value={held.city} suggestions={found}
      completeMethod={({ query }) => find(fitting(CITIES, query))} onChange={(event) => hold("city")(event.value)} />
  );
}

show(({ held, hold }) => {
  const take = (key) => (event) => hold(key)(event.value);
  return (
    <>
      <label htmlFor="country">Country</label>
      <Dropdown inputId="country" filter value={held.country} options={COUNTRIES} onChange={take("country")}
        placeholder="Select a country" />
      <label htmlFor="languages">Languages</label>
      <MultiSelect inputId="languages" value={held.languages} options={LANGUAGES} onChange={take("languages")} />
      <label htmlFor="city">City</label>
      <City held={held} hold={hold} />
      <label htmlFor="start">Start date</label>
      <Calendar inputId="start" dateFormat="yy/mm/dd" placeholder="YYYY/MM/DD" value={held.startDate}
        onChange={(event) => { hold("startDate")(event.value); hold("start")(day(event.value)); }} />
      <div id="sponsor">Will you need sponsorship?</div>
      <SelectButton aria-labelledby="sponsor" value={held.sponsor} options={ANSWERS} onChange={take("sponsor")} />
      <label htmlFor="field">Field of work</label>
      <TreeSelect inputId="field" options={FIELDS} value={held.field} onChange={take("field")} placeholder="Select" />
      <span id="travel">Willing to travel (%)</span>
      <Slider ariaLabelledBy="travel" value={held.travel ?? 0} onChange={take("travel")} />
      <InputSwitch inputId="relocate" checked={held.relocate ?? false} onChange={take("relocate")} />
      <label htmlFor="relocate">Willing to relocate</label>
      <Checkbox inputId="agree" checked={held.agree ?? false} onChange={(event) => hold("agree")(event.checked)} />
      <label htmlFor="agree">I agree to the privacy notice</label>
    </>
  );
});
