import {
  Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Field, Label, Listbox, ListboxButton,
  ListboxOption, ListboxOptions, Radio, RadioGroup, Switch,
} from "@headlessui/react";
import { useState } from "react";
import { COUNTRIES, DEGREES, LANGUAGES, fitting, show } from "./_form.jsx";

function Country({ value, onChange }) {
  const [text, setText] = useState("");
  return (
    <Combobox value={value} onChange={onChange} onClose={() => setText("")}>
      <ComboboxInput displayValue={(picked) => picked ?? ""} onChange={(event) => setText(event.target.value)} />
      <ComboboxButton>▾</ComboboxButton>
      <ComboboxOptions anchor="bottom">
        {fitting(COUNTRIES, text).map((each) => (
          <ComboboxOption key={each} value={each}>
            {each}
          </ComboboxOption>
        ))}
      </ComboboxOptions>
    </Combobox>
  );
}

show(({ held, hold }) => (
  <>
    <Field>
      <Label>Degree</Label>
      <Listbox value={held.degree ?? null} onChange={hold("degree")}>
        <ListboxButton>{held.degree ?? "Select one"}</ListboxButton>
        <ListboxOptions anchor="bottom">
          {DEGREES.map((each) => (
            <ListboxOption key={each} value={each}>
              {each}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </Field>
    <Field>
      <Label>Languages</Label>
      <Listbox multiple value={held.languages ?? []} onChange={hold("languages")}>
        <ListboxButton>{held.languages?.join(", ") || "Choose"}</ListboxButton>
        <ListboxOptions anchor="bottom">
          {LANGUAGES.map((each) => (
            <ListboxOption key={each} value={each}>
              {each}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </Field>
    <Field>
      <Label>Country</Label>
      <Country value={held.country ?? null} onChange={hold("country")} />
    </Field>
    <RadioGroup value={held.visa ?? null} onChange={hold("visa")} aria-label="Are you authorized to work?">
      {["Yes", "No"].map((each) => (
        <Field key={each}>
          <Radio value={each} style={{ display: "inline-block", width: 16, height: 16, border: "1px solid" }} />
          <Label>{each}</Label>
        </Field>
      ))}
    </RadioGroup>
    <Field>
      <Label>I can travel</Label>
      <Switch
        checked={held.travel ?? false}
        onChange={hold("travel")}
        style={{ display: "inline-block", width: 40, height: 20, border: "1px solid" }}
      />
    </Field>
  </>
));
