// The readings of several controls, as JSON.

return JSON.stringify(task.map(readingOf));
