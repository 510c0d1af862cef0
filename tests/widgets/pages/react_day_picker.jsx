import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { show } from "./_form.jsx";
import "react-day-picker/style.css";

const iso = (day) => day && [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");

// A box that shows the day and a button beside it that opens the calendar.
function Boxed({ name, label, held, hold }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <input id={name} readOnly placeholder="Select date" value={held[name] ?? ""} onClick={() => setOpen(true)} />
      {open && (
        <div role="dialog">
          <DayPicker mode="single" captionLayout="dropdown" startMonth={new Date(1950, 0)} endMonth={new Date(2035, 11)}
            onSelect={(day) => { hold(name)(iso(day)); setOpen(false); }} />
        </div>
      )}
    </div>
  );
}

// Nothing but a button that says what was chosen.
function Buttoned({ name, label, held, hold }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <span id={`${name}-label`}>{label}</span>
      <button id={name} type="button" aria-labelledby={`${name}-label ${name}`} aria-haspopup="dialog" aria-expanded={open}
        onClick={() => setOpen(!open)}>{held[name] ?? "Choose a date"}</button>
      {open && (
        <div role="dialog">
          <DayPicker mode="single" onSelect={(day) => { hold(name)(iso(day)); setOpen(false); }} />
        </div>
      )}
    </div>
  );
}

function Inline({ held, hold }) {
  return (
    <fieldset>
      <legend>Earliest interview day</legend>
      <DayPicker mode="single" selected={held.interviewDate}
        onSelect={(day) => { hold("interviewDate")(day); hold("interview")(iso(day)); }} />
    </fieldset>
  );
}

show((state) => (
  <>
    <Boxed name="born" label="Date of birth" {...state} />
    <Boxed name="start" label="Start date" {...state} />
    <Buttoned name="free" label="Available from" {...state} />
    <Inline {...state} />
  </>
));
