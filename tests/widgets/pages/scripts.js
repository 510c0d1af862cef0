// Scripts that sites add to a plain form, each over an input or a list of its own.
import "@selectize/selectize/dist/css/selectize.default.css";
import "@yaireo/tagify/dist/tagify.css";
import "air-datepicker/air-datepicker.css";
import "bootstrap-select/dist/css/bootstrap-select.css";
import "bootstrap/dist/css/bootstrap.css";
import "choices.js/public/assets/styles/choices.css";
import "chosen-js/chosen.css";
import "nouislider/dist/nouislider.css";
import "pikaday/css/pikaday.css";
import "slim-select/styles";
import "tom-select/dist/css/tom-select.css";
import "vanillajs-datepicker/css/datepicker.css";
import Tagify from "@yaireo/tagify";
import AirDatepicker from "air-datepicker";
import english from "air-datepicker/locale/en";
import Choices from "choices.js";
import Cleave from "cleave.js";
import noUiSlider from "nouislider";
import Pikaday from "pikaday";
import SlimSelect from "slim-select";
import TomSelect from "tom-select";
import { Datepicker } from "vanillajs-datepicker";
import jQuery from "./_jquery.js";
import "bootstrap/dist/js/bootstrap.bundle.js";
import "bootstrap-select";
import "chosen-js";
import "@selectize/selectize";
import { show } from "./_elements.js";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";

const SOURCES = ["Job board", "A friend", "LinkedIn", "Your website"];
const DEPARTMENTS = ["Engineering", "Marketing", "Sales"];
const list = (labels) => labels.map((label) => `<option value="${label}">${label}</option>`).join("");
const line = (label, id, control) => `<p><label for="${id}">${label}</label><br>${control}</p>`;
const input = (label, id) => line(label, id, `<input id="${id}" name="${id}">`);
const select = (label, id, labels, first = "<option value=''></option>") =>
  line(label, id, `<select id="${id}" name="${id}">${first}${list(labels)}</select>`);
const several = (label, id, labels) => line(label, id, `<select id="${id}" name="${id}" multiple>${list(labels)}</select>`);

show(`<div style="width: 500px">
  ${select("Country", "country", COUNTRIES)}
  ${several("Languages", "languages", LANGUAGES)}
  ${select("Highest degree", "degree", DEGREES)}
  ${several("Skills", "skills", [])}
  ${select("City", "city", [])}
  ${select("Office", "office", ["Berlin", "Boston", "Munich"], "<option data-placeholder='true'></option>")}
  ${select("How did you hear about us?", "source", SOURCES)}
  ${select("Department", "department", DEPARTMENTS)}
  ${several("Preferred shifts", "shifts", ["Morning", "Evening", "Night"])}
  ${input("Start date", "start")}
  ${input("Available from", "free")}
  ${input("Earliest interview day", "interview")}
  ${input("Certifications", "certs")}
  ${line("Willing to travel (%)", "travel", "<span id=bar></span><input type=hidden name=travel>")}
  ${input("Expected salary ($)", "salary")}
</div>`);
const at = (id) => document.getElementById(id);
new Choices(at("country"), { searchPlaceholderValue: "Search" });
new Choices(at("languages"), { removeItemButton: true });
new TomSelect("#degree", {});
new TomSelect("#skills", { create: true });
new TomSelect("#city", {
  valueField: "city",
  labelField: "city",
  searchField: "city",
  load: (text, found) =>
    setTimeout(() => found(CITIES.filter((each) => each.toLowerCase().includes(text.toLowerCase())).map((city) => ({ city }))), 150),
});
new SlimSelect({ select: "#office" });
jQuery("#source").chosen({ width: "300px" });
jQuery("#department").selectize({});
jQuery("#shifts").selectpicker();
new AirDatepicker("#start", { locale: english, dateFormat: "yyyy-MM-dd", autoClose: true });
new Datepicker(at("free"), { format: "dd.mm.yyyy", autohide: true });
new Pikaday({ field: at("interview"), toString: (date) => [date.getDate(), date.getMonth() + 1, date.getFullYear()].join("/") });
new Tagify(at("certs"), { originalInputValueFormat: (tags) => tags.map(({ value }) => value).join("|") });
const bar = noUiSlider.create(at("bar"), { start: 0, step: 5, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Willing to travel (%)" }] });
bar.on("update", ([value], _, __, ___, ____) => (document.querySelector("[name=travel]").value = Math.round(value)));
new Cleave(at("salary"), { numeral: true });
