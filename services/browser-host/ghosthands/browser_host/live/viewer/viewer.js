// The page of a live view. What it sends are the messages of `messages.py`; places are fractions of the picture.
import { Line } from "./line.js";
import { List } from "./list.js";
import { Hands } from "./hands.js";

const $ = (id) => document.getElementById(id);
const screen = $("screen");
const SAYINGS = {
  nobody: "Nobody has control",
  soon: "One moment, the last step is just ending …",
  you: "You have control",
  another: "Somebody else has control",
};
const REFUSALS = {
  held_by_another: "Somebody else has control.",
  unavailable: "Control cannot be given just now. Try again in a moment.",
  page_hangs: "The page does not answer.",
  view_only: "This link is for looking only.",
};
const HALTS = {
  cut_off: "The page’s browser has lost its connection to GhostHands. Nothing that you send leaves it: please wait until it is back.",
  was_cut_off:
    "The connection to GhostHands is back. Press “Take control again”: until then, nothing that you send leaves the browser." +
    " Then look at the page, and send again what did not leave.",
};
let state = { hold: "nobody", halt: "", can_control: false, desktop: false };
let desktop = null;

const line = new Line({
  frame: (blob) => draw(blob),
  state: (said) => show(said),
  list: (said) => list.open(said),
  refused: (said) => REFUSALS[said.code] && note(REFUSALS[said.code]),
  connected: () => (document.body.dataset.line = "there"),
  lost: () => tellLine("lost", "Connection lost, trying again …"),
  over(why) {
    show({ ...state, hold: "nobody", asked: "", halt: "" });
    tellLine("over", why);
  },
});
const list = new List($("list"), screen, (id, index) => line.say({ type: "choose", list_id: id, index }));
const hands = new Hands(screen, $("keys"), (message) => state.hold === "you" && line.say(message));

async function draw(blob) {
  const picture = await createImageBitmap(blob);
  if (screen.width !== picture.width || screen.height !== picture.height) {
    screen.width = picture.width;
    screen.height = picture.height;
  }
  screen.getContext("2d").drawImage(picture, 0, 0);
  picture.close();
  document.body.dataset.shown = "yes";
}

function show(said) {
  const before = state.hold;
  state = said;
  document.body.dataset.hold = said.hold;
  $("status").textContent = said.can_control ? SAYINGS[said.hold] : "You are watching";
  $("title").textContent = said.title || "Live view";
  $("url").textContent = said.url;
  $("control").textContent = releases() ? "Release control" : said.hold === "you" ? "Take control again" : "Take control";
  $("control").disabled = !said.can_control || said.hold === "another" || said.hold === "soon";
  $("control").hidden = !said.can_control;
  $("paste").hidden = said.hold !== "you";
  $("paste").disabled = false;
  $("kinds").hidden = !said.desktop;
  $("asked").hidden = !said.asked || window.parent !== window; // the console says it beside the view
  if ($("asked").textContent !== said.asked) $("asked").textContent = said.asked; // else it is read out anew
  const halt = HALTS[said.halt] ?? "";
  $("halt").hidden = !halt;
  if ($("halt").textContent !== halt) $("halt").textContent = halt;
  if (said.hold === "you" && before !== "you") hands.focus();
  if (said.hold !== "you") list.close();
  if (desktop) desktop.viewOnly = said.hold !== "you";
}

// Whether the button gives control back; after an outage it has to be taken again first.
function releases() {
  return state.hold === "you" && state.halt !== "was_cut_off";
}

function tellLine(line, text) {
  document.body.dataset.line = line;
  $("status").textContent = text;
  for (const button of [$("control"), $("paste")]) button.disabled = true;
  list.close();
}

function note(text) {
  $("note").textContent = text;
  $("note").hidden = false;
  setTimeout(() => ($("note").hidden = true), 4000);
}

async function showKind(kind) {
  for (const button of $("kinds").children) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  screen.hidden = kind === "desktop";
  $("desktop").hidden = kind !== "desktop";
  desktop?.disconnect();
  desktop = null;
  if (kind !== "desktop") return;
  const { default: RFB } = await import("../novnc/core/rfb.js");
  desktop = new RFB($("desktop"), line.address("desktop"), { shared: true });
  desktop.scaleViewport = true;
  desktop.viewOnly = state.hold !== "you";
  desktop.addEventListener("connect", () => (document.body.dataset.desktop = "there"));
  desktop.addEventListener("disconnect", () => (document.body.dataset.desktop = "lost"));
}

$("control").addEventListener("click", () => line.say({ type: releases() ? "release" : "take" }));
$("paste").addEventListener("click", () => {
  $("text").value = "";
  $("pasting").returnValue = "";
  $("pasting").showModal();
});
$("pasting").addEventListener("close", () => {
  const text = $("text").value;
  if ($("pasting").returnValue === "insert" && text) line.say({ type: "text", text });
  if (desktop) desktop.focus();
  else hands.focus();
});
$("kinds").addEventListener("click", (event) => event.target.dataset.kind && showKind(event.target.dataset.kind));
