import { Checkbox, Combobox, Dropdown, Field, FluentProvider, Input, Option, Radio, RadioGroup, Rating } from "@fluentui/react-components";
import { Select, Slider, SpinButton, Switch, Tag, TagPicker, TagPickerControl, TagPickerGroup } from "@fluentui/react-components";
import { TagPickerInput, TagPickerList, TagPickerOption, Textarea, webLightTheme } from "@fluentui/react-components";
import { DatePicker } from "@fluentui/react-datepicker-compat";
import { TimePicker } from "@fluentui/react-timepicker-compat";
import { useState } from "react";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, fitting, show } from "./_form.jsx";

const pad = (number) => String(number).padStart(2, "0");
const day = (date) => date && [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
const clock = (date) => date && [date.getHours(), date.getMinutes()].map(pad).join(":");
const options = (all) => all.map((each) => <Option key={each} value={each}>{each}</Option>);

function City({ onPick }) {
  const [text, setText] = useState("");
  return (
    <Combobox
      placeholder="Search for a city"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onOptionSelect={(_, { optionText, optionValue }) => { setText(optionText ?? ""); onPick(optionValue); }}
    >
      {options(fitting(CITIES, text))}
    </Combobox>
  );
}

function Languages({ picked, onPick }) {
  const left = LANGUAGES.filter((each) => !picked.includes(each));
  return (
    <TagPicker selectedOptions={picked} onOptionSelect={(_, { selectedOptions }) => onPick(selectedOptions)}>
      <TagPickerControl>
        <TagPickerGroup>{picked.map((each) => <Tag key={each} value={each} shape="rounded">{each}</Tag>)}</TagPickerGroup>
        <TagPickerInput />
      </TagPickerControl>
      <TagPickerList>
        {left.map((each) => <TagPickerOption key={each} value={each}>{each}</TagPickerOption>)}
      </TagPickerList>
    </TagPicker>
  );
}

function Skills({ picked, onPick }) {
  const [text, setText] = useState("");
  const add = (event) => {
    if (event.key !== "Enter" || !text) return;
    onPick([...picked, text]);
    setText("");
  };
  return (
    <TagPicker noPopover selectedOptions={picked} onOptionSelect={(_, { selectedOptions }) => onPick(selectedOptions)}>
      <TagPickerControl>
        <TagPickerGroup>{picked.map((each) => <Tag key={each} value={each} shape="rounded">{each}</Tag>)}</TagPickerGroup>
        <TagPickerInput value={text} onChange={(event) => setText(event.target.value)} onKeyDown={add} />
      </TagPickerControl>
    </TagPicker>
  );
}

show(({ held, hold }) => (
  <FluentProvider theme={webLightTheme}>
    <Field label="First name" required><Input onChange={(_, { value }) => hold("name")(value)} /></Field>
    <Field label="Country">
      <Dropdown placeholder="Select a country" onOptionSelect={(_, { optionValue }) => hold("country")(optionValue)}>
        {options(COUNTRIES)}</Dropdown></Field>
    <Field label="Highest degree">
      <Select onChange={(_, { value }) => hold("degree")(value)}>
        <option value="">Select</option>{DEGREES.map((each) => <option key={each}>{each}</option>)}</Select></Field>
    <Field label="Days available">
      <Dropdown multiselect placeholder="Select days" onOptionSelect={(_, { selectedOptions }) => hold("days")(selectedOptions)}>
        {options(["Monday", "Tuesday", "Friday"])}</Dropdown></Field>
    <Field label="Languages"><Languages picked={held.languages ?? []} onPick={hold("languages")} /></Field>
    <Field label="Skills"><Skills picked={held.skills ?? []} onPick={hold("skills")} /></Field>
    <Field label="City"><City onPick={hold("city")} /></Field>
    <Field label="Start date">
      <DatePicker placeholder="Select a date..." onSelectDate={(date) => hold("start")(day(date))} /></Field>
    <Field label="Preferred interview time">
      <TimePicker startHour={8} endHour={20} onTimeChange={(_, { selectedTime }) => hold("time")(clock(selectedTime))} /></Field>
    <Field label="Years of experience">
      <SpinButton min={0} max={50} onChange={(_, { value, displayValue }) => hold("years")(value ?? Number(displayValue))} /></Field>
    <Field label="Will you need sponsorship?">
      <RadioGroup layout="horizontal" onChange={(_, { value }) => hold("sponsor")(value)}>
        {ANSWERS.map((each) => <Radio key={each} value={each} label={each} />)}</RadioGroup></Field>
    <Field label="Preferred shifts">
      <div role="group">{["Morning", "Evening", "Night"].map((each) => (
        <Checkbox key={each} label={each} onChange={(_, { checked }) => {
          const others = (held.shifts ?? []).filter((other) => other !== each);
          hold("shifts")(checked ? [...others, each] : others);
        }} />))}</div></Field>
    <Field label="Willing to travel (%)"><Slider step={5} defaultValue={0} onChange={(_, { value }) => hold("travel")(value)} /></Field>
    <Switch label="Willing to relocate" onChange={(_, { checked }) => hold("relocate")(checked)} />
    <Field label="Rate your SQL skills"><Rating onChange={(_, { value }) => hold("rating")(value)} /></Field>
    <Checkbox label="I agree to the privacy notice" onChange={(_, { checked }) => hold("agree")(checked)} />
    <Field label="Why us?"><Textarea onChange={(_, { value }) => hold("why")(value)} /></Field>
  </FluentProvider>
));
