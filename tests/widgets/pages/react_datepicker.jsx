import "react-datepicker/dist/react-datepicker.css";
import DatePicker from "react-datepicker";
import { useState } from "react";
import { show } from "./_form.jsx";

function Day({ hold, ...more }) {
  const [day, setDay] = useState(null);
  const keep = (picked) => {
    setDay(picked);
    hold(picked && `${picked.getFullYear()}-${picked.getMonth() + 1}-${picked.getDate()}`);
  };
  return <DatePicker selected={day} onChange={keep} {...more} />;
}

const refuse = (event) => event.preventDefault();

show(({ hold }) => (
  <>
    <label htmlFor="start">Start date</label>
    <Day id="start" hold={hold("start")} />
    <label htmlFor="available">Available from</label>
    <Day id="available" placeholderText="dd.mm.yyyy" dateFormat="dd.MM.yyyy" hold={hold("available")} />
    <label htmlFor="picked">Pick a date</label>
    <Day id="picked" placeholderText="Pick date..." onKeyDown={refuse} onChangeRaw={refuse} hold={hold("picked")} />
    <label htmlFor="graduated">Graduation month</label>
    <Day id="graduated" showMonthYearPicker dateFormat="MM/yyyy" hold={hold("graduated")} />
  </>
));
