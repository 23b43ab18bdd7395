/**
 * Pages in WebKitGTK, driven by its WebKitWebDriver (https://www.w3.org/TR/webdriver2/). Playwright can't drive it; such a page
 * has what the tests of all engines use of Playwright's.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import type { Page, PageOptions } from './browser.ts';
import { freePort } from './free-port.ts';
import { start } from './process.ts';
import { until } from './until.ts';

/** Keys as WebDriver has them, by their names. */
const KEYS: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };
/** The elements of a role, as far as tests ask for it. */
const ROLES: Readonly<Record<string, string>> = {
  alert: '[role=alert]',
  button: 'button',
  heading: 'h1, h2, h3',
  link: 'a',
  status: '[role=status]',
};
const IS_SEEN = '(e) => e.checkVisibility({ visibilityProperty: true })';
/** The name of an element in an answer (section 13). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A text, or a part of one. */
type Name = string | RegExp;

type Ask = <Result>(method: string, path: string, body?: object) => Promise<Result>;

/** A page of a browser that is started for it, and ended after the test. */
export async function openWebKit(
  test: TestContext,
  address: string,
  { dark = false, width = 1280, height = 900 }: PageOptions,
): Promise<Page> {
  const ask = await startDriver(test, dark);
  const args = ['--automation'];
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities });
  const inSession: Ask = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
  const page = new WebKitPage(inSession, await inSession<string>('GET', '/window'), address);
  await page.setViewportSize({ width, height });
  return page as unknown as Page;
}

/** Starts a driver on a screen of its own. */
async function startDriver(test: TestContext, dark: boolean): Promise<Ask> {
  const screen = start(test, 'Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1400x24']);
  const [, number] = await screen.says(/^(\d+)\n/);
  const port = await freePort();
  const env = { DISPLAY: `:${number}`, ...(dark && { GTK_THEME: 'Adwaita:dark' }) };
  start(test, 'WebKitWebDriver', [`--port=${port}`], { env, detached: true });
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: never };
    assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await until(() =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    ),
  );
  return ask;
}

class WebKitPage {
  readonly keyboard = {
    type: (text: string) => this.#press(Array.from(text.replaceAll('\n', KEYS.Enter as string))),
    insertText: (text: string) => this.keyboard.type(text),
    press: (key: string) => this.#press([KEYS[key] ?? key]),
  };
  readonly #session: Ask;
  readonly #window: string;
  readonly #address: string;

  constructor(session: Ask, window: string, address: string) {
    this.#session = session;
    this.#window = window;
    this.#address = address;
  }

  /** Asks in this window: all windows of a session share one connection. */
  async ask<Result>(method: string, path: string, body?: object): Promise<Result> {
    await this.#session('POST', '/window', { handle: this.#window });
    return this.#session(method, path, body);
  }

  async goto(path: string): Promise<void> {
    await this.ask('POST', '/url', { url: new URL(path, this.#address).href });
  }

  async reload(): Promise<void> {
    await this.ask('POST', '/refresh', {});
  }

  url(): Promise<string> {
    return this.ask('GET', '/url');
  }

  evaluate<Result>(expression: string): Promise<Result> {
    return this.ask('POST', '/execute/sync', { script: `return (${expression})`, args: [] });
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const { width: outer, height: tall } = await this.ask<{ width: number; height: number }>(
      'POST',
      '/window/rect',
      { width, height },
    );
    const [inner, low] = await this.evaluate<[number, number]>('[innerWidth, innerHeight]');
    await this.ask('POST', '/window/rect', { width: width + outer - inner, height: height + tall - low });
  }

  context() {
    return {
      newPage: async () => {
        const { handle } = await this.#session<{ handle: string }>('POST', '/window/new', { type: 'tab' });
        return new WebKitPage(this.#session, handle, this.#address);
      },
    };
  }

  async screenshot({ path }: { path?: string } = {}): Promise<Buffer> {
    const bytes = Buffer.from(await this.ask<string>('GET', '/screenshot'), 'base64');
    if (path !== undefined) await writeFile(path, bytes);
    return bytes;
  }

  locator(css: string, { hasText = '' } = {}): WebKitLocator {
    return this.#find(css, hasText);
  }

  getByRole(
    role: string,
    { name = '', exact = false }: { name?: Name; exact?: boolean } = {},
  ): WebKitLocator {
    // What is hidden has no role.
    return this.#find(ROLES[role] ?? assert.fail(`no role ${role}`), name, exact, `.filter(${IS_SEEN})`);
  }

  getByText(text: Name): WebKitLocator {
    // The innermost elements with the text.
    return this.#find('body *', text, false, '.filter((e) => ![...e.children].some(isNamed))');
  }

  getByLabel(text: Name, { exact = false } = {}): WebKitLocator {
    return this.#find('label, [aria-label]', text, exact, '.map((e) => e.control ?? e)');
  }

  #find(css: string, name: Name, exact = false, then = ''): WebKitLocator {
    const text = "(e.ariaLabel ?? e.textContent).replaceAll(/\\s+/g, ' ').trim()";
    const compared = exact
      ? `${text} === ${JSON.stringify(name)}`
      : `${text}.includes(${JSON.stringify(name)})`;
    const isNamed = typeof name === 'string' ? compared : `${name}.test(${text})`;
    const all = `[...document.querySelectorAll(${JSON.stringify(css)})]`;
    return new WebKitLocator(this, `((isNamed) => ${all}.filter(isNamed)${then})((e) => ${isNamed})`);
  }

  async #press(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }
}

class WebKitLocator {
  readonly #page: WebKitPage;
  /** An expression whose value are the elements. */
  readonly #elements: string;

  constructor(page: WebKitPage, elements: string) {
    this.#page = page;
    this.#elements = elements;
  }

  async waitFor({ state = 'visible' } = {}): Promise<void> {
    const isThere = state === 'attached' ? '() => true' : IS_SEEN;
    await until(() => this.#page.evaluate(`${this.#elements}.some(${isThere})`));
  }

  first(): this {
    return this;
  }

  count(): Promise<number> {
    return this.#page.evaluate(`${this.#elements}.length`);
  }

  async click(): Promise<void> {
    await this.waitFor();
    await this.#ask('POST', '/click', {});
  }

  /** Sets the value at once, as Playwright does. */
  async fill(text: string): Promise<void> {
    await this.waitFor();
    await this.#page.evaluate(`(([field]) => {
      field.focus();
      field.value = ${JSON.stringify(text)};
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    })(${this.#elements})`);
  }

  getAttribute(name: string): Promise<string | null> {
    return this.#ask('GET', `/attribute/${name}`);
  }

  /** Asks about the first element, as soon as there is one. */
  async #ask<Result>(method: string, path: string, body?: object): Promise<Result> {
    await this.waitFor({ state: 'attached' });
    const { [ELEMENT]: id } = await this.#page.evaluate<Record<string, string>>(`${this.#elements}[0]`);
    return this.#page.ask(method, `/element/${id}${path}`, body);
  }
}
