import "select2/dist/css/select2.css";
import jQuery from "jquery";
import select2 from "select2/dist/js/select2.full.js";
import { COUNTRIES, LANGUAGES } from "./_lists.js";

select2(window, jQuery);
const option = (label, index) => `<option value="v${index}">${label}</option>`;
document.getElementById("root").innerHTML = `<form>
  <label for="country">Country</label>
  <select id="country" style="width: 300px"><option></option>${COUNTRIES.map(option).join("")}</select>
  <label for="languages">Languages</label>
  <select id="languages" multiple style="width: 300px">${LANGUAGES.map(option).join("")}</select>
  <button>Submit application</button></form>`;
jQuery("#country").select2({ placeholder: "Select a country" });
jQuery("#languages").select2();
window.paint = () => {};
window.held = {};
for (const id of ["country", "languages"]) {
  jQuery(`#${id}`).on("change", ({ target }) => {
    window.held[id] = jQuery(target).select2("data").map((each) => each.text);
  });
}
