import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium as driver, firefox, type Page } from 'playwright-core';
import { chromium } from './chromium.ts';
import { PASSWORD } from './museum.ts';
import { findProgram } from './programs.ts';
import { openWebKit } from './webkit.ts';

export type { BrowserContext, Page };

/** What a browser is made of. Chromium comes with the packages; the machine must have the others: scripts/test-engines.ts. */
export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

export interface PageOptions {
  /** Chromium, unless it says another. */
  readonly engine?: Engine;
  readonly dark?: boolean;
  /** The browser's locale, such as `de-DE`; sent as Accept-Language. */
  readonly locale?: string;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels for a CSS pixel: 4, with a quarter of the width, is a zoom of 400 %. */
  readonly scale?: number;
  /** Touch instead of a mouse. */
  readonly touch?: boolean;
  readonly reducedMotion?: boolean;
  /** Whether the service worker is allowed: caching the whole page costs more than most tests of the gate. */
  readonly serviceWorker?: boolean;
  /** A film (see film.ts) that its camera shows again and again. Such a page has a browser of its own. */
  readonly camera?: string;
}

/** Flags against background activity of the browser; names of other machines do not resolve. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const shared = new Map<string, Promise<Browser>>();
after(async () => {
  for (const browser of shared.values()) await (await browser).close();
});

/**
 * A new page without cookies or history, for the service at `address`; `page.goto('/desk')` is relative to it.
 * All pages of a test file share one browser. The page is closed after the test, with its context (`page.context()`).
 */
export async function openPage(test: TestContext, address: string, options: PageOptions = {}): Promise<Page> {
  if (options.engine === 'WebKit') return openWebKit(test, address, options);
  const browser = await browserFor(test, options);
  const context = await browser.newContext({
    baseURL: address,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'en-GB',
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    deviceScaleFactor: options.scale ?? 1,
    hasTouch: options.touch ?? false,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
  });
  test.after(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  watch(page, new URL(address).origin);
  return page;
}

/** Signs an account in without loading the page with the form, which would cost 0.2 s of processor time. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const form = { username, password: PASSWORD, to: '/' };
  const answer = await page.request.post('/sign-in', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

async function browserFor(
  test: TestContext,
  { camera, engine = 'Chromium', dark = false }: PageOptions,
): Promise<Browser> {
  if (engine === 'Firefox') return sharedBrowser(dark ? 'dark Firefox' : engine, () => launchFirefox(dark));
  if (camera === undefined) return sharedBrowser(engine, launch);
  const browser = await launch([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${camera}`,
  ]);
  test.after(() => browser.close());
  return browser;
}

async function launch(flags: readonly string[] = []): Promise<Browser> {
  const options = await chromium();
  const folder = await mkdtemp(join(tmpdir(), 'museum-browser-')); // Chromium leaves files behind
  const env = { ...process.env, ...options.env, TMPDIR: folder };
  const browser = await driver.launch({ ...options, env, args: [...FLAGS, ...flags] });
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

function sharedBrowser(name: string, start: () => Promise<Browser>): Promise<Browser> {
  const browser = shared.get(name) ?? start();
  shared.set(name, browser);
  return browser;
}

/** The machine's own Firefox, by WebDriver BiDi. It takes its colour scheme from its preferences alone. */
function launchFirefox(dark: boolean): Promise<Browser> {
  const executablePath = findProgram('firefox-esr', 'firefox') ?? assert.fail('There is no Firefox.');
  const firefoxUserPrefs = { 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 };
  return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs });
}

/** The warning of a page whose test does not allow the service worker. */
const NO_SERVICE_WORKER = 'Service Worker registration blocked by Playwright';

const troubles = new WeakMap<Page, string[]>();

function watch(page: Page, origin: string): void {
  const seen: string[] = [];
  troubles.set(page, seen);
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected =
      text === NO_SERVICE_WORKER ||
      (message.location().url === page.url() && text.includes('responded with a status'));
    if (['error', 'warning'].includes(message.type()) && !isExpected) seen.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:') seen.push(`asked ${request.url()}`);
  });
}

/** Faults since the page was opened, or since the last call: errors, violations of its policy, requests to other origins. */
export function troublesOf(page: Page): string[] {
  return troubles.get(page)?.splice(0) ?? [];
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeFault {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe finds wrong with the page as it is now, a line each; none when it is accessible as far as a program can tell. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.waitForLoadState(); // with its style sheets
  await page.evaluate(`${AXE};undefined`);
  return faultsFound(page, RULES);
}

/** Runs axe, which must be in the page already. @param rules ids of its rules, or tags of them */
async function faultsFound(page: Page, rules: readonly string[]): Promise<string[]> {
  const question = `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`;
  // Evaluated by the debugger, so that the page's own policy stays in force.
  const violations = await page.evaluate<AxeFault[]>(question);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Asserts that the page is accessible, does not scroll sideways, and has no faults (`troublesOf`). */
export async function assertSound(page: Page): Promise<void> {
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(await wideElements(page), []);
  assert.deepEqual(troublesOf(page), []);
}

/** The rules of axe that are about colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SMALL_PHONE = { width: 320, height: 640 };

/**
 * Asserts that a page is sound on a wide screen, in the dark, on a small phone, and there from right to left. To load it
 * anew for each would cost several times as much. Afterwards the page takes touches only, until it is loaded again.
 */
export async function assertSoundInEveryLook(page: Page): Promise<void> {
  await assertSound(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await faultsFound(page, COLOUR_RULES), [], 'in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  const wide = page.viewportSize() ?? assert.fail('The page has no size.');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize(SMALL_PHONE);
  assert.deepEqual(await faultsFound(page, RULES), [], 'on a small phone');
  assert.deepEqual(await wideElements(page), [], 'on a small phone');
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  assert.deepEqual(await wideElements(page), [], 'from right to left');
  await page.evaluate(`document.documentElement.removeAttribute('dir')`);
  await page.setViewportSize(wide);
  await session.detach();
}

/** What makes the page scroll sideways; nothing when it does not. */
export async function wideElements(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 || element.getBoundingClientRect().left < -1,
    );
    return ['page: ' + scrollWidth + ' > ' + clientWidth, ...wide.map((element) => element.outerHTML.slice(0, 120))];
  })()`);
}

/** Writes a picture of the whole page to the file. */
export async function screenshot(page: Page, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled', caret: 'hide' });
}
