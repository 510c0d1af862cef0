// What the pages let one choose from.
export const COUNTRIES = ["Afghanistan", "Canada", "Germany", "Niger", "Nigeria", "United Kingdom", "United States"];
export const DEGREES = ["High School", "Bachelor's Degree", "Master's Degree", "Doctor of Philosophy (Ph.D.)"];
export const LANGUAGES = ["English", "French", "German", "Spanish"];
export const ANSWERS = ["Yes", "No"];
export const CITIES = [
  "San Francisco, California, United States",
  "San Francisco, Córdoba, Argentina",
  "Santiago, Chile",
  "Springfield, Illinois, United States",
];

const node = (label, ...children) => ({ value: label.toLowerCase(), label, title: label, ...(children.length && { children }) });
export const PLACES = [
  node("United States", node("California", node("San Francisco"), node("Los Angeles")), node("Texas", node("Austin"))),
  node("Germany", node("Bavaria", node("Munich"))),
];
