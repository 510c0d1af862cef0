import "@arco-design/web-react/dist/css/arco.css";
import { AutoComplete, Cascader, Checkbox, DatePicker, Form, Input, InputNumber, InputTag, Radio, Rate } from "@arco-design/web-react";
import { Button, ConfigProvider, Select, Slider, Switch, TimePicker, TreeSelect, Upload } from "@arco-design/web-react";
import english from "@arco-design/web-react/es/locale/en-US";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES, PLACES, show } from "./_form.jsx";

const tree = ({ value, label, children }) => ({ key: value, title: label, ...(children && { children: children.map(tree) }) });
const keep = (hold) => (changed) => {
  for (const [key, value] of Object.entries(changed)) hold(key)(value);
};
const file = ([first]) => first && `${first.originFile.name}:${first.originFile.size}`;

show(({ hold }) => (
  <ConfigProvider locale={english}>
    <Form layout="vertical" wrapper="div" onValuesChange={keep(hold)}>
      <Form.Item field="name" label="First name"><Input /></Form.Item>
      <Form.Item field="country" label="Country"><Select showSearch options={COUNTRIES} placeholder="Please select" /></Form.Item>
      <Form.Item field="degree" label="Highest degree"><Select options={DEGREES} /></Form.Item>
      <Form.Item field="languages" label="Languages"><Select mode="multiple" options={LANGUAGES} /></Form.Item>
      <Form.Item field="skills" label="Skills"><InputTag placeholder="Press Enter to add" /></Form.Item>
      <Form.Item field="certs" label="Certifications"><Select mode="multiple" allowCreate options={[]} /></Form.Item>
      <Form.Item field="city" label="City"><AutoComplete data={CITIES} /></Form.Item>
      <Form.Item field="place" label="Preferred location"><Cascader options={PLACES} placeholder="Please select" /></Form.Item>
      <Form.Item field="office" label="Office"><TreeSelect treeData={PLACES.map(tree)} /></Form.Item>
      <Form.Item field="start" label="Start date"><DatePicker /></Form.Item>
      <Form.Item field="free" label="Available from"><DatePicker format="DD/MM/YYYY" placeholder="Select" /></Form.Item>
      <Form.Item field="graduated" label="Graduation month"><DatePicker.MonthPicker /></Form.Item>
      <Form.Item field="time" label="Preferred interview time"><TimePicker format="HH:mm" /></Form.Item>
      <Form.Item field="years" label="Years of experience"><InputNumber min={0} mode="button" /></Form.Item>
      <Form.Item field="salary" label="Expected salary ($)"><InputNumber prefix="$" hideControl /></Form.Item>
      <Form.Item field="sponsor" label="Will you need sponsorship?"><Radio.Group options={["Yes", "No"]} /></Form.Item>
      <Form.Item field="visa" label="Are you authorized to work?"><Radio.Group type="button" options={["Yes", "No"]} /></Form.Item>
      <Form.Item field="shifts" label="Preferred shifts"><Checkbox.Group options={["Morning", "Evening", "Night"]} /></Form.Item>
      <Form.Item field="travel" label="Willing to travel (%)"><Slider step={5} /></Form.Item>
      <Form.Item field="relocate" label="Willing to relocate" triggerPropName="checked"><Switch /></Form.Item>
      <Form.Item field="rating" label="Rate your SQL skills"><Rate /></Form.Item>
      <Form.Item label="Resume"><Upload autoUpload={false} limit={1} onChange={(all) => hold("resume")(file(all))}><Button>Upload</Button></Upload></Form.Item>
      <Form.Item field="agree" triggerPropName="checked"><Checkbox>I agree to the privacy notice</Checkbox></Form.Item>
      <Form.Item field="why" label="Why us?"><Input.TextArea /></Form.Item>
    </Form>
  </ConfigProvider>
));
