import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { show } from "./_form.jsx";

// Takes any text, and takes it in by Enter alone: whoever leaves it sees the text, and the form never hears of it.
show(({ held, hold }) => (
  <>
    <Autocomplete
      freeSolo
      options={["1 Infinite Loop", "1600 Amphitheatre Parkway"]}
      value={held.street ?? null}
      onChange={(_, street) => hold("street")(street)}
      renderInput={(params) => <TextField {...params} label="Street address" name="street" />}
    />
    <TextField label="First name" value={held.name ?? ""} onChange={(event) => hold("name")(event.target.value)} />
  </>
));
