import { Button, CheckboxGroup, Checkbox, ComboBox, DateInput, DatePicker, DateSegment, Group } from "react-aria-components";
import { I18nProvider, Input, Label, ListBox, ListBoxItem, Popover, Radio, RadioGroup, Select } from "react-aria-components";
import { SelectValue, Slider, SliderThumb, SliderTrack, Switch, TimeField } from "react-aria-components";
import { ToggleButton, ToggleButtonGroup, Calendar, CalendarGrid, CalendarCell, Dialog, Heading } from "react-aria-components";
import { COUNTRIES, DEGREES, show } from "./_form.jsx";

const items = (all) => all.map((each) => <ListBoxItem key={each} id={each}>{each}</ListBoxItem>);
const segments = <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>;

show(({ held, hold }) => (
  <I18nProvider locale="en-US">
    <ComboBox onSelectionChange={hold("country")}>
      <Label>Country</Label>
      <div><Input /><Button>▼</Button></div>
      <Popover><ListBox>{items(COUNTRIES)}</ListBox></Popover>
    </ComboBox>
    <Select name="degree" onSelectionChange={hold("degree")}>
      <Label>Highest degree</Label>
      <Button><SelectValue /><span aria-hidden="true">▼</span></Button>
      <Popover><ListBox>{items(DEGREES)}</ListBox></Popover>
    </Select>
    <DatePicker onChange={(day) => hold("start")(day?.toString())}>
      <Label>Start date</Label>
      <Group>{segments}<Button>▼</Button></Group>
      <Popover><Dialog><Calendar>
        <header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header>
        <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
      </Calendar></Dialog></Popover>
    </DatePicker>
    <TimeField onChange={(time) => hold("time")(time?.toString())}>
      <Label>Preferred interview time</Label>
      {segments}
    </TimeField>
    <RadioGroup onChange={hold("sponsor")}>
      <Label>Will you need sponsorship?</Label>
      <Radio value="Yes">Yes</Radio>
      <Radio value="No">No</Radio>
    </RadioGroup>
    <CheckboxGroup onChange={hold("languages")}>
      <Label>Languages</Label>
      {["English", "German", "Spanish"].map((each) => <Checkbox key={each} value={each}>{each}</Checkbox>)}
    </CheckboxGroup>
    <span id="shifts">Preferred shifts</span>
    <ToggleButtonGroup aria-labelledby="shifts" selectionMode="multiple"
      onSelectionChange={(keys) => hold("shifts")([...keys].sort())}>
      {["Evening", "Morning", "Night"].map((each) => <ToggleButton key={each} id={each}>{each}</ToggleButton>)}
    </ToggleButtonGroup>
    <Slider step={5} onChange={hold("travel")}>
      <Label>Willing to travel (%)</Label>
      <SliderTrack style={{ height: 20 }}><SliderThumb style={{ width: 16, height: 16, top: 10 }} /></SliderTrack>
    </Slider>
    <Switch onChange={hold("relocate")}>Willing to relocate</Switch>
  </I18nProvider>
));
