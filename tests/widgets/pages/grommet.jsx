import { CheckBox, CheckBoxGroup, DateInput, FileInput, FormField, Grommet, MaskedInput, RadioButtonGroup } from "grommet";
import { RangeInput, Select, SelectMultiple, StarRating, TextArea, TextInput, TimeInput, ToggleGroup } from "grommet";
import { useState } from "react";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, fitting, show } from "./_form.jsx";

const SHIFTS = ["Morning", "Evening", "Night"];
const typed = (hold) => (event) => hold(event.target.value);

function City({ hold }) {
  const [text, setText] = useState("");
  return (
    <TextInput id="city" value={text} suggestions={text.length < 2 ? [] : fitting(CITIES, text)}
      onChange={({ target }) => { setText(target.value); hold(undefined); }}
      onSuggestionSelect={({ suggestion }) => { setText(suggestion); hold(suggestion); }} />
  );
}

function Salary({ hold }) {
  const [text, setText] = useState("");
  const mask = [{ fixed: "$" }, { regexp: /^\d+$/, placeholder: "90000" }];
  return <MaskedInput id="salary" mask={mask} value={text} onChange={({ target }) => { setText(target.value); hold(target.value); }} />;
}

show(({ held, hold }) => (
  <Grommet>
    <FormField label="First name" htmlFor="name"><TextInput id="name" onChange={typed(hold("name"))} /></FormField>
    <FormField label="Country" htmlFor="country">
      <Select id="country" options={COUNTRIES} placeholder="Select" value={held.country ?? ""} onChange={({ option }) => hold("country")(option)} />
    </FormField>
    <FormField label="Highest degree" htmlFor="degree">
      <Select id="degree" options={DEGREES} searchPlaceholder="Search" onSearch={() => {}} value={held.degree ?? ""}
        onChange={({ option }) => hold("degree")(option)} />
    </FormField>
    <FormField label="Languages" htmlFor="languages">
      <Select id="languages" multiple closeOnChange={false} options={LANGUAGES} value={held.languages ?? []}
        onChange={({ value }) => hold("languages")(value)} />
    </FormField>
    <FormField label="Days available" htmlFor="days">
      <SelectMultiple id="days" options={["Monday", "Tuesday", "Friday"]} value={held.days ?? []} onChange={({ value }) => hold("days")(value)} />
    </FormField>
    <FormField label="City" htmlFor="city"><City hold={hold("city")} /></FormField>
    <FormField label="Start date" htmlFor="start">
      <DateInput id="start" format="mm/dd/yyyy" value={held.start ?? ""} onChange={({ value }) => hold("start")(value)} />
    </FormField>
    <FormField label="Available from" htmlFor="free">
      <DateInput id="free" value={held.free ?? ""} onChange={({ value }) => hold("free")(value)} />
    </FormField>
    <FormField label="Preferred interview time" htmlFor="time">
      <TimeInput id="time" value={held.time ?? ""} onChange={({ value }) => hold("time")(value)} />
    </FormField>
    <FormField label="Years of experience" htmlFor="years"><TextInput id="years" type="number" onChange={typed(hold("years"))} /></FormField>
    <FormField label="Expected salary ($)" htmlFor="salary"><Salary hold={hold("salary")} /></FormField>
    <FormField label="Will you need sponsorship?" htmlFor="sponsor">
      <RadioButtonGroup id="sponsor" name="sponsor" options={ANSWERS} value={held.sponsor ?? ""} onChange={typed(hold("sponsor"))} />
    </FormField>
    <FormField label="Work mode" htmlFor="mode">
      <ToggleGroup id="mode" options={["Remote", "Hybrid", "On site"]} value={held.mode ?? ""} onToggle={({ value }) => hold("mode")(value)} />
    </FormField>
    <FormField label="Preferred shifts" htmlFor="shifts">
      <CheckBoxGroup id="shifts" options={SHIFTS} value={held.shifts ?? []} onChange={({ value }) => hold("shifts")(value)} />
    </FormField>
    <FormField label="Willing to travel (%)" htmlFor="travel">
      <RangeInput id="travel" min={0} max={100} step={5} value={held.travel ?? 0} onChange={typed(hold("travel"))} />
    </FormField>
    <FormField label="Rate your SQL skills" htmlFor="rating">
      <StarRating id="rating" name="rating" value={held.rating ?? 0} onChange={({ value }) => hold("rating")(value)} />
    </FormField>
    <FormField label="Resume" htmlFor="resume">
      <FileInput id="resume" name="resume" onChange={(_, { files: [file] }) => hold("resume")(file && `${file.name}:${file.size}`)} />
    </FormField>
    <CheckBox toggle label="Willing to relocate" checked={held.relocate ?? false} onChange={({ target }) => hold("relocate")(target.checked)} />
    <CheckBox label="I agree to the privacy notice" checked={held.agree ?? false} onChange={({ target }) => hold("agree")(target.checked)} />
    <FormField label="Why us?" htmlFor="why"><TextArea id="why" onChange={typed(hold("why"))} /></FormField>
  </Grommet>
));
