import { Visitor } from './browsing.ts';
import type { Museum } from './museum.ts';
import { PageReader } from './page-reader.ts';

type Form = Readonly<Record<string, string>>;

/** Somebody who has signed in and uses the pages without scripts. Forms are sent with the token of their session. */
export interface Staff {
  get(path: string, headers?: Form): Promise<PageReader>;
  post(
    path: string,
    form?: Form | readonly (readonly [string, string])[],
    headers?: Form,
  ): Promise<PageReader>;
  /** The token of the session. */
  readonly csrf: string;
  /** The same person, for what is none of their own forms. */
  readonly visitor: Visitor;
}

/** @param password a wrong one leaves them signed out */
export async function signInStaff(museum: Museum, username: string, password?: string): Promise<Staff> {
  const visitor = new Visitor(museum);
  await visitor.signIn(username, '/', password);
  const sessions = new PageReader(await visitor.get('/desk/sessions'));
  const csrf = (sessions.asksToSignIn() ? undefined : sessions.value('csrf')) ?? '';
  return {
    csrf,
    visitor,
    get: async (path, headers) => new PageReader(await visitor.get(path, headers)),
    async post(path, form = {}, headers) {
      const fields = Array.isArray(form) ? form : Object.entries(form);
      return new PageReader(await visitor.post(path, [['csrf', csrf], ...fields], headers));
    },
  };
}
