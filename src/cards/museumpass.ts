import type { SteadyClock } from '../core/clock.ts';
import type { Language } from '../core/language.ts';
import { type CardIssuer, type CardLook, IssuerRefused, IssuerUnavailable } from './card-issuer.ts';
import { museumPassTexts } from './museumpass-texts.ts';

export interface MuseumPassOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the API is, and where tokens are given, without a slash at the end. */
  readonly address: string;
  readonly tokenAddress: string;
  readonly clock: Pick<SteadyClock, 'elapsed'>;
  readonly fetch?: typeof globalThis.fetch;
}

/** publiq says that it must always be this one. */
const AUDIENCE = 'https://api.publiq.be';
/** A token is renewed so long before it expires: clocks differ. */
const EARLY_MS = 120_000;
const NAME = 'museumPASSmusées';

const REASONS = [
  'EXPIRED',
  'MAXIMUM_UNREGISTERED_VISITS_REACHED',
  'CARD_BLOCKED',
  'PASSHOLDER_BLOCKED',
] as const;

/**
 * museumPASSmusées Partner API, version 1: https://docs.publiq.be/docs/museumpassmusees. A visit has no key of its own there, can't
 * be asked for and can't be taken back, so nothing is sent twice.
 */
export class MuseumPass implements CardIssuer {
  readonly name = NAME;
  readonly #options: MuseumPassOptions;
  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(options: MuseumPassOptions) {
    this.#options = options;
  }

  async look(number: string, language: Language, signal: AbortSignal): Promise<CardLook> {
    const say = museumPassTexts(language);
    const pass = await this.#findPass(number, signal);
    if (pass === undefined) return { isAllowed: false, reason: say('unknown') };
    const { visit, firstName, lastName } = pass;
    const reason = REASONS.find((known) => known === visit.reason) ?? 'other';
    const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
    return {
      isAllowed: visit.allowed,
      ...(!visit.allowed && { reason: say(reason) }),
      ...(name !== '' && { name }),
    };
  }

  async register(number: string, willSend: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const pass = await this.#findPass(number, signal);
    if (pass === undefined) throw new IssuerRefused(`${NAME} knows no pass with this number.`);
    // A token that has expired is noticed now, not by the request that must not be lost.
    await this.#tokenFor(signal);
    await willSend();
    const answer = await this.#ask('/visits', signal, { passholderId: pass.passholderId });
    if (answer.status === 201) return;
    const { title } = await problemIn(answer);
    const words = `${NAME} answered ${answer.status}${title}.`;
    if (answer.status === 400 || answer.status === 403) throw new IssuerRefused(words);
    throw new IssuerUnavailable(words);
  }

  async #findPass(number: string, signal: AbortSignal): Promise<Pass | undefined> {
    const path = `/passes/${encodeURIComponent(number)}`;
    let answer = await this.#ask(path, signal);
    if (answer.status === 401) {
      this.#token = undefined;
      answer = await this.#ask(path, signal);
    }
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new IssuerUnavailable(`${NAME} answered ${answer.status}.`);
    const pass = await bodyOf(answer);
    if (!isPass(pass)) throw new IssuerUnavailable(`${NAME} answered 200, but not with a pass.`);
    return pass;
  }

  async #ask(path: string, signal: AbortSignal, body?: object): Promise<Response> {
    const token = await this.#tokenFor(signal);
    return this.#send(`${this.#options.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
  }

  /** By client credentials (RFC 6749, section 4.4). It is kept until it expires. */
  async #tokenFor(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, tokenAddress, clock } = this.#options;
    if (this.#token !== undefined && clock.elapsed() < this.#token.until) return this.#token.value;
    const answer = await this.#send(tokenAddress, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        audience: AUDIENCE,
        grant_type: 'client_credentials',
      }),
      signal,
    });
    const { access_token: value, expires_in: seconds } = (await bodyOf(answer)) as Partial<TokenAnswer>;
    if (answer.status !== 200 || typeof value !== 'string')
      throw new IssuerUnavailable(`${NAME} gives no token: ${answer.status}.`);
    const lasts = typeof seconds === 'number' ? seconds * 1_000 : 0;
    this.#token = { value, until: clock.elapsed() + Math.max(0, lasts - EARLY_MS) };
    return value;
  }

  async #send(address: string, request: RequestInit): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options;
    try {
      return await fetch(address, { ...request, redirect: 'error' });
    } catch {
      throw new IssuerUnavailable(`${NAME} can’t be reached.`);
    }
  }
}

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
}

interface Pass {
  readonly passholderId: string;
  readonly visit: { readonly allowed: boolean; readonly reason?: unknown };
  readonly firstName?: unknown;
  readonly lastName?: unknown;
}

function isPass(value: unknown): value is Pass {
  const { passholderId, visit } = Object(value) as Partial<Pass>;
  return typeof passholderId === 'string' && typeof visit?.allowed === 'boolean';
}

/** What is wrong, as the problem's type says (RFC 9457): its last part, such as visit-maximum-reached. */
async function problemIn(answer: Response): Promise<{ readonly title: string }> {
  const { type } = Object(await bodyOf(answer).catch(() => undefined)) as { readonly type?: unknown };
  const [, name] = /\/([a-z-]{1,60})$/.exec(typeof type === 'string' ? type : '') ?? [];
  return { title: name === undefined ? '' : `, ${name}` };
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    throw new IssuerUnavailable(`${NAME} answered ${answer.status}, but with no JSON.`);
  }
}
