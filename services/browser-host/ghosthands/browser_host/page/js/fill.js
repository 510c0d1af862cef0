// Reads the controls right after they were set: what could not be put in, and what the others hold.

await repainted();
return JSON.stringify(task.map((each, index) => (codes[index] ? { code: codes[index] } : readingOf(each))));
