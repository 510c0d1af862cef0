// Reads the controls right after they were set: what could not be put in, and what the others hold.

// Frameworks paint after the event: once for what they were told, once for what that caused.
await pause();
await pause();
return JSON.stringify(task.map((each, index) => (codes[index] ? { code: codes[index] } : readingOf(each))));
