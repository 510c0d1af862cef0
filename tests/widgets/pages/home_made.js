// What people choose in on career sites that were made by hand: no library, no role, a hidden input for the server.
import { CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_elements.js";

const items = (all) => all.map((each) => `<li data-value="${each}">${each}</li>`).join("");
const options = (all) => all.map((each) => `<option>${each}</option>`).join("");
const pills = (all) => all.map((each) => `<span class="pill" data-value="${each}">${each}</span>`).join("");
const buttons = (all) => all.map((each) => `<button type="button" class="btn" data-value="${each}">${each}</button>`).join("");

show(`<style>
  .row { margin: 12px 0; width: 420px; font: 14px sans-serif } .row > .lbl { display: block; font-weight: bold }
  .dd { position: relative; border: 1px solid #999; padding: 6px; cursor: pointer } .dd ul { display: none; position: absolute;
    z-index: 5; background: #fff; border: 1px solid #999; left: 0; right: 0; top: 100%; margin: 0; padding: 0; list-style: none }
  .dd.open ul { display: block } .dd li { padding: 4px 8px } .pill { border: 1px solid #999; border-radius: 12px; padding: 2px 12px;
    margin-right: 6px; cursor: pointer } .on { background: #246; color: #fff } .star { font-size: 24px; cursor: pointer; color: #bbb }
  .star.lit { color: #e90 } .gone { display: none } .toggle { display: inline-block; width: 40px; height: 20px; background: #bbb;
    border-radius: 10px; cursor: pointer } .chip { background: #eee; border-radius: 10px; padding: 2px 8px; margin-right: 4px }
  .hits div { padding: 3px; cursor: pointer } .card { display: inline-block; border: 1px solid #999; padding: 8px; cursor: pointer }
  .looks { position: relative } .looks select { position: absolute; inset: 0; opacity: 0; width: 100% } .looks span { display: block;
    border: 1px solid #999; padding: 6px } .stepper button { width: 28px } .lists { display: flex; gap: 8px }
  .fake { width: 14px; height: 14px; border: 1px solid #333; display: inline-block }
  input:checked + .fake { background: #246 }
</style>
<div class="row"><span class="lbl">Highest degree *</span><div class="dd" id="degree"><div class="current">Please choose</div>
  <ul>${items(DEGREES)}</ul><input type="hidden" name="degree"></div></div>
<div class="row"><span class="lbl">Country *</span><div class="dd" id="country"><div class="current">Select country</div>
  <ul><li class="find"><input type="text" placeholder="Type to filter"></li>${items(COUNTRIES)}</ul>
  <input type="hidden" name="country"></div></div>
<div class="row"><span class="lbl">Employment type</span><div class="group" id="type">${buttons(["Full-time", "Part-time", "Contract"])}
  <input type="hidden" name="type"></div></div>
<div class="row"><span class="lbl">Rate your SQL skills</span><div id="stars">
  ${[1, 2, 3, 4, 5].map((each) => `<span class="star" data-value="${each}" title="${each} of 5">★</span>`).join("")}
  <input type="hidden" name="rating"></div></div>
<div class="row"><span class="lbl">Are you authorized to work?</span><div class="group" id="visa">${pills(["Yes", "No"])}
  <input type="hidden" name="visa"></div></div>
<div class="row"><p>Will you need sponsorship?</p>
  <label class="pill"><input type="radio" name="sponsor" value="y" class="gone">Yes</label>
  <label class="pill"><input type="radio" name="sponsor" value="n" class="gone">No</label></div>
<div class="row"><span class="lbl">Preferred shifts</span><div class="group many" id="shifts">${pills(["Morning", "Evening", "Night"])}
  </div></div>
<div class="row"><span class="lbl">Willing to relocate</span><span class="toggle" id="relocate"></span>
  <input type="hidden" name="relocate" value="0"></div>
<div class="row"><label><input type="checkbox" name="agree" class="gone"><span class="fake"></span> I agree to the privacy notice</label></div>
<div class="row"><div class="lbl">Skills</div><div class="skills"><span class="picked"></span>
  <input type="text" id="skills" autocomplete="off" placeholder="Start typing and pick"><div class="hits"></div></div></div>
<div class="row"><label for="city">City</label><input type="text" id="city" autocomplete="off"><div class="hits"></div>
  <input type="hidden" name="city"></div>
<div class="row"><label for="department">Department</label><select id="department" name="department"><option value="">Select...</option></select></div>
<div class="row"><span class="lbl">How did you hear about us?</span><div class="looks"><span>Choose one</span>
  <select name="source"><option value=""></option>${options(["Job board", "Referral", "Other"])}</select></div></div>
<div class="row"><span class="lbl">Work mode</span>${["Remote", "Hybrid", "On site"].map((each) =>
    `<label class="card"><input type="radio" name="mode" value="${each}" style="position:absolute;opacity:0"><b>${each}</b></label>`).join("")}</div>
<div class="row"><span class="lbl">Locations</span><div class="lists"><select multiple id="offered">${options(["Berlin", "London", "Boston"])}</select>
  <div><button type="button" id="add">Add &gt;</button><button type="button" id="remove">&lt; Remove</button></div>
  <select multiple id="chosen" name="locations"></select></div></div>
<table class="row"><tr><th></th><th>Basic</th><th>Good</th><th>Fluent</th></tr>${LANGUAGES.slice(0, 2).map((each) =>
    `<tr><td>${each}</td>${["Basic", "Good", "Fluent"].map((level) => `<td><input type="radio" name="${each}" value="${level}"></td>`).join("")}</tr>`).join("")}</table>
`);

const at = (id) => document.getElementById(id);
const hiddenIn = (box) => box.querySelector("input[type=hidden]");

for (const list of document.querySelectorAll(".dd")) {
  list.addEventListener("click", ({ target }) => {
    if (target.localName === "input") return;
    if (target.localName === "li" && target.dataset.value) {
      list.querySelector(".current").textContent = target.textContent;
      hiddenIn(list).value = target.dataset.value;
    }
    list.classList.toggle("open");
  });
}
at("country").querySelector(".find input").addEventListener("input", ({ target }) => {
  for (const each of at("country").querySelectorAll("li[data-value]")) {
    each.style.display = each.textContent.toLowerCase().includes(target.value.toLowerCase()) ? "" : "none";
  }
});
document.addEventListener("click", ({ target }) => {
  for (const list of document.querySelectorAll(".dd.open")) if (!list.contains(target)) list.classList.remove("open");
});

for (const group of document.querySelectorAll(".group")) {
  group.addEventListener("click", ({ target }) => {
    if (!target.dataset.value) return;
    if (group.classList.contains("many")) {
      target.classList.toggle("on");
      for (const old of group.querySelectorAll("input")) old.remove();
      for (const each of group.querySelectorAll(".on")) group.insertAdjacentHTML("beforeend", `<input type="hidden" name="shifts" value="${each.dataset.value}">`);
      return;
    }
    for (const each of group.children) each.classList.toggle("on", each === target);
    hiddenIn(group).value = target.dataset.value;
  });
}
at("stars").addEventListener("click", ({ target }) => {
  if (!target.dataset.value) return;
  for (const each of at("stars").querySelectorAll(".star")) each.classList.toggle("lit", each.dataset.value <= target.dataset.value);
  hiddenIn(at("stars")).value = target.dataset.value;
});
for (const radio of document.querySelectorAll(".pill input")) {
  radio.addEventListener("change", () => {
    for (const each of document.querySelectorAll(".pill input")) each.parentElement.classList.toggle("on", each.checked);
  });
}
at("relocate").addEventListener("click", ({ target }) => {
  const isOn = target.classList.toggle("on");
  target.nextElementSibling.value = isOn ? "1" : "0";
});

const found = async (text, all) => {
  await fetch(`home_made.html?q=${encodeURIComponent(text)}`); // the page's own server takes its time
  return all.filter((each) => each.toLowerCase().includes(text.toLowerCase()));
};
const SKILLS = ["Python", "PyTorch", "NATS", "PostgreSQL", "Rust"];
at("skills").addEventListener("input", async ({ target }) => {
  const hits = target.value.length < 2 ? [] : await found(target.value, SKILLS);
  target.nextElementSibling.innerHTML = hits.map((each) => `<div>${each}</div>`).join("");
});
at("skills").nextElementSibling.addEventListener("click", ({ target }) => {
  document.querySelector(".picked").insertAdjacentHTML("beforeend",
    `<span class="chip">${target.textContent} <b class="x">×</b><input type="hidden" name="skills" value="${target.textContent}"></span>`);
  at("skills").value = "";
  target.parentElement.innerHTML = "";
});
document.querySelector(".picked").addEventListener("click", ({ target }) => target.matches(".x") && target.parentElement.remove());

const cityId = document.querySelector("[name=city]");
at("city").addEventListener("input", async ({ target }) => {
  cityId.value = "";
  const hits = target.value.length < 3 ? [] : await found(target.value, CITIES);
  target.nextElementSibling.innerHTML = hits.map((each) => `<div>${each}</div>`).join("");
});
at("city").nextElementSibling.addEventListener("mousedown", ({ target }) => {
  at("city").value = target.textContent;
  cityId.value = String(CITIES.indexOf(target.textContent));
  at("city").nextElementSibling.innerHTML = "";
});
at("city").addEventListener("blur", ({ target }) => {
  target.nextElementSibling.innerHTML = "";
  if (cityId.value === "") target.value = "";
});

at("department").addEventListener("focus", async ({ target }) => {
  if (target.options.length > 1) return;
  await found("", []);
  target.insertAdjacentHTML("beforeend", options(["Engineering", "Sales", "People"]));
});
document.querySelector(".looks select").addEventListener("change", ({ target }) => {
  target.previousElementSibling.textContent = target.selectedOptions[0].label || "Choose one";
});
const move = (from, to) => {
  for (const each of [...from.selectedOptions]) to.append(each);
  for (const each of at("chosen").options) each.selected = true;
};
at("add").addEventListener("click", () => move(at("offered"), at("chosen")));
at("remove").addEventListener("click", () => move(at("chosen"), at("offered")));
