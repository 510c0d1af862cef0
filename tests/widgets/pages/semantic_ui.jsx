import "semantic-ui-css/components/dropdown.css";
import "semantic-ui-css/components/checkbox.css";
import "semantic-ui-css/components/form.css";
import "semantic-ui-css/components/transition.css";
import { useState } from "react";
import { Form } from "semantic-ui-react";
import { ANSWERS, COUNTRIES, DEGREES, LANGUAGES, show } from "./_form.jsx";

const options = (all) => all.map((each) => ({ key: each, value: each.toLowerCase(), text: each }));

function Skills({ hold }) {
  const [all, setAll] = useState(["Python", "Go"]);
  return (
    <Form.Dropdown label="Skills" search selection multiple allowAdditions options={all.map((each) => ({ key: each, value: each, text: each }))}
      onAddItem={(_, { value }) => setAll((before) => [...before, value])} onChange={(_, { value }) => hold("skills")(value)} />
  );
}

show(({ held, hold }) => {
  const take = (key) => (_, { value }) => hold(key)(value);
  return (
    <div className="ui form">
      <Form.Input label="First name" onChange={take("name")} />
      <Form.Select label="Highest degree" placeholder="Select" options={options(DEGREES)} onChange={take("degree")} />
      <Form.Dropdown label="Country" placeholder="Select Country" fluid search selection options={options(COUNTRIES)}
        onChange={take("country")} />
      <Form.Dropdown label="Languages" fluid multiple search selection options={options(LANGUAGES)}
        onChange={take("languages")} />
      <Skills hold={hold} />
      <Form.Group grouped>
        <label>Will you need sponsorship?</label>
        {ANSWERS.map((each) => (
          <Form.Radio key={each} label={each} name="sponsor" value={each} checked={held.sponsor === each}
            onChange={take("sponsor")} />
        ))}
      </Form.Group>
      <Form.Checkbox toggle label="Willing to relocate" onChange={(_, { checked }) => hold("relocate")(checked)} />
      <Form.Checkbox label="I agree to the privacy notice" onChange={(_, { checked }) => hold("agree")(checked)} />
      <Form.TextArea label="Why us?" onChange={take("why")} />
    </div>
  );
});
