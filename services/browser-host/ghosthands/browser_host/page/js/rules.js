// The words the scripts go by, given as regular expression sources.

const patternsOf = (sources, flags) =>
  Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, new RegExp(source, flags)]));
const rules = {
  ...given,
  ...patternsOf(given.patterns, "i"),
  refusals: patternsOf(given.refusals, "i"),
  // Told of a whole page's text in lower case: several times as fast as matching without regard to case.
  phrases: patternsOf(given.phrases, ""),
  ...patternsOf(given.sayings, ""),
};
