import "rsuite/dist/rsuite.min.css";
import { AutoComplete, Cascader, Checkbox, CheckboxGroup, CheckPicker, DatePicker, Form, Input, InputNumber, InputPicker } from "rsuite";
import { Radio, RadioGroup, Rate, SelectPicker, Slider, TagInput, Textarea, Toggle, TreePicker } from "rsuite";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, PLACES, show } from "./_form.jsx";

const options = (all) => all.map((value) => ({ label: value, value }));
const pad = (number) => String(number).padStart(2, "0");
const day = (date) => date && [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
const clock = (date) => date && [date.getHours(), date.getMinutes()].map(pad).join(":");

function Field({ name, label, children }) {
  return <Form.Group controlId={name}><Form.ControlLabel>{label}</Form.ControlLabel>{children}</Form.Group>;
}

show(({ held, hold }) => (
  <div className="rs-form rs-form-vertical">
    <Field name="name" label="First name"><Input id="name" onChange={hold("name")} /></Field>
    <Field name="country" label="Country"><SelectPicker id="country" data={options(COUNTRIES)} onChange={hold("country")} /></Field>
    <Field name="degree" label="Highest degree"><InputPicker id="degree" data={options(DEGREES)} onChange={hold("degree")} /></Field>
    <Field name="languages" label="Languages"><CheckPicker id="languages" data={options(LANGUAGES)} onChange={hold("languages")} /></Field>
    <Field name="skills" label="Skills"><TagInput id="skills" trigger={["Enter"]} onChange={hold("skills")} /></Field>
    <Field name="city" label="City"><AutoComplete id="city" data={CITIES} onChange={hold("city")} /></Field>
    <Field name="place" label="Preferred location"><Cascader id="place" data={PLACES} onChange={hold("place")} /></Field>
    <Field name="office" label="Office"><TreePicker id="office" data={PLACES} onChange={hold("office")} /></Field>
    <Field name="start" label="Start date"><DatePicker id="start" format="yyyy-MM-dd" onChange={(date) => hold("start")(day(date))} /></Field>
    <Field name="time" label="Preferred interview time"><DatePicker id="time" format="HH:mm" onChange={(date) => hold("time")(clock(date))} /></Field>
    <Field name="years" label="Years of experience"><InputNumber id="years" min={0} onChange={(value) => hold("years")(Number(value))} /></Field>
    <Field name="sponsor" label="Will you need sponsorship?">
      <RadioGroup id="sponsor" name="sponsor" inline onChange={hold("sponsor")}>
        {ANSWERS.map((each) => <Radio key={each} value={each}>{each}</Radio>)}</RadioGroup></Field>
    <Field name="shifts" label="Preferred shifts">
      <CheckboxGroup id="shifts" name="shifts" inline onChange={hold("shifts")}>
        {["Morning", "Evening", "Night"].map((each) => <Checkbox key={each} value={each}>{each}</Checkbox>)}</CheckboxGroup></Field>
    <Field name="travel" label="Willing to travel (%)"><Slider id="travel" step={5} onChange={hold("travel")} /></Field>
    <Field name="relocate" label="Willing to relocate"><Toggle id="relocate" onChange={hold("relocate")} /></Field>
    <Field name="rating" label="Rate your SQL skills"><Rate id="rating" onChange={hold("rating")} /></Field>
    <Checkbox onChange={(_, checked) => hold("agree")(checked)}>I agree to the privacy notice</Checkbox>
    <Field name="why" label="Why us?"><Textarea id="why" onChange={hold("why")} /></Field>
  </div>
));
