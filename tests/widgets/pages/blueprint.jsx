import "@blueprintjs/core/lib/css/blueprint.css";
import "@blueprintjs/datetime/lib/css/blueprint-datetime.css";
import "@blueprintjs/select/lib/css/blueprint-select.css";
import { Button, Checkbox, FileInput, FormGroup, HTMLSelect, InputGroup, MenuItem, NumericInput } from "@blueprintjs/core";
import { Radio, RadioGroup, SegmentedControl, Slider, Switch, TagInput, TextArea } from "@blueprintjs/core";
import { DateInput, TimePicker } from "@blueprintjs/datetime";
import { MultiSelect, Select, Suggest } from "@blueprintjs/select";
import { useState } from "react";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, show } from "./_form.jsx";

const SHIFTS = ["Morning", "Evening", "Night"];
const pad = (number) => String(number).padStart(2, "0");
const clock = (date) => [date.getHours(), date.getMinutes()].map(pad).join(":");
const fits = (text, each) => each.toLowerCase().includes(text.toLowerCase());
const item = (each, { handleClick, handleFocus, modifiers, ref }) =>
  modifiers.matchesPredicate && (
    <MenuItem key={each} text={each} active={modifiers.active} onClick={handleClick} onFocus={handleFocus} ref={ref} roleStructure="listoption" />
  );

function Choice({ items, onPick }) {
  const [chosen, choose] = useState(null);
  const pick = (each) => (choose(each), onPick(each));
  return (
    <Select items={items} itemRenderer={item} itemPredicate={fits} onItemSelect={pick} noResults={<MenuItem disabled text="No results." />}>
      <Button text={chosen ?? "Select an option"} endIcon="caret-down" />
    </Select>
  );
}

function Several({ items, onPick }) {
  const [chosen, choose] = useState([]);
  const take = (all) => (choose(all), onPick(all));
  const toggle = (each) => take(chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each]);
  return (
    <MultiSelect items={items} itemRenderer={item} itemPredicate={fits} selectedItems={chosen} tagRenderer={(each) => each}
      onItemSelect={toggle} onRemove={toggle} resetOnSelect noResults={<MenuItem disabled text="No results." />} />
  );
}

function Tags({ onPick }) {
  const [held, hold] = useState([]);
  return <TagInput values={held} inputProps={{ id: "skills" }} onChange={(all) => (hold(all), onPick(all))} />;
}

function Slide({ onPick }) {
  const [value, set] = useState(0);
  return <Slider min={0} max={100} stepSize={5} labelStepSize={25} value={value} onChange={set} onRelease={onPick} />;
}

function Radios({ name, onPick }) {
  const [value, set] = useState("");
  return (
    <RadioGroup label={name} selectedValue={value} onChange={({ target }) => (set(target.value), onPick(target.value))}>
      {ANSWERS.map((each) => <Radio key={each} label={each} value={each} />)}
    </RadioGroup>
  );
}

function File({ onPick }) {
  const [name, set] = useState("");
  const take = ({ target: { files: [file] } }) => file && (set(file.name), onPick(`${file.name}:${file.size}`));
  return <FileInput text={name || "Choose file..."} hasSelection={name !== ""} onInputChange={take} />;
}

function Ticks({ labels, onPick }) {
  const [held, hold] = useState([]);
  const take = (each) => ({ target }) => {
    const all = target.checked ? [...held, each] : held.filter((other) => other !== each);
    hold(all);
    onPick(all);
  };
  return labels.map((each) => <Checkbox key={each} inline label={each} checked={held.includes(each)} onChange={take(each)} />);
}

show(({ hold }) => (
  <>
    <FormGroup label="First name" labelFor="name"><InputGroup id="name" onValueChange={hold("name")} /></FormGroup>
    <FormGroup label="Country"><Suggest items={COUNTRIES} itemRenderer={item} itemPredicate={fits} inputValueRenderer={(each) => each}
      onItemSelect={hold("country")} noResults={<MenuItem disabled text="No results." />} /></FormGroup>
    <FormGroup label="Highest degree"><Choice items={DEGREES} onPick={hold("degree")} /></FormGroup>
    <FormGroup label="How did you hear about us?" labelFor="source">
      <HTMLSelect id="source" options={["", "Job board", "Referral", "Other"]} onChange={({ currentTarget }) => hold("source")(currentTarget.value)} /></FormGroup>
    <FormGroup label="Languages"><Several items={LANGUAGES} onPick={hold("languages")} /></FormGroup>
    <FormGroup label="City"><Choice items={CITIES} onPick={hold("city")} /></FormGroup>
    <FormGroup label="Skills" labelFor="skills"><Tags onPick={hold("skills")} /></FormGroup>
    <FormGroup label="Start date" labelFor="start"><DateInput inputProps={{ id: "start" }} onChange={(date) => hold("start")(date?.slice(0, 10))} /></FormGroup>
    <FormGroup label="Date of birth"><DateInput dateFnsFormat="d MMM yyyy" placeholder="Pick a day" minDate={new Date(1940, 0, 1)}
      maxDate={new Date(2010, 0, 1)} onChange={(date) => hold("born")(date?.slice(0, 10))} /></FormGroup>
    <FormGroup label="Preferred interview time"><TimePicker useAmPm onChange={(date) => hold("time")(clock(date))} /></FormGroup>
    <FormGroup label="Years of experience" labelFor="years"><NumericInput id="years" min={0} onValueChange={hold("years")} /></FormGroup>
    <FormGroup label="Expected salary ($)" labelFor="salary"><NumericInput id="salary" fill leftIcon="dollar" buttonPosition="none" onValueChange={hold("salary")} /></FormGroup>
    <Radios name="Will you need sponsorship?" onPick={hold("sponsor")} />
    <FormGroup label="Work mode"><SegmentedControl options={["Remote", "Hybrid", "On site"].map((value) => ({ label: value, value }))}
      onValueChange={hold("mode")} /></FormGroup>
    <FormGroup label="Preferred shifts"><Ticks labels={SHIFTS} onPick={hold("shifts")} /></FormGroup>
    <FormGroup label="Willing to travel (%)"><Slide onPick={hold("travel")} /></FormGroup>
    <Switch label="Willing to relocate" onChange={({ target }) => hold("relocate")(target.checked)} />
    <FormGroup label="Resume"><File onPick={hold("resume")} /></FormGroup>
    <Checkbox label="I agree to the privacy notice" onChange={({ target }) => hold("agree")(target.checked)} />
    <FormGroup label="Why us?" labelFor="why"><TextArea id="why" onChange={({ target }) => hold("why")(target.value)} /></FormGroup>
  </>
));
