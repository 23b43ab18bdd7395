import assert from 'node:assert/strict';

/** A request, with a form or JSON as an object. */
export interface Asked {
  /** Method and address. */
  readonly request: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

/** In place of the network: gives these JSON bodies one after the other. A number `status` is also the status. */
export function answering(...answers: readonly object[]): { fetch: typeof globalThis.fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetch = async (address: string | URL | Request, { method, headers, body }: RequestInit = {}) => {
    const answer = answers[asked.length];
    assert.ok(answer, `nothing answers ${method} ${address}`);
    const type = new Headers(headers).get('content-type');
    asked.push({
      request: `${method} ${address}`,
      headers: Object.fromEntries(new Headers(headers)),
      body:
        type === null
          ? undefined
          : type === 'application/json'
            ? JSON.parse(`${body}`)
            : Object.fromEntries(new URLSearchParams(`${body}`)),
    });
    const { status } = answer as { status?: unknown };
    return Response.json(answer, { status: typeof status === 'number' ? status : 200 });
  };
  return { fetch, asked };
}
