import * as Popover from "@radix-ui/react-popover";
import * as Slider from "@radix-ui/react-slider";
import * as Switch from "@radix-ui/react-switch";
import * as ToggleGroup from "@radix-ui/react-toggle-group";
import { Command } from "cmdk";
import { useEffect, useState } from "react";
import { DayPicker } from "react-day-picker";
import { CITIES, COUNTRIES, fitting, later, LANGUAGES, show } from "./_form.jsx";
import "react-day-picker/style.css";

// A combobox as shadcn/ui makes it: a button, a popover, a list to search.
function Picker({ id, label, items, value, text, onSelect, stays, search }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button id={id} type="button" role="combobox" aria-expanded={open}>{text ?? value ?? "Select…"}</button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content style={{ background: "white" }}>
            <Command shouldFilter={!search}>
              <Command.Input placeholder="Search…" onValueChange={search} />
              <Command.List>
                <Command.Empty>Nothing found.</Command.Empty>
                {items.map((each) => (
                  <Command.Item key={each} value={each} onSelect={() => { onSelect(each); if (!stays) setOpen(false); }}>
                    {each}
                  </Command.Item>
                ))}
              </Command.List>
            </Command>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function City({ held, hold }) {
  const [query, search] = useState("");
  const [items, show] = useState([]);
  useEffect(() => void later(query ? fitting(CITIES, query) : []).then(show), [query]);
  return <Picker id="city" label="City" items={items} value={held.city} onSelect={hold("city")} search={search} />;
}

function Day({ held, hold }) {
  const [open, setOpen] = useState(false);
  const shown = held.startDate?.toLocaleDateString("en-US", { dateStyle: "long" });
  const take = (day) => {
    hold("startDate")(day);
    hold("start")(day && `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`);
    setOpen(false);
  };
  return (
    <div>
      <label htmlFor="start">Start date</label>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild><button id="start" type="button">{shown ?? "Pick a date"}</button></Popover.Trigger>
        <Popover.Portal>
          <Popover.Content style={{ background: "white" }}>
            <DayPicker mode="single" selected={held.startDate} onSelect={take} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

show(({ held, hold }) => {
  const several = held.languages ?? [];
  const toggle = (each) => hold("languages")(several.includes(each) ? several.filter((one) => one !== each) : [...several, each]);
  return (
    <>
      <Picker id="country" label="Country" items={COUNTRIES} value={held.country} onSelect={hold("country")} />
      <Picker id="languages" label="Languages" items={LANGUAGES} text={several.join(", ") || undefined} onSelect={toggle} stays />
      <City held={held} hold={hold} />
      <Day held={held} hold={hold} />
      <p id="sponsor">Will you need sponsorship?</p>
      <ToggleGroup.Root type="single" aria-labelledby="sponsor" onValueChange={hold("sponsor")}>
        <ToggleGroup.Item value="y">Yes</ToggleGroup.Item><ToggleGroup.Item value="n">No</ToggleGroup.Item>
      </ToggleGroup.Root>
      <p id="shifts">Preferred shifts</p>
      <ToggleGroup.Root type="multiple" aria-labelledby="shifts" onValueChange={hold("shifts")}>
        {["Morning", "Evening", "Night"].map((each) => <ToggleGroup.Item key={each} value={each}>{each}</ToggleGroup.Item>)}
      </ToggleGroup.Root>
      <p>Willing to travel (%)</p>
      <Slider.Root step={5} onValueCommit={([value]) => hold("travel")(value)}
        style={{ position: "relative", display: "flex", height: 20, width: 200 }}>
        <Slider.Track style={{ flex: 1, height: 4, background: "#ccc" }}><Slider.Range /></Slider.Track>
        <Slider.Thumb aria-label="Willing to travel (%)" style={{ display: "block", width: 16, height: 16, background: "#333" }} />
      </Slider.Root>
      <label htmlFor="relocate">Willing to relocate</label>
      <Switch.Root id="relocate" onCheckedChange={hold("relocate")} style={{ width: 40, height: 20 }}>
        <Switch.Thumb />
      </Switch.Root>
    </>
  );
});
