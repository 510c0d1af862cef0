// What browsers make themselves, with the labels and formats that forms give it.
import { show } from "./_elements.js";

show(`<label>Preferred interview time <input type="time" name="time"></label>
  <label>Graduation month <input type="month" name="graduated"></label>
  <label>First week available <input type="week" name="week"></label>
  <label>Earliest interview <input type="datetime-local" name="interview"></label>
  <label>Start date <input type="date" name="start"></label>
  <label>Date of birth <input name="born" placeholder="YYYY/MM/DD" pattern="\\d{4}/\\d{2}/\\d{2}"></label>
  <label>Available from (DD-MMM-YYYY) <input name="free"></label>
  <label>Notice ends <input name="notice" placeholder="DD.MM.YYYY"></label>
  <label>License expires <input name="expires" placeholder="MM/YY" maxlength="5"></label>
  <label>Willing to travel (%) <input type="range" name="travel" min="0" max="100" step="5" value="0"></label>
  <label>Years of experience <input type="range" name="years" min="0" max="20" value="0"></label>
  <label>Expected salary ($) <input type="number" name="salary"></label>
  <label for="school">School</label><input id="school" name="school" list="schools">
    <datalist id="schools"><option>Yale</option><option>Harvard University</option></datalist>
  <fieldset><legend>Preferred shifts</legend>${["Morning", "Evening", "Night"]
    .map((each) => `<label><input type="checkbox" name="shifts" value="${each}"> ${each}</label>`).join("")}</fieldset>
  <label for="days">Days available</label><select id="days" name="days" multiple>
    <option>Monday</option><option>Tuesday</option><option>Friday</option></select>`);
