// A page that tells everyone: each value typed or sent turns up in title, address, label, help text and console.

const echoedValues = Object.entries(JSON.parse(document.getElementById("echoed").textContent));

function shownValue(node) {
  if ("combobox" in node.dataset) return node.querySelector(".select__single-value").textContent;
  if (node.type === "file") return node.files[0]?.name ?? "";
  if (node.type === "radio" || node.type === "checkbox") {
    return node.checked ? document.querySelector(`label[for="${CSS.escape(node.id)}"]`)?.textContent ?? node.value : "";
  }
  return node.tagName === "SELECT" ? node.selectedOptions[0]?.textContent ?? "" : node.value;
}

function tell(name, value) {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
  document.title = `${name}: ${value}`;
  console.log(`${name} = ${value}`);
}

function note(parent, className, text) {
  const node = parent.querySelector(`.${className}`) ?? parent.appendChild(document.createElement("span"));
  node.className = className;
  node.textContent = text;
}

function echo(event) {
  const value = shownValue(event.target).trim();
  const wrapper = event.target.closest(".field-wrapper");
  if (!value || !wrapper) return;
  tell(event.target.name || event.target.id || wrapper.dataset.field, value);
  note(wrapper.querySelector(".label, label"), "echo-label", ` (${value})`);
  note(wrapper, "echo-help", `You entered: ${value}`);
}

["input", "change", "pick"].forEach((type) => document.addEventListener(type, echo));
echoedValues.forEach(([name, value]) => tell(name, value));
