// What people write, count and attach on career sites that were made by hand.
import { show } from "./_elements.js";

const options = (all) => all.map((each) => `<option>${each}</option>`).join("");
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const range = (from, to) => Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => (from < to ? from + index : from - index));
const DIALS = [["US", "+1", "United States"], ["GB", "+44", "United Kingdom"], ["DE", "+49", "Germany"]];

show(`<style>
  .row { margin: 12px 0; width: 460px; font: 14px sans-serif } .row > .lbl { display: block; font-weight: bold }
  .drop { border: 2px dashed #999; padding: 20px; cursor: pointer; text-align: center } .btn { border: 1px solid #246; padding: 4px 10px;
    cursor: pointer; display: inline-block } .area { border: 1px solid #999; min-height: 80px; padding: 6px }
  .dial { position: relative; display: inline-block } .dial ul { display: none; position: absolute; background: #fff; margin: 0; padding: 4px;
    list-style: none; border: 1px solid #999; width: 180px; z-index: 4 } .dial.open ul { display: block } .pair { position: relative; height: 30px }
  .pair input { position: absolute; width: 100%; pointer-events: none } .pair input::-webkit-slider-thumb { pointer-events: auto }
  .cal { position: absolute; background: #fff; border: 1px solid #999; z-index: 6 } .cal td { padding: 3px 6px; cursor: pointer }
  .panel { display: none; padding-left: 12px } .panel.open { display: block } .head { cursor: pointer; background: #eee; padding: 4px }
  .modal { position: fixed; inset: 40px; background: #fff; border: 2px solid #333; padding: 20px; z-index: 9 }
  .track { width: 200px; height: 8px; background: #ccc; position: relative } .knob { position: absolute; width: 14px; height: 14px;
    top: -3px; left: 0; background: #246; border-radius: 7px } .tag { background: #eee; padding: 2px 6px; margin-right: 4px }
</style>
<div class="row"><span class="lbl">Date of birth</span><input name="bm" placeholder="MM" maxlength="2" size="2"> /
  <input name="bd" placeholder="DD" maxlength="2" size="2"> / <input name="by" placeholder="YYYY" maxlength="4" size="4"></div>
<div class="row"><span class="lbl">Start date</span><select name="sm"><option value="">Month</option>${options(MONTHS)}</select>
  <select name="sd"><option value="">Day</option>${options(range(1, 31))}</select>
  <select name="sy"><option value="">Year</option>${options(range(2026, 2030))}</select></div>
<div class="row"><span class="lbl">Resume</span><div class="drop" id="resume">Drag your file here or <u>browse</u><span class="file"></span></div>
  <input type="file" name="resume" style="display:none" accept=".pdf,.docx"></div>
<div class="row"><label class="btn" for="cover-file">Attach cover letter</label><input type="file" id="cover-file" name="cover_file" hidden>
  <span class="file">No file chosen</span></div>
<div class="row"><span class="lbl">Cover letter</span><div class="area" contenteditable="true" id="letter"></div>
  <textarea name="letter" style="display:none"></textarea></div>
<div class="row"><label for="phone">Phone</label><select name="dial" aria-label="Country code">${DIALS.map(([code, dial, name]) =>
    `<option value="${code}">${name} (${dial})</option>`).join("")}</select><input id="phone" name="phone" type="tel"></div>
<div class="row"><label for="mobile">Mobile</label><div class="dial" id="dial"><span class="now">+1</span> ▾<ul>${DIALS.map(([, dial, name]) =>
    `<li data-dial="${dial}">${name} ${dial}</li>`).join("")}</ul></div><input id="mobile" type="tel"><input type="hidden" name="mobile"></div>
<div class="row"><label for="free">Available from</label><input id="free" name="free" placeholder="MM/DD/YYYY"></div>
<div class="row"><label for="ssn">Social Security Number</label><input id="ssn" name="ssn" placeholder="___-__-____"></div>
<div class="row"><label for="salary">Expected salary</label><input id="salary" name="salary" placeholder="$0.00"></div>
<div class="row"><label for="current">Current salary</label>$ <input id="current" name="current" inputmode="numeric"></div>
<div class="row"><span class="lbl">Salary range</span><div class="pair"><input type="range" name="least" aria-label="Minimum" min="0" max="200" step="10" value="0">
  <input type="range" name="most" aria-label="Maximum" min="0" max="200" step="10" value="200"></div><output></output></div>
<div class="row"><span class="lbl">Years of experience</span><div class="stepper"><button type="button" id="less">−</button>
  <input name="years" value="0" readonly size="3"><button type="button" id="more">+</button></div></div>
<div class="row"><span class="lbl">Certifications</span><div class="tags"><input id="tags" placeholder="Type and press Enter"></div></div>
<div class="row"><span class="lbl">Preferred interview time</span><select name="hour" aria-label="Hour">${options(range(1, 12))}</select> :
  <select name="minute" aria-label="Minute">${options(["00", "15", "30", "45"])}</select>
  <select name="half" aria-label="AM/PM">${options(["AM", "PM"])}</select></div>
<div class="row"><label for="interview">Earliest interview day</label><input id="interview" name="interview" readonly placeholder="Click to choose"></div>
<div class="row"><span class="lbl">Willing to travel</span><div class="track"><div class="knob"></div></div><span id="pct">0 %</span>
  <input type="hidden" name="travel" value="0"></div>
<div class="row"><div class="head">About you</div><div class="panel"><div class="head">Links</div><div class="panel">
  <label>LinkedIn profile <input name="linkedin"></label></div></div></div>
<div class="row"><span class="lbl">Employment history</span><ul id="jobs"></ul><button type="button" id="add">+ Add employment</button></div>
<div class="row"><label>Type your full name as your signature <input name="signature"></label></div>
`);

const at = (id) => document.getElementById(id);
const named = (name) => document.querySelector(`[name=${name}]`);

at("resume").addEventListener("click", () => named("resume").click());
at("resume").addEventListener("dragover", (event) => event.preventDefault());
at("resume").addEventListener("drop", (event) => {
  event.preventDefault();
  named("resume").files = event.dataTransfer.files;
  named("resume").dispatchEvent(new Event("change"));
});
named("resume").addEventListener("change", ({ target }) => {
  at("resume").querySelector(".file").textContent = ` ${target.files[0]?.name ?? ""}`;
});
at("cover-file").addEventListener("change", ({ target }) => {
  target.nextElementSibling.textContent = target.files[0]?.name ?? "No file chosen";
});
at("letter").addEventListener("input", ({ target }) => (named("letter").value = target.innerText));

at("dial").addEventListener("click", ({ target }) => {
  if (target.dataset.dial) at("dial").querySelector(".now").textContent = target.dataset.dial;
  at("dial").classList.toggle("open");
  tellMobile();
});
const tellMobile = () => {
  const digits = at("mobile").value.replace(/\D/g, "");
  named("mobile").value = digits && at("dial").querySelector(".now").textContent + digits;
};
at("mobile").addEventListener("input", tellMobile);

const masked = (input, shape) => input.addEventListener("input", () => {
  const digits = [...input.value.replace(/\D/g, "")];
  let text = "";
  for (const each of shape) {
    if (!digits.length) break;
    text += each === "9" ? digits.shift() : each;
  }
  input.value = text;
});
masked(at("free"), "99/99/9999");
masked(at("ssn"), "999-99-9999");
at("salary").addEventListener("blur", ({ target }) => {
  const number = Number(target.value.replace(/[^\d.]/g, ""));
  target.value = target.value && number.toLocaleString("en-US", { style: "currency", currency: "USD" });
});
at("current").addEventListener("input", ({ target }) => {
  target.value = target.value.replace(/\D/g, "").replace(/\B(?=(\d{3})+$)/g, ",");
});
for (const each of document.querySelectorAll(".pair input")) {
  each.addEventListener("input", () => {
    if (Number(named("least").value) > Number(named("most").value)) each.value = named(each.name === "least" ? "most" : "least").value;
    document.querySelector("output").textContent = `${named("least").value}k – ${named("most").value}k`;
  });
}
at("more").addEventListener("click", () => (named("years").value = Number(named("years").value) + 1));
at("less").addEventListener("click", () => (named("years").value = Math.max(0, Number(named("years").value) - 1)));
at("tags").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const text = event.target.value.trim();
  if (text) event.target.insertAdjacentHTML("beforebegin", `<span class="tag">${text} <a class="del">×</a><input type="hidden" name="certs" value="${text}"></span>`);
  event.target.value = "";
});
document.querySelector(".tags").addEventListener("click", ({ target }) => target.matches(".del") && target.parentElement.remove());

function calendar(input) {
  let shown = new Date(2026, 10, 1);
  const box = document.createElement("div");
  box.className = "cal";
  const draw = () => {
    const days = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
    const cells = [...Array(shown.getDay()).fill(""), ...range(1, days)];
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
    box.innerHTML = `<span class="back">‹</span> ${MONTHS[shown.getMonth()]} ${shown.getFullYear()} <span class="on">›</span>
      <table>${weeks.map((week) => `<tr>${week.map((each) => `<td>${each}</td>`).join("")}</tr>`).join("")}</table>`;
  };
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("click", ({ target }) => {
    if (target.matches(".back,.on")) {
      shown = new Date(shown.getFullYear(), shown.getMonth() + (target.matches(".on") ? 1 : -1), 1);
      draw();
    }
    if (!target.matches("td") || !target.textContent) return;
    const pad = (number) => String(number).padStart(2, "0");
    input.value = `${shown.getFullYear()}-${pad(shown.getMonth() + 1)}-${pad(target.textContent)}`;
    box.remove();
  });
  input.addEventListener("focus", () => { draw(); input.after(box); });
  input.addEventListener("blur", () => box.remove());
}
calendar(at("interview"));

document.querySelector(".track").addEventListener("mousedown", (event) => {
  const follow = ({ clientX }) => {
    const { left, width } = document.querySelector(".track").getBoundingClientRect();
    const percent = Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * 20) * 5;
    document.querySelector(".knob").style.left = `${percent}%`;
    at("pct").textContent = `${percent} %`;
    named("travel").value = percent;
  };
  follow(event);
  document.addEventListener("mousemove", follow);
  document.addEventListener("mouseup", () => document.removeEventListener("mousemove", follow), { once: true });
});
for (const head of document.querySelectorAll(".head")) {
  head.addEventListener("click", () => head.nextElementSibling.classList.toggle("open"));
}
at("add").addEventListener("click", () => {
  document.body.insertAdjacentHTML("beforeend", `<div class="modal"><h3>Add employment</h3><label>Employer <input id="employer"></label>
    <label>Job title <input id="title"></label><button type="button" id="save">Save</button><button type="button" id="cancel">Cancel</button></div>`);
  const modal = document.querySelector(".modal");
  at("cancel").addEventListener("click", () => modal.remove());
  at("save").addEventListener("click", () => {
    at("jobs").insertAdjacentHTML("beforeend", `<li>${at("title").value}, ${at("employer").value}<input type="hidden" name="jobs" value="${at("employer").value}"></li>`);
    modal.remove();
  });
});
