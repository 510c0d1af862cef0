// What stands above boxes, and turns what each of them says.

//: denies, in an unfinished sentence that boxes go on with; "yes or no" does not, nor does the "no." of a number
const DENIES = new RegExp(
  "(?<!\\p{L}|\\/\\s?|(?<!\\p{L})(?:or|oder|ou?|of|eller|tai|nebo|alebo|lub|czy|или)\\s)" +
  "(?:not|don['’]?t|nicht|kein(?:e[nmrs]?)?|pas|non?(?!\\.(?!\\.))|não|niet|geen|nie|inte|ikke|ei|en halua|" +
  "ne(?:chc|přej|praj|souhlas|súhlas)\\p{L}*|neplatí|не)(?!\\p{L})|ない|ません|不|않", "iu");
//: a reminder, which denies nothing: "do not forget to confirm"
const REMINDS = new RegExp(
  "(?<!\\p{L})(?:(?:not|don['’]?t|nicht|no|non|não|niet|nie|не)\\s(?:(?:se|zu|te)\\s)?" +
  "(?:forget|verge(?:ss|t)|olvid|dimentic|esque[cç]|zapom|забуд|забыва)\\p{L}*|oubli\\p{L}*\\spas|" +
  "(?:verg(?:ess|iss|eet)\\p{L}*|gl[öe]m)\\s(?:sie\\s|bitte\\s)?(?:nicht|niet|inte|ikke))(?!\\p{L})", "giu");
const denies = (text) => DENIES.test(text.replace(REMINDS, ""));

// The words above the box that turn it: "Please tick if you do NOT wish to:". They are half of the sentence that ticking
// it says.
function turnedAbove(el) {
  let node = el.closest("label") ?? el;
  for (let steps = 0; node && steps < NEAR && node !== document.body; steps += 1, node = node.parentElement) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (holdsControl(before) && !holdsOnlyBoxes(before)) return "";
      const text = holdsControl(before) ? "" : said(before);
      if (hasLetter(text)) return isUnfinished(text) && denies(text) ? shortened(text) : "";
    }
  }
  return "";
}

const isUnfinished = (text) => /[:：…]\s*$|\.\.\.\s*$/.test(text);
const holdsOnlyBoxes = (node) => [...(node.matches(CONTROLS) ? [node] : []), ...node.querySelectorAll(CONTROLS)].every((each) => each.type === "checkbox");
