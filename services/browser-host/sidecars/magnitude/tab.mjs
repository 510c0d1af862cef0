// One tab, as Magnitude has it: no other is seen, and nothing is drawn into it.

import { createRequire } from 'node:module';

import { covered } from './covering.mjs';
import { chooseAt, isTyping, nearestText } from './elements.mjs';
import { Trouble } from './trouble.mjs';

const require = createRequire(import.meta.url);
const { BrowserConnector, BrowserProvider, WebHarness, createAction } = require('magnitude-core');
const { z } = require('zod');

/** A model that never says it is done does no more than this in one go. */
const MOST_ACTIONS = 40;
const LONGEST_WAIT_SECONDS = 10;
/** A cross-site frame has no address for a moment after the browser was connected to. */
const FRAMES_MS = 2000;

/** What a model may ask for; it does not leave the page, and never the tab. */
const ALLOWED = new Set([
  'mouse:click',
  'mouse:double_click',
  'mouse:drag',
  'mouse:scroll',
  'keyboard:type',
  'keyboard:enter',
  'keyboard:tab',
  'keyboard:backspace',
  'keyboard:select_all',
]);

const WAIT = createAction({
  name: 'wait',
  description: 'Only where the page shows that it is still loading',
  schema: z.object({ seconds: z.number().max(LONGEST_WAIT_SECONDS) }),
  resolver: ({ input: { seconds } }) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
});

const CHOOSE = createAction({
  name: 'option:choose',
  description:
    'Choose an option by its label: of a native list (<select>) at this point, which does not open on the picture, ' +
    'or else of those in view the one nearest to this point; the label may be a %name%',
  schema: z.object({ x: z.number().int(), y: z.number().int(), option: z.string() }),
  resolver: ({ input: { x, y, option }, agent }) =>
    agent.require(BrowserConnector).getHarness().choose({ x, y }, option),
});

export class LiveTab extends BrowserConnector {
  actions = 0;
  #sign;

  constructor(options, targetId, sign) {
    super(options);
    this.targetId = targetId;
    this.#sign = sign;
  }

  get page() {
    return this.harness.page;
  }

  async onStart() {
    this.context = await BrowserProvider.getInstance().newContext(this.options.browser);
    const page = await pageOf(this.context.browser(), this.targetId);
    await framesHaveAddresses(page);
    this.harness = new OneTabHarness(page, this.options.virtualScreenDimensions, this.#sign);
    await this.harness.start();
  }

  /** Drops the connection; browser and tab live on. */
  async onStop() {
    await this.context?.browser().close();
  }

  getActionSpace() {
    const allowed = super.getActionSpace().filter(({ name }) => ALLOWED.has(name));
    return [...allowed, CHOOSE, WAIT].map((action) => ({ ...action, resolver: (call) => this.#take(action, call) }));
  }

  /** A new step, with the values its names stand for, and those that no model may see. */
  begin(variables, hidden) {
    this.actions = 0;
    this.harness.variables = { ...variables };
    this.harness.secrets = [...hidden, ...Object.values(variables)];
  }

  /** The text with values in the place of names. */
  fillIn(text) {
    return this.harness.fillIn(text);
  }

  async #take(action, call) {
    if (++this.actions > MOST_ACTIONS) throw new Trouble('too_many_actions', `not done after ${MOST_ACTIONS} actions`);
    await action.resolver(call);
    this.#sign('action_taken');
  }
}

class OneTabHarness extends WebHarness {
  variables = {};
  /** values that pictures do not show */
  secrets = [];
  #page;
  #sign;

  constructor(page, virtualScreenDimensions, sign) {
    super({ on() {}, pages: () => [page] }, { virtualScreenDimensions });
    this.#page = page;
    this.#sign = sign;
    this.visualizer = NOTHING_DRAWN;
  }

  get page() {
    return this.#page;
  }

  async start() {
    this.stability.setActivePage(this.#page);
  }

  /** What a model is shown: values are covered. */
  async screenshot() {
    const picture = await covered(this.#page, this.secrets, () => super.screenshot({ caret: 'initial' }));
    this.#sign('looked');
    return picture;
  }

  /** Values in it are hidden by the gateway, as in all text. */
  async retrieveTabState() {
    const [url] = this.#page.url().split(/[?#]/);
    return { activeTab: 0, tabs: [{ title: await this.#page.title(), url }] };
  }

  fillIn(text) {
    const known = (name) => Object.hasOwn(this.variables, name);
    return text.replace(/%([^%\s]+)%/g, (whole, name) => (known(name) ? this.variables[name] : whole));
  }

  async choose({ x, y }, option) {
    const point = await this.transformCoordinates({ x, y });
    const label = this.fillIn(option);
    if (await chooseAt(this.#page, point, label)) return this.waitForStability();
    const place = await nearestText(this.#page, point, label);
    if (!place) throw new Trouble('no_such_option', 'there is no such option in view');
    return this.click(place, { transform: false });
  }

  /** Text with a value in it replaces what the field holds, and goes in at once, `<enter>` and all. */
  async _type(content) {
    for (const part of content.split(/(<enter>|<tab>)/)) {
      const text = this.fillIn(part);
      if (text === part) await super._type(part);
      else await this.#insert(text);
    }
  }

  async #insert(text) {
    if (!(await isTyping(this.#page))) throw new Trouble('not_focused', 'the model typed where nothing takes text');
    await this.selectAll();
    await this.#page.keyboard.insertText(text);
  }
}

const NOTHING_DRAWN = { async moveVirtualCursor() {}, async hideAll() {}, async showAll() {} };

async function pageOf(browser, targetId) {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      if ((await targetOf(context, page)) === targetId) return page;
    }
  }
  throw new Trouble('page_gone', 'the tab is not there');
}

async function targetOf(context, page) {
  const session = await context.newCDPSession(page);
  try {
    return (await session.send('Target.getTargetInfo')).targetInfo.targetId;
  } finally {
    await session.detach();
  }
}

async function framesHaveAddresses(page) {
  const deadline = Date.now() + FRAMES_MS;
  while (page.frames().some((frame) => !frame.url()) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
