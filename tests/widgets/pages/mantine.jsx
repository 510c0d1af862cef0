import "@mantine/core/styles.css";
import "@mantine/dates/styles.css";
import { Chip, Group, MantineProvider, MultiSelect, NumberInput, SegmentedControl, Select } from "@mantine/core";
import { Slider, Switch, TagsInput, Text } from "@mantine/core";
import { DateInput, DatePickerInput, MonthPickerInput, TimeInput } from "@mantine/dates";
import dayjs from "dayjs";
import { ANSWERS, COUNTRIES, LANGUAGES, show } from "./_form.jsx";

const day = (date) => date && dayjs(date).format("YYYY-MM-DD");

show(({ held, hold }) => (
  <MantineProvider>
    <Select label="Country" searchable data={COUNTRIES} onChange={hold("country")} />
    <MultiSelect label="Languages" searchable data={LANGUAGES} onChange={hold("languages")} />
    <TagsInput label="Skills" onChange={hold("skills")} />
    <DateInput label="Start date" placeholder="YYYY/MM/DD" valueFormat="YYYY/MM/DD"
      onChange={(date) => hold("start")(day(date))} />
    <DatePickerInput label="Available from" placeholder="Pick date" onChange={(date) => hold("free")(day(date))} />
    <MonthPickerInput label="Graduation month" onChange={(date) => hold("graduated")(day(date))} />
    <TimeInput label="Preferred interview time" onChange={(event) => hold("time")(event.currentTarget.value)} />
    <NumberInput label="Expected salary ($)" thousandSeparator="," onChange={hold("salary")} />
    <Text id="authorized" size="sm">Are you authorized to work?</Text>
    <SegmentedControl aria-labelledby="authorized" data={["Please choose", ...ANSWERS]} onChange={hold("authorized")} />
    <Text size="sm">Preferred shifts</Text>
    <Chip.Group multiple onChange={hold("shifts")}>
      <Group role="group" aria-label="Preferred shifts">
        {["Morning", "Evening", "Night"].map((each) => <Chip key={each} value={each}>{each}</Chip>)}
      </Group>
    </Chip.Group>
    <Text size="sm" id="years">Years of experience</Text>
    <Slider max={20} thumbProps={{ "aria-labelledby": "years" }} onChangeEnd={hold("years")} />
    <Switch label="Willing to relocate" onChange={(event) => hold("relocate")(event.currentTarget.checked)} />
  </MantineProvider>
));
