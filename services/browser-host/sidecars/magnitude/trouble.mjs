// Why something did not work: a code and a sentence of ours, never what a page or a model said.

export const UNAVAILABLE = 'engine_unavailable';

export class Trouble extends Error {
  constructor(code, message, number = -32000) {
    super(message);
    this.code = code;
    this.number = number;
  }

  /** Whatever was thrown, as trouble: ours as it is, Magnitude's and Playwright's by what they are known to say. */
  static of(error) {
    if (error instanceof Trouble) return error;
    const gateway = /"code":\s*"(budget_spent|not_configured|model_\w+)"/.exec(`${error?.message}`);
    if (gateway) return new Trouble(gateway[1], 'the gateway to the models refused');
    const known = KNOWN.find(([pattern]) => pattern.test(`${error?.message}`));
    return new Trouble(...(known?.slice(1) ?? ['act_failed', 'it could not be done']));
  }
}

const KNOWN = [
  [/page, context or browser (?:has been |is )?closed/, 'page_gone', 'the page is gone'],
  [/Task failed/, 'gave_up', 'the model says that it cannot be done'],
  [/Error planning actions|BamlError|BamlClient|BamlValidation/, 'model_failed', 'the model gave no answer of use'],
  [/Undefined action type|violates input schema/, 'action_refused', 'the model asked for what is not allowed'],
  [/Timeout \d+ms exceeded/, 'element_not_ready', 'the element was not ready'],
];
