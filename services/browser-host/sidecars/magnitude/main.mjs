// Magnitude on a live page: JSON-RPC 2.0 over standard input and output, a line a message.
//
// Requests: attach, act, extract, observe, view, detach; answered one after the other, but for `ping`,
// which is answered at once. Notifications `sign` are signs of life. Standard output belongs to the protocol; nothing
// the page or a model says is written anywhere else. When standard input ends, or who started us is gone, so are we.

import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

import { Trouble, UNAVAILABLE } from './trouble.mjs';

const OLDEST_NODE = 20;

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const sign = (what) => say({ method: 'sign', params: { what } });

console.log = console.info = console.debug = console.warn = console.error;
new Worker(new URL('./watchdog.mjs', import.meta.url), { workerData: process.ppid });

/** The page in hand; undefined before attach. */
let magnitude;

function attached() {
  if (!magnitude) throw new Trouble('not_attached', 'no page is in hand');
  return magnitude;
}

const METHODS = {
  async attach({ ws_url, target_id, model }) {
    const { Magnitude } = await load();
    magnitude = await Magnitude.attach({ wsUrl: ws_url, targetId: target_id, model, sign });
    return magnitude.view();
  },
  act: (asked) => attached().act(asked),
  extract: (asked) => attached().extract(asked),
  observe: (asked) => attached().observe(asked),
  view: () => attached().view(),
  async detach() {
    await magnitude?.detach();
    magnitude = undefined;
    return {};
  },
};

/** Magnitude itself, which takes half a second to load. */
async function load() {
  const node = Number(process.versions.node.split('.')[0]);
  if (node < OLDEST_NODE) throw new Trouble(UNAVAILABLE, `it needs Node ${OLDEST_NODE} or newer, and this is ${node}`);
  try {
    return await import('./magnitude.mjs');
  } catch (error) {
    const why = error.code ?? error.name;
    throw new Trouble(UNAVAILABLE, `magnitude-core cannot be loaded (${why}): make setup-magnitude`);
  }
}

async function answer({ id, method, params }) {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new Trouble('unknown_method', 'there is no such method', -32601);
    say({ id, result: await METHODS[method](params ?? {}) });
  } catch (error) {
    const { number, message, code } = Trouble.of(error);
    say({ id, error: { code: number, message, data: { code } } });
  }
}

let turn = Promise.resolve();

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const request = JSON.parse(line);
    if (request.method === 'ping') say({ id: request.id, result: {} });
    else turn = turn.then(() => answer(request));
  })
  .on('close', () => process.exit(0));

process.stdout.on('error', () => process.exit(0));
