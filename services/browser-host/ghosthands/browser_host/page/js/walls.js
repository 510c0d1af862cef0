// What only a human gets past, and by which sign: [type, confidence, evidence].
//
// A captcha counts by what is seen of it: an invisible one or one already solved is none, and neither is the word.

const CHALLENGE_FRAMES = [
  ["captcha", 0.95, "recaptcha challenge", /recaptcha\/(?:api2|enterprise)\/bframe/, 100, 100],
  ["captcha", 0.9, "recaptcha box", /recaptcha\/(?:api2|enterprise)\/anchor/, 100, 50],
  ["captcha", 0.9, "hcaptcha", /hcaptcha\.com/, 100, 50],
  ["captcha", 0.9, "arkose", /funcaptcha|arkoselabs\.com/, 100, 50],
  ["captcha", 0.95, "datadome", /captcha-delivery\.com/, 100, 100],
  ["captcha", 0.7, "turnstile", /challenges\.cloudflare\.com/, 100, 50],
];
const CHALLENGE_ELEMENTS = [
  ["captcha", 0.9, "recaptcha box", ".g-recaptcha", 100, 50],
  ["captcha", 0.9, "hcaptcha", ".h-captcha", 100, 50],
  ["captcha", 0.9, "arkose", "#FunCaptcha", 100, 50],
  ["captcha", 0.7, "turnstile", ".cf-turnstile", 100, 50],
  ["captcha", 0.7, "captcha element", "#captcha,.slider-captcha,[data-captcha]", 50, 30],
  ["bot_check", 0.95, "cloudflare", "#challenge-form,#challenge-stage,#challenge-running,#cf-challenge-running", 1, 1],
  ["bot_check", 0.95, "cloudflare", ".cf-browser-verification", 1, 1],
  ["bot_check", 0.9, "perimeterx", "#px-captcha,#px-captcha-wrapper,#px-captcha-modal", 20, 20],
];
const MOST_BESIDE_A_LOGIN = 4;
const MOST_BESIDE_A_LIMIT = 1500;
const QUIET = "[data-size=invisible],.grecaptcha-badge";
const SOLVED =
  "textarea[name=g-recaptcha-response],textarea[name=h-captcha-response],input[name=cf-turnstile-response]";
const CODE = /(?:^|[^a-z])t?otp(?:code|input)?(?:[^a-z]|$)|security-input|verification[-_]?code/i;
const FEWEST_BOXES = 4;
const MOST_SAID_OF_A_CODE = 4000;
const APP = /authenticat(?:or|ion)[\s-]?app|authenticator|one-time password app|\bauthy\b/i;
const SENT = /\b(?:sent|send|e-?mail(?:ed)?|texted|sms|inbox|message)\b/i;

function walls() {
  return [...challenges(), ...titleWall(), ...loginWall(), ...codeWall(), ...limits()];
}

function challenges() {
  const stands = ([, , , sign, width, height]) =>
    sign instanceof RegExp
      ? found.frames.some((el) => sign.test(el.src) && isChallenge(el, width, height))
      : all(sign).some((el) => isChallenge(el, width, height));
  const standing = [...CHALLENGE_FRAMES, ...CHALLENGE_ELEMENTS].filter(stands);
  if (!standing.length || all(SOLVED).some((answer) => answer.value)) return [];
  return standing.map(([type, confidence, evidence]) => [type, confidence, evidence]);
}

function isChallenge(el, width, height) {
  if (el.closest(QUIET) || /[?&]size=invisible/.test(el.src ?? "")) return false;
  const box = el.getBoundingClientRect();
  return box.width >= width && box.height >= height && isSeen(el);
}

// A whole page that does nothing but check.
function titleWall() {
  const isBare = found.controls.length <= 2;
  return isBare && rules.checking.test(document.title) ? [["bot_check", 0.85, "title"]] : [];
}

function loginWall() {
  const passwords = found.controls.filter(({ el }) => el.type === "password" && isSeen(el));
  if (!passwords.length) return [];
  const others = found.controls.filter(({ el, kind, scope }) => el.type !== "password" && isReachable(el, kind, scope));
  if (others.length > MOST_BESIDE_A_LOGIN) return [["login", 0.6, "password field"]];
  return [["login", isOfAccounts() ? 0.9 : speaksOfAccounts() ? 0.8 : 0.6, "password field"]];
}

// Whether the whole page is for accounts, by its address or its title.
const isOfAccounts = () => rules.account.test(location.pathname) || rules.account.test(document.title);

function speaksOfAccounts() {
  const telling = all("h1,h2,h3,button,input[type=submit]").filter(isSeen);
  return telling.some((el) => rules.account.test(words(el) || el.value || ""));
}

function codeWall() {
  const inputs = found.controls.map(({ el }) => el).filter((el) => el.localName === "input" && isSeen(el));
  const boxes = inputs.filter(isBox);
  const named = boxes.filter(isCodeLike).length >= FEWEST_BOXES;
  if (named || boxes.some((el) => isInRow(el, boxes))) return [["two_factor", 0.9, `code boxes${codeSource()}`]];
  return inputs.some((el) => !isBox(el) && isCodeLike(el)) ? [["two_factor", 0.9, `code field${codeSource()}`]] : [];
}

// Where the page says that its code comes from, if it does.
function codeSource() {
  const said = (document.body?.innerText ?? "").slice(0, MOST_SAID_OF_A_CODE);
  return APP.test(said) ? ", authenticator" : SENT.test(said) ? ", sent" : "";
}

const isBox = (el) => el.maxLength === 1;

function isCodeLike(el) {
  const names = [el.name, el.id, attribute(el, "data-automation-id")].map(withSeams).join(" ");
  return el.getAttribute("autocomplete") === "one-time-code" || CODE.test(names);
}

// `loginOtpCode` as `login-Otp-Code`.
const withSeams = (name) => name.replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3-$2");

// Boxes for one letter each that stand side by side without a word between them are one code.
function isInRow(el, boxes) {
  const cells = boxes.map(cellOf);
  let [row, cell] = [0, cellOf(el)];
  for (; cells.includes(cell); cell = nextOf(cell)) row += 1;
  return row >= FEWEST_BOXES;
}

// The next element, past dashes and the like.
function nextOf(cell) {
  const next = cell.nextElementSibling;
  const isBlank = next && !next.matches(CONTROLS) && !next.querySelector(CONTROLS) && !hasLetter(next.textContent);
  return isBlank ? nextOf(next) : next;
}

// The outermost element that holds the box and nothing else.
function cellOf(box) {
  let cell = box;
  const isAlone = (around) => around.querySelectorAll(CONTROLS).length === 1 && !hasLetter(around.textContent);
  while (cell.parentElement && isAlone(cell.parentElement)) cell = cell.parentElement;
  return cell;
}

function limits() {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.responseStatus === 429) return [["rate_limited", 0.95, "status 429"]];
  const isSaid = saying(rules.limited).length || saying(rules.tooMany).some(isAllThatIsSaid);
  return isSaid ? [["rate_limited", 0.85, "limit phrase"]] : [];
}

// In a heading or a notice, or with little else to read: a page that speaks of requests at length is none that limits.
function isAllThatIsSaid(el) {
  return el.closest(STRONG) !== null || (el.ownerDocument.body?.innerText ?? "").length <= MOST_BESIDE_A_LIMIT;
}
