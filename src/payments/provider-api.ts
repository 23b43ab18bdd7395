import { ProviderRefused, ProviderUnavailable } from './provider.ts';

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
