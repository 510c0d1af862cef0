// Ends this process when the one that started it, whose id it is given, is gone, however busy the main thread is.

import { workerData as parent } from 'node:worker_threads';

setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1000);
