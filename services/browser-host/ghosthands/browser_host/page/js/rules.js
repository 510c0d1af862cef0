// The words the scripts go by, given as regular expression sources.

const patternsOf = (sources, flags) =>
  Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, new RegExp(source, flags)]));
// What may be said in any of several ways, each a pattern: searched one by one.
class Saying {
  constructor(sources) {
    this.patterns = sources.map((source) => new RegExp(source));
  }
  test(text) {
    return this.patterns.some((each) => each.test(text));
  }
  [Symbol.search](text) {
    const places = this.patterns.map((each) => text.search(each)).filter((at) => at >= 0);
    return places.length ? Math.min(...places) : -1;
  }
}
const sayingsOf = (sources) => Object.fromEntries(Object.entries(sources).map(([name, each]) => [name, new Saying(each)]));
const rules = {
  ...given,
  ...patternsOf(given.patterns, "i"),
  refusals: patternsOf(given.refusals, "i"),
  dateParts: patternsOf(given.date_parts, "i"),
  // Told of a whole page's text in lower case: several times as fast as matching without regard to case.
  phrases: sayingsOf(given.phrases),
  ...patternsOf(given.sayings, ""),
};
