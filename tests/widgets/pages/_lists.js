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
