import type { Language } from '../core/language.ts';
import type { Uuid } from '../core/uuid.ts';

/** As buyers and staff know them. */
export const PROVIDER_NAMES = { stripe: 'Stripe', mollie: 'Mollie' } as const;
export type ProviderName = keyof typeof PROVIDER_NAMES;

/** A payment that the provider is asked to take. Its members are the same each time that it is asked. */
export interface PaymentToStart {
  /** The idempotency key: the provider makes one session of it, however often it is asked. */
  readonly id: Uuid;
  /** Hundredths. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the buyer reads at the provider and on the bank statement. */
  readonly description: string;
  readonly language: Language;
  readonly email: string | null;
  /** Where the buyer comes back to, paid or not. */
  readonly returnTo: string;
  /** Where the provider sends its notifications. */
  readonly notifyAt: string;
  /** When it can be paid no more, as far as the provider lets us say so. */
  readonly endsAt: number;
}

/** The provider's session, at whose address the buyer pays. */
export interface StartedPayment {
  readonly session: string;
  readonly address: string;
}

export type SessionState =
  | { readonly state: 'open'; readonly address: string | undefined }
  /** `reference`: by which the provider knows the money. */
  | { readonly state: 'paid'; readonly reference: string }
  /** It was not paid and can't be any more. */
  | { readonly state: 'over' };

export interface RefundToMake {
  /** The provider pays back once, however often it is asked. */
  readonly id: Uuid;
  /** The provider's id of the money that was taken. */
  readonly reference: string;
  readonly cents: number;
  readonly currency: string;
}

/** A message of the provider, or of somebody who pretends to be it. */
export interface Notification {
  readonly body: string;
  /** The header Stripe-Signature, where there is one. */
  readonly signature: string | undefined;
}

export interface NotificationContent {
  /** The session that it is about; undefined: it is about something else. */
  readonly session: string | undefined;
}

/**
 * A payment provider. Every function may be called again after an answer that was lost.
 * @throws ProviderUnavailable when it is not known what was done
 * @throws ProviderRefused when nothing was done
 */
export interface Provider {
  start(payment: PaymentToStart): Promise<StartedPayment>;
  look(session: string): Promise<SessionState>;
  /** Ends a session that is open, if that can be done. @returns what it is then */
  cancel(session: string): Promise<SessionState>;
  /** `pending`: the provider has not confirmed it yet. */
  refund(refund: RefundToMake): Promise<'done' | 'pending'>;
  /** Undefined: the message is unreadable or forged. It only ever makes us ask the provider. */
  readNotification(notification: Notification): NotificationContent | undefined;
  /** Asks something harmless, so that a wrong key is found when the service starts. */
  checkKey(): Promise<void>;
}

/**
 * Whether it can be the id of a session: 1 to 255 visible ASCII characters. Anybody can send a notification with
 * another.
 */
export function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && /^[!-~]{1,255}$/.test(id);
}

/** The provider does not do what it was asked. */
export abstract class ProviderFailure extends Error {}

/** The provider gave no answer, or none that says what was done. */
export class ProviderUnavailable extends ProviderFailure {
  override readonly name = 'ProviderUnavailable';
}

/** The provider answered that it does not do it. */
export class ProviderRefused extends ProviderFailure {
  override readonly name = 'ProviderRefused';
  /** The HTTP status of its answer. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** How long a provider may take to answer. A buyer waits for it. */
const TIMEOUT_MS = 10_000;
/** How much of what a provider says about an error is kept. */
const MESSAGE_CHARACTERS = 300;

export type Fetch = typeof globalThis.fetch;

export interface ProviderApiOptions {
  /** As people call the provider. */
  readonly name: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  /** What the provider says in the body of an error. */
  readonly messageIn: (body: unknown) => string | undefined;
}

/** Requests to the JSON API of a provider. */
export class ProviderApi {
  readonly #options: ProviderApiOptions;

  constructor(options: ProviderApiOptions) {
    this.#options = options;
  }

  get<Body>(path: string): Promise<Body> {
    return this.#ask(path, { method: 'GET' });
  }

  delete<Body>(path: string): Promise<Body> {
    return this.#ask(path, { method: 'DELETE' });
  }

  /** Sends it twice when no answer comes: under the same key the provider does it once. */
  async post<Body>(path: string, body: URLSearchParams | object, key: string): Promise<Body> {
    const isForm = body instanceof URLSearchParams;
    const request = {
      method: 'POST',
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'idempotency-key': key,
      },
      body: isForm ? body.toString() : JSON.stringify(body),
    };
    try {
      return await this.#ask(path, request);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      return this.#ask(path, request);
    }
  }

  async #ask<Body>(path: string, { headers, ...request }: RequestInit): Promise<Body> {
    const { name, address, fetch, messageIn } = this.#options;
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(address + path, {
        ...request,
        headers: { ...this.#options.headers, ...(headers as Record<string, string>) },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      body = await response.json();
    } catch (error) {
      throw new ProviderUnavailable(`${name} gave no answer: ${(error as Error).message}`, { cause: error });
    }
    const { ok, status } = response;
    if (ok) return body as Body;
    const message = `${name} answered ${status}: ${messageIn(body)?.slice(0, MESSAGE_CHARACTERS) ?? 'no reason given'}`;
    // 409: the same request is still being worked on. 429: too many requests.
    if (status >= 500 || status === 409 || status === 429) throw new ProviderUnavailable(message);
    throw new ProviderRefused(message, status);
  }
}
