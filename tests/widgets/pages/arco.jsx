import "@arco-design/web-react/dist/css/arco.css";
import { ConfigProvider, DatePicker, Form, TimePicker } from "@arco-design/web-react";
import english from "@arco-design/web-react/es/locale/en-US";
import { show } from "./_form.jsx";

const keep = (hold) => (changed) => {
  for (const [key, value] of Object.entries(changed)) hold(key)(value);
};

// Boxes that show what is typed, and take it back unless it is chosen in what they open.
show(({ hold }) => (
  <ConfigProvider locale={english}>
    <Form layout="vertical" wrapper="div" onValuesChange={keep(hold)}>
      <Form.Item field="start" label="Start date"><DatePicker /></Form.Item>
      <Form.Item field="free" label="Available from"><DatePicker format="DD/MM/YYYY" placeholder="Select" /></Form.Item>
      <Form.Item field="graduated" label="Graduation month"><DatePicker.MonthPicker /></Form.Item>
      <Form.Item field="time" label="Preferred interview time"><TimePicker format="HH:mm" /></Form.Item>
    </Form>
  </ConfigProvider>
));
