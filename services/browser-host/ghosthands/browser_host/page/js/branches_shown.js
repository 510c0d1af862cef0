// What an open list of lists shows, once it stands still: the labels of each column beside the last, or of a tree's nodes
// in their order; and which of them lead on to more. After `limit` milliseconds as it stands.

const started = performance.now();
let before = "";
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  const columns = el ? columnsOf(el).map((options) => options.map((each) => ({ label: optionWords(each), leads: leadsOn(each) }))) : [];
  const now = JSON.stringify(columns);
  if ((columns.length > task.beyond && now === before) || performance.now() - started >= task.limit) {
    return { columns, tree: Boolean(el) && isTree(el) };
  }
  before = now;
  await new Promise((resume) => setTimeout(resume, 50));
}
