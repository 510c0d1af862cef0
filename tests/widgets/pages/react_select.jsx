import Select from "react-select";
import AsyncSelect from "react-select/async";
import CreatableSelect from "react-select/creatable";
import { ANSWERS, CITIES, COUNTRIES, LANGUAGES, fitting, later, show } from "./_form.jsx";

const options = (all) => all.map((label, index) => ({ value: `v${index}`, label }));
const search = (text) => later(options(text.length < 2 ? [] : fitting(CITIES, text)));

show(({ held, hold }) => (
  <>
    <label htmlFor="country">Country*</label>
    <Select inputId="country" options={options(COUNTRIES)} value={held.country ?? null} onChange={hold("country")} />
    <label id="sponsor-label">Will you need sponsorship?</label>
    <Select
      aria-labelledby="sponsor-label"
      isSearchable={false}
      options={options(ANSWERS)}
      value={held.sponsor ?? null}
      onChange={hold("sponsor")}
      menuPortalTarget={document.body}
    />
    <label htmlFor="languages">Languages</label>
    <Select
      inputId="languages"
      isMulti
      options={options(LANGUAGES)}
      value={held.languages ?? []}
      onChange={hold("languages")}
    />
    <label htmlFor="city">City</label>
    <AsyncSelect inputId="city" loadOptions={search} value={held.city ?? null} onChange={hold("city")} />
    <label htmlFor="school">School</label>
    <CreatableSelect
      inputId="school"
      options={options(["Yale", "Oxford"])}
      value={held.school ?? null}
      onChange={hold("school")}
    />
  </>
));
