// Ends this process when the one that started it is gone, however busy the main thread is.

const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1000);
