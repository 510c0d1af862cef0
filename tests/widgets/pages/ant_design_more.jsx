import { AutoComplete, Cascader, Checkbox, DatePicker, Form, Mentions, Radio, Rate, Segmented, Select } from "antd";
import { Slider, Switch, TimePicker, TreeSelect, Upload } from "antd";
import { CITIES, PLACES, show } from "./_form.jsx";

const options = (all) => all.map((label) => ({ value: label.toLowerCase(), label }));
const FORMATS = { time: "HH:mm", graduated: "YYYY-MM", free: "YYYY-MM-DD" };
const keep = (hold) => (changed) => {
  for (const [key, value] of Object.entries(changed)) hold(key)(value?.format?.(FORMATS[key]) ?? value);
};

show(({ hold }) => (
  <Form component={false} layout="vertical" onValuesChange={keep(hold)}>
    <Form.Item name="place" label="Preferred location"><Cascader options={PLACES} placeholder="Please select" /></Form.Item>
    <Form.Item name="office" label="Office"><TreeSelect treeData={PLACES} treeDefaultExpandAll placeholder="Please select" /></Form.Item>
    <Form.Item name="skills" label="Skills"><Select mode="tags" options={options(["Python", "Go"])} /></Form.Item>
    <Form.Item name="city" label="City">
      <AutoComplete options={CITIES.map((value) => ({ value }))} filterOption={(text, { value }) => value.toLowerCase().includes(text.toLowerCase())} />
    </Form.Item>
    <Form.Item name="time" label="Preferred interview time"><TimePicker format="HH:mm" /></Form.Item>
    <Form.Item name="graduated" label="Graduation month"><DatePicker picker="month" /></Form.Item>
    <Form.Item name="free" label="Available from"><DatePicker format="YYYY/MM/DD" placeholder="YYYY/MM/DD" /></Form.Item>
    <Form.Item name="travel" label="Willing to travel (%)"><Slider step={5} /></Form.Item>
    <Form.Item name="level" label="Level of English">
      <Segmented options={["Basic", "Fluent", "Native"]} defaultValue="Basic" />
    </Form.Item>
    <Form.Item name="shifts" label="Preferred shifts"><Checkbox.Group options={["Morning", "Evening", "Night"]} /></Form.Item>
    <Form.Item name="authorized" label="Are you authorized to work?"><Radio.Group options={["Yes", "No"]} /></Form.Item>
    <Form.Item name="relocate" label="Willing to relocate" valuePropName="checked"><Switch /></Form.Item>
    <Form.Item name="rating" label="Rate your SQL skills"><Rate /></Form.Item>
    <Form.Item name="why" label="Why us?"><Mentions rows={3} /></Form.Item>
  </Form>
));
