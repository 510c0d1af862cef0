import Autocomplete from "@mui/material/Autocomplete";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputLabel from "@mui/material/InputLabel";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES, fitting, later, show } from "./_form.jsx";

function City({ value, onChange }) {
  const [text, setText] = useState("");
  const [options, setOptions] = useState([]);
  useEffect(() => {
    let isCurrent = true;
    later(text.length < 3 ? [] : fitting(CITIES, text)).then((found) => isCurrent && setOptions(found));
    return () => (isCurrent = false);
  }, [text]);
  return (
    <Autocomplete
      options={options}
      filterOptions={(all) => all}
      value={value}
      onChange={(_, picked) => onChange(picked)}
      onInputChange={(_, typed) => setText(typed)}
      renderInput={(params) => <TextField {...params} label="City" />}
    />
  );
}

show(({ held, hold }) => (
  <>
    <Autocomplete
      options={COUNTRIES}
      value={held.country ?? null}
      onChange={(_, picked) => hold("country")(picked)}
      renderInput={(params) => <TextField {...params} label="Country" required />}
    />
    <Autocomplete
      multiple
      options={LANGUAGES}
      value={held.languages ?? []}
      onChange={(_, picked) => hold("languages")(picked)}
      renderInput={(params) => <TextField {...params} label="Languages" />}
    />
    <City value={held.city ?? null} onChange={hold("city")} />
    <FormControl fullWidth>
      <InputLabel id="degree-label">Degree</InputLabel>
      <Select
        labelId="degree-label"
        label="Degree"
        value={held.degree ?? ""}
        onChange={(event) => hold("degree")(event.target.value)}
      >
        {DEGREES.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
    <TextField label="First name" value={held.name ?? ""} onChange={(event) => hold("name")(event.target.value)} />
    <FormControlLabel
      label="I agree to the privacy notice"
      control={<Checkbox checked={held.consent ?? false} onChange={(event) => hold("consent")(event.target.checked)} />}
    />
  </>
));
