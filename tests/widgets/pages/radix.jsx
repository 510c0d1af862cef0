import * as Checkbox from "@radix-ui/react-checkbox";
import * as RadioGroup from "@radix-ui/react-radio-group";
import * as Select from "@radix-ui/react-select";
import { DEGREES, show } from "./_form.jsx";

show(({ held, hold }) => (
  <>
    <label htmlFor="degree">Degree</label>
    <Select.Root value={held.degree ?? ""} onValueChange={hold("degree")} name="degree">
      <Select.Trigger id="degree">
        <Select.Value placeholder="Select a degree…" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content>
          <Select.Viewport>
            {DEGREES.map((each, index) => (
              <Select.Item key={each} value={`d${index}`}>
                <Select.ItemText>{each}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
    <p id="authorized">Are you authorized to work?</p>
    <RadioGroup.Root aria-labelledby="authorized" value={held.authorized ?? ""} onValueChange={hold("authorized")}>
      {["Yes", "No"].map((each) => (
        <div key={each}>
          <RadioGroup.Item value={each} id={`authorized-${each}`} style={{ width: 16, height: 16 }} />
          <label htmlFor={`authorized-${each}`}>{each}</label>
        </div>
      ))}
    </RadioGroup.Root>
    <Checkbox.Root
      id="consent"
      checked={held.consent ?? false}
      onCheckedChange={hold("consent")}
      style={{ width: 16, height: 16 }}
    />
    <label htmlFor="consent">I agree</label>
  </>
));
