// What the document says of itself beside its words: structured data, meta tags, headings, labelled values, tables.
const clean = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, 4000);
const isSeen = (element) => element.getClientRects().length > 0;
const all = (selector) => [...document.querySelectorAll(selector)].slice(0, 2000);

const structured = [];
for (const script of all('script[type="application/ld+json"]')) {
  try {
    structured.push(JSON.parse(script.textContent));
  } catch {
    // not JSON: it says nothing
  }
}

const meta = {};
for (const tag of all("meta[content]")) {
  const name = tag.getAttribute("property") || tag.getAttribute("name") || tag.getAttribute("itemprop");
  if (name) meta[name] ??= clean(tag.content);
}

const pairs = [];
for (const term of all("dt").filter(isSeen)) {
  const value = term.nextElementSibling;
  if (value?.tagName === "DD") pairs.push([clean(term.innerText), clean(value.innerText)]);
}
for (const marked of all("[itemprop]").filter(isSeen)) {
  pairs.push([marked.getAttribute("itemprop"), clean(marked.innerText)]);
}
for (const row of all("tr").filter(isSeen)) {
  const [head, cell, ...rest] = row.cells;
  if (head?.tagName === "TH" && cell?.tagName === "TD" && !rest.length) {
    pairs.push([clean(head.innerText), clean(cell.innerText)]);
  }
}
for (const line of all("p, li, div, span").filter((one) => !one.childElementCount && isSeen(one))) {
  const said = /^([^:]{2,40}):\s+(\S.*)$/.exec(clean(line.innerText));
  if (said) pairs.push([said[1], said[2]]);
}

const tables = all("table")
  .filter(isSeen)
  .map((table) => {
    const rows = [...table.rows].map((row) => [...row.cells].map((cell) => clean(cell.innerText)));
    const head = table.rows[0] && [...table.rows[0].cells].every((cell) => cell.tagName === "TH") ? rows.shift() : [];
    return { head, rows: rows.slice(0, 1000) };
  })
  .filter((table) => table.head.length);

return {
  structured,
  meta,
  title: clean(document.title),
  headings: all("h1").filter(isSeen).map((heading) => clean(heading.innerText)),
  pairs,
  tables,
};
