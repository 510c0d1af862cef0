import { Checkbox, DatePicker, Form, Input, InputNumber, Radio, Select } from "antd";
import { COUNTRIES, LANGUAGES, show } from "./_form.jsx";

const many = Array.from({ length: 300 }, (_, number) => `University ${String(number).padStart(3, "0")}`);
const options = (all) => all.map((label) => ({ value: label.toLowerCase(), label }));

const keep = (hold) => (changed) => {
  for (const [key, value] of Object.entries(changed)) hold(key)(value?.format?.("YYYY-MM-DD") ?? value);
};

// The list of universities is virtual: only what is in view is in the document.
show(({ hold }) => (
  <Form component={false} layout="vertical" onValuesChange={keep(hold)}>
    <Form.Item name="country" label="Country" required>
      <Select options={options(COUNTRIES)} placeholder="Select a country" />
    </Form.Item>
    <Form.Item name="languages" label="Languages">
      <Select mode="multiple" options={options(LANGUAGES)} />
    </Form.Item>
    <Form.Item name="school" label="School">
      <Select options={options(many)} placeholder="Select…" />
    </Form.Item>
    <Form.Item name="college" label="College">
      <Select showSearch options={options(many)} />
    </Form.Item>
    <Form.Item name="start" label="Start date">
      <DatePicker />
    </Form.Item>
    <Form.Item name="graduated" label="Graduation month">
      <DatePicker picker="month" />
    </Form.Item>
    <Form.Item name="salary" label="Salary">
      <InputNumber
        formatter={(value) => `${value}`.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}
        parser={(text) => text.replaceAll(",", "")}
      />
    </Form.Item>
    <Form.Item name="sponsor" label="Will you need sponsorship?">
      <Radio.Group optionType="button" options={options(["Yes", "No"])} />
    </Form.Item>
    <Form.Item name="name" label="First name">
      <Input />
    </Form.Item>
    <Form.Item name="consent" valuePropName="checked">
      <Checkbox>I agree</Checkbox>
    </Form.Item>
  </Form>
));
