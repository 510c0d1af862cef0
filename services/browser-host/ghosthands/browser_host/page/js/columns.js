// Names that stand in a column or a row of their own beside the boxes they are for.

//: more boxes than these are no column with names, and further above no row of names is looked for
const MOST_IN_COLUMN = 30;

// The line beside the box, where right before a box of several boxes, one below the other, stand as many lines.
function lineOfColumn(el) {
  let box = el.parentElement;
  for (let steps = 0; box && steps < NEAR && box !== document.body; steps += 1, box = box.parentElement) {
    const before = box.previousElementSibling;
    if (controlsIn(box).length > MOST_IN_COLUMN) return "";
    if (controlsIn(box).length < 2 || !before || !hasLetter(said(before))) continue;
    const boxes = controlsIn(box).filter((each) => each.checkVisibility());
    const lines = isOrHas(before) || isTitled(before) ? [] : before.innerText.split("\n").map(tidy).filter(hasLetter);
    const isNamed = lines.length === boxes.length && lines.every((line) => line.length <= LONGEST_DRAWN);
    return isNamed && isStacked(boxes) ? lines[boxes.indexOf(el)] ?? "" : "";
  }
  return "";
}

const isTitled = (node) => node.matches(HEADED) || node.querySelector(HEADED) !== null;

function isStacked(boxes) {
  const places = boxes.map((each) => each.getBoundingClientRect());
  return places.every((each, at) => at === 0 || each.top >= places[at - 1].bottom - 1);
}

// What the cell above it says, in a table that begins with a row of names, of a row of boxes alone.
function nameAbove(el) {
  const cell = el.closest("td");
  const row = cell?.closest("tr");
  const isBox = (each) => controlsIn(each).length === 1 && !hasLetter(said(each));
  if (!row || row.cells.length < 2 || ![...row.cells].every(isBox)) return "";
  const isName = (each) => hasLetter(said(each)) && said(each).length <= LONGEST_DRAWN;
  const above = rowOfNames(row);
  const isOver = above !== null && above.cells.length === row.cells.length && [...above.cells].every(isName);
  return isOver ? said(above.cells[cell.cellIndex]) : "";
}

// The nearest row above without a box, where the table does not begin with boxes, whose names would stand below them.
function rowOfNames(row) {
  const { rows } = row.closest("table");
  let first = 0;
  while (!isOrHas(rows[first]) && !hasLetter(said(rows[first]))) first += 1;
  if (isOrHas(rows[first])) return null;
  for (let steps = 1; steps <= MOST_IN_COLUMN; steps += 1) {
    const above = rows[row.rowIndex - steps];
    if (!above || !isOrHas(above)) return above ?? null;
  }
  return null;
}
