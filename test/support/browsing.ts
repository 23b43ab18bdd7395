import type { Answer } from './client.ts';
import { type Museum, PASSWORD } from './museum.ts';

type Form = Readonly<Record<string, string>>;

/** A simple browser without scripts. It keeps cookies; a test says all fields of a form, hidden ones too (`token`). */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #museum: Museum;
  /** Headers that go with each request. */
  readonly #headers: Form;

  constructor(museum: Museum, headers: Form = {}) {
    this.#museum = museum;
    this.#headers = headers;
  }

  get(path: string, headers: Form = {}): Promise<Answer> {
    return this.#ask('GET', path, headers);
  }

  /** Without a token, unless `form` has one. */
  post(path: string, form: Form | readonly (readonly [string, string])[] = {}, headers: Form = {}) {
    const body = new URLSearchParams(form as Record<string, string>).toString();
    return this.#ask('POST', path, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body);
  }

  signIn(username: string, to = '/', password = PASSWORD): Promise<Answer> {
    return this.post('/sign-in', { username, password, to });
  }

  /** The token in the page's forms. */
  async token(path: string): Promise<string> {
    return hiddenField((await this.get(path)).text, 'csrf');
  }

  async #ask(method: string, path: string, headers: Form, body?: string): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#museum.ask(method, path, {
      as: 'nobody',
      headers: { ...this.#headers, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (line.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function hiddenField(page: string, name: string): string {
  const value = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(page)?.[1];
  if (value === undefined) throw new Error(`The page has no hidden field ${name}.`);
  return value;
}
