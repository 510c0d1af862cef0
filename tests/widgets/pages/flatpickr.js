import "flatpickr/dist/flatpickr.css";
import flatpickr from "flatpickr";

document.getElementById("root").innerHTML = `<form>
  <label for="start">Start date</label> <input id="start">
  <label for="born">Date of birth</label> <input id="born">
  <label for="free">Available from</label> <input id="free">
  <button>Submit application</button></form>`;

window.held = {};
window.paint = () => {};
const keep = (key) => ([day]) => (window.held[key] = day && flatpickr.formatDate(day, "Y-m-d"));
flatpickr("#start", { onChange: keep("start") });
flatpickr("#born", { altInput: true, altFormat: "F j, Y", onChange: keep("born") });
flatpickr("#free", { allowInput: true, dateFormat: "d.m.Y", onChange: keep("free") });
