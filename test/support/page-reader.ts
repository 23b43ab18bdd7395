import { type HTMLElement, parse } from 'node-html-parser';
import type { Answer } from './client.ts';

/**
 * What a page says, asked for by structure, by the names of fields, by addresses and by data. Tests that ask for wording fail with
 * each new wording; they ask the catalogue for the sentence instead.
 */
export class PageReader {
  readonly status: number;
  readonly headers: Answer['headers'];
  /** Where a form leads that was accepted. */
  readonly location: string | undefined;
  /** The page as it was sent, for what is about HTML itself. */
  readonly html: string;
  readonly #root: HTMLElement;

  constructor({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>) {
    this.status = status;
    this.headers = headers;
    this.location = headers.location;
    this.html = text;
    this.#root = parse(text);
  }

  heading(): string {
    return textOf(this.#find('h1'));
  }

  /** The headings of its parts. */
  subheadings(): string[] {
    return this.#root.querySelectorAll('main h2').map(textOf);
  }

  /** The line below the heading. */
  lead(): string | undefined {
    return maybeTextOf(this.#root.querySelector('h1 + .lead'));
  }

  /** What was just done. */
  message(): string | undefined {
    return maybeTextOf(this.#root.querySelector('main > [role=status]'));
  }

  /** All that is written in `main`. */
  text(): string {
    return textOf(this.#find('main'));
  }

  /** What is wrong with the form that was sent, all of it. */
  problem(): string | undefined {
    return maybeTextOf(this.#root.querySelector('[role=alert]'));
  }

  /** The names of the fields that have a fault, in the order of the page's list of them. */
  faultyFields(): string[] {
    const links = this.#root.querySelectorAll('[role=alert] a[href^="#"]');
    return links.map((link) => `${link.getAttribute('href')}`.slice(1));
  }

  /** The fault beside the field. */
  fault(name: string): string | undefined {
    return maybeTextOf(this.#root.getElementById(`${name}-fault`));
  }

  hasField(name: string): boolean {
    return this.#controls(name).length > 0;
  }

  /** What the field holds: typed, chosen or ticked; undefined when nothing is. */
  value(name: string): string | undefined {
    const [first, ...others] = this.#controls(name);
    if (first === undefined) throw new Error(`The page has no field ${name}.`);
    const kind = first.getAttribute('type');
    if (kind !== 'radio' && kind !== 'checkbox') return contentOf(first);
    const ticked = [first, ...others].find((each) => each.hasAttribute('checked'));
    return ticked && (ticked.getAttribute('value') ?? 'on');
  }

  /** The same for a field of the form that is sent to the address, where several forms have a field of that name. */
  valueIn(action: string, name: string): string | undefined {
    const field = this.#root.querySelector(`form[action="${action}"] input[name="${name}"]`);
    if (field === null) throw new Error(`The page has no form to ${action} with a field ${name}.`);
    return field.getAttribute('value');
  }

  /** The values and texts of the options of a select, or of radio buttons. */
  options(name: string): { readonly value: string | undefined; readonly text: string }[] {
    const options = this.#controls(name).flatMap((control) =>
      control.tagName === 'SELECT' ? control.querySelectorAll('option') : [control],
    );
    return options.map((option) => ({
      value: option.getAttribute('value'),
      text: textOf(option.closest('label') ?? option),
    }));
  }

  /** What a browser would send of the form to the address as it stands, but for its token. Checkboxes of one name are a list. */
  form(action: string): Record<string, string | string[]> {
    const form = this.#find(`main form[action="${action}"]`);
    const sent: Record<string, string | string[]> = {};
    for (const control of form.querySelectorAll('input, select, textarea')) {
      const name = control.getAttribute('name') ?? '';
      const kind = control.getAttribute('type');
      const isList = kind === 'checkbox' && form.querySelectorAll(`input[name="${name}"]`).length > 1;
      if (isList) sent[name] ??= [];
      const isSent = (kind !== 'radio' && kind !== 'checkbox') || control.hasAttribute('checked');
      if (name === 'csrf' || !isSent) continue;
      const value = contentOf(control) ?? '';
      if (isList) (sent[name] as string[]).push(value);
      else sent[name] = value;
    }
    return sent;
  }

  /** What has the id, where the page shows something in place of a field. */
  part(id: string): string | undefined {
    return maybeTextOf(this.#root.getElementById(id));
  }

  /** What a list of facts says beside the term. */
  fact(term: string): string | undefined {
    const terms = this.#root.querySelectorAll('main dt');
    return maybeTextOf(terms.find((each) => textOf(each) === term)?.nextElementSibling ?? null);
  }

  /** The sum of a form, and other results. */
  output(): string {
    return textOf(this.#find('output'));
  }

  /** The addresses of its links in `main`. @param start of the address */
  links(start = ''): string[] {
    const links = this.#root.querySelectorAll('main a[href]').map((link) => `${link.getAttribute('href')}`);
    return links.filter((href) => href.startsWith(start));
  }

  /** What stands around the link to the address: the cell of a table, or the item of a list. */
  around(href: string): string {
    return textOf(this.#find(`main a[href="${href}"]`).closest('td, li') ?? this.#find('main'));
  }

  /** The sources of its images. */
  images(): string[] {
    return this.#root.querySelectorAll('main img').map((image) => `${image.getAttribute('src')}`);
  }

  /** Where its forms are sent. */
  actions(): string[] {
    return this.#root.querySelectorAll('main form').map((form) => form.getAttribute('action') ?? '');
  }

  /** The cells of each row of its tables, without rows of headings. */
  rows(): string[][] {
    const rows = this.#root.querySelectorAll('tr').filter((row) => row.querySelector('td') !== null);
    return rows.map((row) => row.querySelectorAll('th, td').map(textOf));
  }

  /** The first row that says so. */
  row(text: string): string[] | undefined {
    return this.rows().find((cells) => cells.some((cell) => cell.includes(text)));
  }

  /** Whether it is the form to sign in, wherever it stands. */
  asksToSignIn(): boolean {
    return this.actions().includes('/sign-in');
  }

  /** Who is signed in, and as what. */
  account(): string | undefined {
    return maybeTextOf(this.#root.querySelector('footer p'));
  }

  /** Codes, secrets and passwords that it shows. */
  codes(): string[] {
    return this.#root.querySelectorAll('main code').map(textOf);
  }

  /** The addresses that its navigation leads to. */
  navigation(): string[] {
    return this.#root.querySelectorAll('header nav a').map((link) => `${link.getAttribute('href')}`);
  }

  /** Where in the navigation it stands. */
  here(): string | undefined {
    return this.#root.querySelector('header nav a[aria-current=page]')?.getAttribute('href');
  }

  /** Texts that are marked as English on a page in another language. */
  inEnglish(): string[] {
    return this.#root.querySelectorAll('main [lang=en]').map(textOf);
  }

  /** The values of the buttons of that name. */
  buttons(name: string): string[] {
    const buttons = this.#root.querySelectorAll(`button[name="${name}"]`);
    return buttons.map((button) => button.getAttribute('value') ?? '');
  }

  /** The figures at the top of a page, in their order. */
  figures(): string[] {
    return this.#root.querySelectorAll('.figures dd').map(textOf);
  }

  /** Whether somebody can press something with that name and value. */
  hasButton(name: string, value?: string): boolean {
    const which = value === undefined ? `button[name="${name}"]` : `button[name="${name}"][value="${value}"]`;
    return this.#root.querySelector(which) !== null;
  }

  #controls(name: string): HTMLElement[] {
    return ['input', 'select', 'textarea'].flatMap((tag) =>
      this.#root.querySelectorAll(tag).filter((control) => control.getAttribute('name') === name),
    );
  }

  #find(selector: string): HTMLElement {
    const found = this.#root.querySelector(selector);
    if (found === null) throw new Error(`The page has no ${selector}: ${this.html.slice(0, 200)}`);
    return found;
  }
}

function contentOf(control: HTMLElement): string | undefined {
  if (control.tagName === 'TEXTAREA') return control.textContent.replace(/^\n/, '');
  if (control.tagName !== 'SELECT') return control.getAttribute('value');
  return control.querySelector('option[selected]')?.getAttribute('value') ?? undefined;
}

function textOf(element: HTMLElement): string {
  return element.textContent.replaceAll(/\s+/g, ' ').trim();
}

function maybeTextOf(element: HTMLElement | null): string | undefined {
  return element === null ? undefined : textOf(element);
}
