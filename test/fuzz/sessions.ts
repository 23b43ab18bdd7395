import { PASSWORD } from '../../fixtures/museum.ts';
import { newAddress } from './new-address.ts';
import type { FuzzedMuseum } from './service.ts';

export interface Session {
  readonly cookie: string;
  readonly csrf: string;
}

/** The desk is asked at the same time, and may do it again. */
const ATTEMPTS = 4;

/** Sessions of each role on the pages. One that has ended is begun anew. */
export class Sessions {
  readonly #museum: FuzzedMuseum;
  readonly #open = new Map<string, Promise<Session>>();

  constructor(museum: FuzzedMuseum) {
    this.#museum = museum;
  }

  of(role: string): Promise<Session> {
    let session = this.#open.get(role);
    if (session === undefined) {
      session = this.#begin(role);
      this.#open.set(role, session);
      session.catch(() => this.end(role));
    }
    return session;
  }

  /** It is over, or nobody knows whether it is. */
  end(role: string): void {
    this.#open.delete(role);
  }

  async #begin(role: string): Promise<Session> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const session = await this.#signIn(role);
      if (session !== undefined) return session;
      await this.#museum.restore(); // somebody disabled the account, or changed its password
    }
    throw new Error(`${role} can’t sign in.`);
  }

  /** Each from an address of its own: whoever fails from one address is made to wait. */
  async #signIn(role: string): Promise<Session | undefined> {
    const { headers } = await this.#museum.ask({
      method: 'POST',
      path: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': newAddress() },
      body: new URLSearchParams({ username: role, password: PASSWORD }).toString(),
    });
    const cookie = `${headers['set-cookie']}`.split(';', 1)[0] as string;
    const { text } = await this.#museum.ask({ method: 'GET', path: '/gate/session', headers: { cookie } });
    const csrf = /"csrfToken":"([^"]+)"/.exec(text)?.[1];
    return csrf === undefined ? undefined : { cookie, csrf };
  }
}
