// Ark UI (of Zag's machines, as Chakra UI 3 and Park UI): parts without a style of their own.
import { Checkbox, Combobox, DateInput, DatePicker, Field, FileUpload, Listbox, NumberInput, Portal } from "@ark-ui/react";
import { RadioGroup, RatingGroup, SegmentGroup, Select, Slider, Switch, TagsInput, ToggleGroup } from "@ark-ui/react";
import { createListCollection } from "@ark-ui/react";
import { useState } from "react";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES, fitting, later, show } from "./_form.jsx";

const SHIFTS = ["Morning", "Evening", "Night"];
const DAYS = ["Monday", "Wednesday", "Friday"];
const MODES = ["Remote", "Hybrid", "On site"];
const STYLE = `
  [data-part=root], fieldset { margin: 10px 0 } [data-part=content] { background: #fff; border: 1px solid #999; padding: 4px }
  [data-scope=checkbox][data-part=control], [data-scope=radio-group][data-part=item-control] { display: inline-block;
    width: 14px; height: 14px; border: 1px solid #333; vertical-align: middle }
  [data-scope=switch][data-part=control] { display: inline-block; width: 40px; height: 20px; background: #bbb }
  [data-scope=slider][data-part=track] { height: 6px; background: #bbb } [data-state=checked], [data-state=on] { background: #ace }
  [data-scope=slider][data-part=thumb] { width: 16px; height: 16px; background: #246; border-radius: 8px }
`;

function Choice({ label, items, multiple, onPick }) {
  const collection = createListCollection({ items });
  return (
    <Select.Root collection={collection} multiple={multiple} onValueChange={({ value }) => onPick(multiple ? value : value[0])}>
      <Select.Label>{label}</Select.Label>
      <Select.Control>
        <Select.Trigger><Select.ValueText placeholder="Select an option" /><Select.Indicator>▾</Select.Indicator></Select.Trigger>
      </Select.Control>
      <Portal><Select.Positioner><Select.Content>
        {items.map((item) => (
          <Select.Item key={item} item={item}><Select.ItemText>{item}</Select.ItemText><Select.ItemIndicator>✓</Select.ItemIndicator></Select.Item>
        ))}
      </Select.Content></Select.Positioner></Portal>
      <Select.HiddenSelect />
    </Select.Root>
  );
}

function Search({ label, find, multiple, onPick }) {
  const [items, setItems] = useState([]);
  const [picked, setPicked] = useState([]);
  const seek = ({ inputValue, reason }) => reason === "input-change" && find(inputValue).then(setItems);
  const pick = ({ value }) => (setPicked(value), onPick(multiple ? value : value[0]));
  return (
    <Combobox.Root collection={createListCollection({ items })} multiple={multiple} value={picked} onValueChange={pick} onInputValueChange={seek} openOnClick>
      <Combobox.Label>{label}</Combobox.Label>
      {multiple && <div>{picked.map((each) => <span key={each}>{each}</span>)}</div>}
      <Combobox.Control><Combobox.Input placeholder="Search" /><Combobox.Trigger>▾</Combobox.Trigger></Combobox.Control>
      <Portal><Combobox.Positioner><Combobox.Content>
        {items.map((item) => <Combobox.Item key={item} item={item}><Combobox.ItemText>{item}</Combobox.ItemText></Combobox.Item>)}
      </Combobox.Content></Combobox.Positioner></Portal>
    </Combobox.Root>
  );
}

function Tags({ label, onPick }) {
  return (
    <TagsInput.Root onValueChange={({ value }) => onPick(value)}>
      <TagsInput.Context>{(tags) => (
        <>
          <TagsInput.Label>{label}</TagsInput.Label>
          <TagsInput.Control>
            {tags.value.map((value, index) => (
              <TagsInput.Item key={index} index={index} value={value}>
                <TagsInput.ItemPreview><TagsInput.ItemText>{value}</TagsInput.ItemText><TagsInput.ItemDeleteTrigger>×</TagsInput.ItemDeleteTrigger></TagsInput.ItemPreview>
                <TagsInput.ItemInput />
              </TagsInput.Item>
            ))}
            <TagsInput.Input placeholder="Add" />
          </TagsInput.Control>
        </>
      )}</TagsInput.Context>
      <TagsInput.HiddenInput />
    </TagsInput.Root>
  );
}

function Day({ label, onPick }) {
  const week = (days, row) => (
    <DatePicker.TableRow key={row}>{days.map((day, at) => <DatePicker.TableCell key={at} value={day}><DatePicker.TableCellTrigger>{day.day}</DatePicker.TableCellTrigger></DatePicker.TableCell>)}</DatePicker.TableRow>
  );
  return (
    <DatePicker.Root onValueChange={({ value }) => onPick(value[0]?.toString())}>
      <DatePicker.Label>{label}</DatePicker.Label>
      <DatePicker.Control><DatePicker.Input /><DatePicker.Trigger>📅</DatePicker.Trigger></DatePicker.Control>
      <Portal><DatePicker.Positioner><DatePicker.Content><DatePicker.View view="day"><DatePicker.Context>{(api) => (
        <>
          <DatePicker.ViewControl><DatePicker.PrevTrigger>‹</DatePicker.PrevTrigger><DatePicker.RangeText /><DatePicker.NextTrigger>›</DatePicker.NextTrigger></DatePicker.ViewControl>
          <DatePicker.Table><DatePicker.TableBody>{api.weeks.map(week)}</DatePicker.TableBody></DatePicker.Table>
        </>
      )}</DatePicker.Context></DatePicker.View></DatePicker.Content></DatePicker.Positioner></Portal>
    </DatePicker.Root>
  );
}

function Segments({ label, onPick }) {
  return (
    <DateInput.Root onValueChange={({ value }) => onPick(value[0]?.toString())}>
      <DateInput.Label>{label}</DateInput.Label>
      <DateInput.Control><DateInput.SegmentGroup>
        <DateInput.Context>{(api) => api.getSegments().map((segment, at) => <DateInput.Segment key={at} segment={segment} />)}</DateInput.Context>
      </DateInput.SegmentGroup></DateInput.Control>
      <DateInput.HiddenInput />
    </DateInput.Root>
  );
}

function Radios({ of: Group, label, onPick }) {
  return (
    <Group.Root onValueChange={({ value }) => onPick(value)}>
      <Group.Label>{label}</Group.Label>
      {ANSWERS.map((each) => (
        <Group.Item key={each} value={each}><Group.ItemControl /><Group.ItemText>{each}</Group.ItemText><Group.ItemHiddenInput /></Group.Item>
      ))}
    </Group.Root>
  );
}

const Tick = ({ label, ...rest }) => (
  <Checkbox.Root {...rest}><Checkbox.Control><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Control><Checkbox.Label>{label}</Checkbox.Label><Checkbox.HiddenInput /></Checkbox.Root>
);
const Count = ({ label, onPick, ...rest }) => (
  <NumberInput.Root {...rest} onValueChange={({ valueAsNumber }) => onPick(valueAsNumber)}>
    <NumberInput.Label>{label}</NumberInput.Label>
    <NumberInput.Control><NumberInput.Input /><NumberInput.IncrementTrigger>+</NumberInput.IncrementTrigger><NumberInput.DecrementTrigger>−</NumberInput.DecrementTrigger></NumberInput.Control>
  </NumberInput.Root>
);

show(({ hold }) => (
  <>
    <style>{STYLE}</style>
    <Field.Root required><Field.Label>First name<Field.RequiredIndicator /></Field.Label><Field.Input onChange={({ target }) => hold("name")(target.value)} /></Field.Root>
    <Choice label="Country" items={COUNTRIES} onPick={hold("country")} />
    <Choice label="Highest degree" items={DEGREES} onPick={hold("degree")} />
    <Choice label="Languages" items={LANGUAGES} multiple onPick={hold("languages")} />
    <Search label="City" find={(text) => later(text ? fitting(CITIES, text) : [])} onPick={hold("city")} />
    <Search label="Certifications" find={async (text) => fitting(["CKA", "AWS Developer", "AWS Architect"], text)} multiple onPick={hold("certs")} />
    <Tags label="Skills" onPick={hold("skills")} />
    <Day label="Start date" onPick={hold("start")} />
    <Segments label="Available from" onPick={hold("free")} />
    <Count label="Years of experience" min={0} onPick={hold("years")} />
    <Count label="Expected salary ($)" formatOptions={{ style: "currency", currency: "USD" }} onPick={hold("salary")} />
    <Radios of={RadioGroup} label="Will you need sponsorship?" onPick={hold("sponsor")} />
    <Radios of={SegmentGroup} label="Are you authorized to work?" onPick={hold("visa")} />
    <fieldset><legend>Preferred shifts</legend><Checkbox.Group onValueChange={hold("shifts")}>{SHIFTS.map((each) => <Tick key={each} value={each} label={each} />)}</Checkbox.Group></fieldset>
    <fieldset><legend>Days available</legend><ToggleGroup.Root multiple onValueChange={({ value }) => hold("days")(value)}>{DAYS.map((each) => <ToggleGroup.Item key={each} value={each}>{each}</ToggleGroup.Item>)}</ToggleGroup.Root></fieldset>
    <Listbox.Root collection={createListCollection({ items: MODES })} onValueChange={({ value }) => hold("mode")(value[0])}>
      <Listbox.Label>Work mode</Listbox.Label>
      <Listbox.Content>{MODES.map((item) => <Listbox.Item key={item} item={item}><Listbox.ItemText>{item}</Listbox.ItemText></Listbox.Item>)}</Listbox.Content>
    </Listbox.Root>
    <Slider.Root step={5} onValueChange={({ value }) => hold("travel")(value[0])}>
      <Slider.Label>Willing to travel (%)</Slider.Label>
      <Slider.Control><Slider.Track><Slider.Range /></Slider.Track><Slider.Thumb index={0}><Slider.HiddenInput /></Slider.Thumb></Slider.Control>
    </Slider.Root>
    <Switch.Root onCheckedChange={({ checked }) => hold("relocate")(checked)}><Switch.Label>Willing to relocate</Switch.Label><Switch.Control><Switch.Thumb /></Switch.Control><Switch.HiddenInput /></Switch.Root>
    <RatingGroup.Root count={5} onValueChange={({ value }) => hold("rating")(value)}>
      <RatingGroup.Label>Rate your SQL skills</RatingGroup.Label>
      <RatingGroup.Control>{[1, 2, 3, 4, 5].map((index) => <RatingGroup.Item key={index} index={index}>★</RatingGroup.Item>)}<RatingGroup.HiddenInput /></RatingGroup.Control>
    </RatingGroup.Root>
    <FileUpload.Root onFileChange={({ acceptedFiles: [file] }) => hold("resume")(file && `${file.name}:${file.size}`)}>
      <FileUpload.Label>Resume</FileUpload.Label>
      <FileUpload.Dropzone>Drop it here</FileUpload.Dropzone><FileUpload.Trigger>Choose file</FileUpload.Trigger><FileUpload.HiddenInput />
    </FileUpload.Root>
    <Tick label="I agree to the privacy notice" onCheckedChange={({ checked }) => hold("agree")(checked)} />
    <Field.Root><Field.Label>Why us?</Field.Label><Field.Textarea onChange={({ target }) => hold("why")(target.value)} /></Field.Root>
  </>
));
