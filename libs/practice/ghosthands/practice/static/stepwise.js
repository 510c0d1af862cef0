// Shows a question while the answer it depends on is given. The server asks for the same ones, with or without this.

const revealed = [...document.querySelectorAll("[data-shown-when]")];

function answerTo(name) {
  const controls = [...document.getElementsByName(name)];
  return controls.filter((node) => node.type !== "radio" || node.checked).map((node) => node.value)[0] ?? "";
}

function reveal() {
  revealed.forEach((node) => {
    node.hidden = !node.dataset.shownFor.split(" ").includes(answerTo(node.dataset.shownWhen));
    node.querySelectorAll("input, select, textarea").forEach((control) => (control.disabled = node.hidden));
  });
}

document.addEventListener("change", reveal);
reveal();
