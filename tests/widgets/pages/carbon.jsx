import "@carbon/styles/css/styles.css";
import { Checkbox, CheckboxGroup, ComboBox, DatePicker, DatePickerInput, Dropdown, FileUploader } from "@carbon/react";
import { FilterableMultiSelect, MultiSelect, NumberInput, RadioButton, RadioButtonGroup, RadioTile, Select } from "@carbon/react";
import { SelectItem, Slider, TextArea, TextInput, TileGroup, TimePicker, TimePickerSelect, Toggle } from "@carbon/react";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, show } from "./_form.jsx";

const pad = (number) => String(number).padStart(2, "0");
const day = (date) => date && [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
const many = (all) => all.map((each) => ({ id: each, text: each }));
const said = (item) => item?.text ?? "";
const SHIFTS = ["Morning", "Evening", "Night"];

show(({ held, hold }) => (
  <>
    <style>{"* { font-family: sans-serif !important }" /* its own letters lie on a server of IBM's */}</style>
    <TextInput id="name" labelText="First name" onChange={(event) => hold("name")(event.target.value)} />
    <Dropdown id="degree" titleText="Highest degree" label="Choose an option" items={DEGREES}
      onChange={({ selectedItem }) => hold("degree")(selectedItem)} />
    <ComboBox id="country" titleText="Country" placeholder="Filter..." items={COUNTRIES}
      onChange={({ selectedItem }) => hold("country")(selectedItem)} />
    <ComboBox id="city" titleText="City" items={many(CITIES)} itemToString={said}
      shouldFilterItem={({ item, inputValue }) => item.text.toLowerCase().includes((inputValue ?? "").toLowerCase())}
      onChange={({ selectedItem }) => hold("city")(said(selectedItem))} />
    <MultiSelect id="days" titleText="Days available" label="Choose options" items={many(["Monday", "Tuesday", "Friday"])}
      itemToString={said} onChange={({ selectedItems }) => hold("days")(selectedItems.map(said))} />
    <FilterableMultiSelect id="languages" titleText="Languages" placeholder="Choose" items={many(LANGUAGES)}
      itemToString={said} onChange={({ selectedItems }) => hold("languages")(selectedItems.map(said))} />
    <Select id="source" labelText="How did you hear about us?" defaultValue="" onChange={(event) => hold("source")(event.target.value)}>
      <SelectItem text="Choose an option" value="" />
      {["Job board", "Referral", "Other"].map((each) => <SelectItem key={each} text={each} value={each} />)}
    </Select>
    <DatePicker datePickerType="single" onChange={([date]) => hold("start")(day(date))}>
      <DatePickerInput id="start" labelText="Start date" placeholder="mm/dd/yyyy" />
    </DatePicker>
    <DatePicker datePickerType="simple">
      <DatePickerInput id="graduated" labelText="Graduation month" placeholder="mm/yyyy" pattern="\d{1,2}/\d{4}"
        onChange={(event) => hold("graduated")(event.target.value)} />
    </DatePicker>
    <TimePicker id="time" labelText="Preferred interview time" onChange={(event) => hold("time")(event.target.value)}>
      <TimePickerSelect id="half" aria-label="AM or PM" onChange={(event) => hold("half")(event.target.value)}>
        <SelectItem value="AM" text="AM" /><SelectItem value="PM" text="PM" />
      </TimePickerSelect>
    </TimePicker>
    <NumberInput id="years" label="Years of experience" min={0} max={50} defaultValue={0}
      onChange={(_, { value }) => hold("years")(Number(value))} />
    <RadioButtonGroup name="sponsor" legendText="Will you need sponsorship?" onChange={hold("sponsor")}>
      {ANSWERS.map((each) => <RadioButton key={each} id={`sponsor-${each}`} labelText={each} value={each} />)}
    </RadioButtonGroup>
    <TileGroup name="visa" legend="Are you authorized to work?" onChange={hold("visa")}>
      {ANSWERS.map((each) => <RadioTile key={each} id={`visa-${each}`} value={each}>{each}</RadioTile>)}
    </TileGroup>
    <CheckboxGroup legendText="Preferred shifts">
      {SHIFTS.map((each) => (
        <Checkbox key={each} id={`shift-${each}`} labelText={each} onChange={(_, { checked }) => {
          const others = (held.shifts ?? []).filter((other) => other !== each);
          hold("shifts")(checked ? [...others, each] : others);
        }} />
      ))}
    </CheckboxGroup>
    <Slider id="travel" labelText="Willing to travel (%)" min={0} max={100} step={5} value={0}
      onChange={({ value }) => hold("travel")(value)} />
    <Toggle id="relocate" labelText="Willing to relocate" labelA="No" labelB="Yes" onToggle={hold("relocate")} />
    <FileUploader labelTitle="Resume" labelDescription="PDF only" buttonLabel="Add file" filenameStatus="edit" accept={[".pdf"]}
      onChange={(event) => { const [file] = event.target.files; hold("resume")(file && `${file.name}:${file.size}`); }} />
    <Checkbox id="agree" labelText="I agree to the privacy notice" onChange={(_, { checked }) => hold("agree")(checked)} />
    <TextArea id="why" labelText="Why us?" onChange={(event) => hold("why")(event.target.value)} />
  </>
));
