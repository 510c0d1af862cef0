import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { MobileDatePicker } from "@mui/x-date-pickers/MobileDatePicker";
import { show } from "./_form.jsx";

const iso = (hold) => (day) => hold(day?.isValid() ? day.format("YYYY-MM-DD") : null);

// Sections of their own, one text input for all of them, and a dialog.
show(({ hold }) => (
  <LocalizationProvider dateAdapter={AdapterDayjs}>
    <DatePicker label="Start date" onChange={iso(hold("start"))} />
    <DatePicker label="Date of birth" enableAccessibleFieldDOMStructure={false} onChange={iso(hold("born"))} />
    <DatePicker label="Graduation month" views={["year", "month"]} openTo="month" onChange={iso(hold("graduated"))} />
    <MobileDatePicker label="Available from" onChange={iso(hold("available"))} />
  </LocalizationProvider>
));
