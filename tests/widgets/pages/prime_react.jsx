import { Chips } from "primereact/chips";
import { InputMask } from "primereact/inputmask";
import { InputNumber } from "primereact/inputnumber";
import { show } from "./_form.jsx";

show(({ held, hold }) => (
  <>
    <div>
      <label htmlFor="skills">Skills</label>
      <Chips inputId="skills" name="skills" value={held.skills ?? []} onChange={(event) => hold("skills")(event.value)} />
    </div>
    <div>
      <label htmlFor="phone">Phone</label>
      <InputMask id="phone" mask="(999) 999-9999" value={held.phone} onChange={(event) => hold("phone")(event.value)} />
    </div>
    <div>
      <label htmlFor="years">Years of experience</label>
      <InputNumber inputId="years" value={held.years ?? null} onValueChange={(event) => hold("years")(event.value)} />
    </div>
  </>
));
