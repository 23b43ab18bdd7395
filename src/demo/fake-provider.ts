import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Notification } from '../payments/index.ts';

/** What a provider is asked. */
export type ProviderOperation = 'start' | 'look' | 'cancel' | 'refund' | 'other';

/** `away`: the request does not arrive. `lost-answer`: it is done, but the answer does not arrive. */
export type ProviderFault = 'away' | 'lost-answer' | 'error';

export interface FakeRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: object;
}

export interface FakeRefund {
  readonly id: string;
  readonly cents: number;
  readonly tag: string | undefined;
  state: 'pending' | 'done' | 'failed';
}

/** What somebody can pay. */
export interface FakeSession {
  readonly id: string;
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly description: string;
  readonly returnTo: string;
  readonly refunds: FakeRefund[];
  /** Undefined: it stays open. */
  readonly endsAt: number | undefined;
  state: 'open' | 'paid' | 'over';
}

export interface FakeProviderOptions {
  readonly clock: Clock;
  /** The address of the payment page of a session. */
  readonly pageOf: (session: string) => string;
}

/**
 * A payment provider without money, for the demonstration and for tests. It keeps its sessions in memory, gives the
 * same answer to the same idempotency key, and fails as it is told.
 */
export abstract class FakeProvider {
  readonly sessions = new Map<string, FakeSession>();
  /** While true, nothing reaches it. */
  isAway = false;
  /** Called when a request has arrived, before it is answered. */
  beforeAnswer: (request: FakeRequest) => void = () => {};
  /** What becomes of new refunds. */
  refundsAre: FakeRefund['state'] = 'done';
  readonly #options: FakeProviderOptions;
  readonly #faults: { readonly operation: ProviderOperation; readonly fault: ProviderFault }[] = [];
  readonly #answers = new Map<string, { readonly request: string; readonly answer: FakeAnswer }>();
  /** Every request that arrived. */
  readonly requests: FakeRequest[] = [];

  constructor(options: FakeProviderOptions) {
    this.#options = options;
  }

  /** Lets the next requests of that kind fail, one for each fault. */
  fail(operation: ProviderOperation, ...faults: readonly ProviderFault[]): void {
    this.#faults.push(...faults.map((fault) => ({ operation, fault })));
  }

  /** In place of the network. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(`${address}`);
    const headers = new Headers(init.headers);
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: pathname + search,
      authorization: headers.get('authorization') ?? '',
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      body: `${init.body ?? ''}`,
    };
    const at = this.#faults.findIndex(({ operation }) => operation === this.operationOf(request));
    const fault = this.isAway ? 'away' : this.#faults.splice(at, at === -1 ? 0 : 1)[0]?.fault;
    if (fault === 'away') throw new TypeError('fetch failed');
    this.requests.push(request);
    this.beforeAnswer(request);
    const { status, body } = this.#answerOnce(request, fault === 'error');
    if (fault === 'lost-answer') throw new TypeError('fetch failed');
    return Response.json(body, { status });
  };

  /** Somebody pays. @returns false when it can't be paid any more */
  pay(id: string): boolean {
    const session = this.find(id);
    if (session?.state !== 'open') return false;
    session.state = 'paid';
    return true;
  }

  /** Somebody goes back without paying. */
  abstract giveUp(id: string): void;

  /** What the provider sends when something has become of the session. */
  abstract notificationOf(id: string): Notification;

  /** The session, as it is now. */
  find(id: string): FakeSession | undefined {
    const session = this.sessions.get(id);
    const { endsAt = Number.POSITIVE_INFINITY } = session ?? {};
    if (session?.state === 'open' && endsAt <= this.#options.clock.now()) session.state = 'over';
    return session;
  }

  protected abstract operationOf(request: FakeRequest): ProviderOperation;

  protected abstract answer(request: FakeRequest): FakeAnswer;

  protected open(id: string, session: Omit<FakeSession, 'id' | 'refunds' | 'state'>): FakeSession {
    const opened: FakeSession = { id, ...session, refunds: [], state: 'open' };
    this.sessions.set(id, opened);
    return opened;
  }

  protected payBack(session: FakeSession, cents: number, tag: string | undefined): FakeRefund {
    const refund = { id: newId('re'), cents, tag, state: this.refundsAre };
    session.refunds.push(refund);
    return refund;
  }

  /** What can still be paid back of it. */
  protected left({ cents, refunds }: FakeSession): number {
    const paidBack = refunds.filter(({ state }) => state !== 'failed');
    return paidBack.reduce((left, refund) => left - refund.cents, cents);
  }

  protected pageOf(id: string): string {
    return this.#options.pageOf(id);
  }

  #answerOnce(request: FakeRequest, isError: boolean): FakeAnswer {
    const { idempotencyKey: key } = request;
    const asked = `${request.method} ${request.path} ${request.body}`;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known !== undefined)
      return known.request === asked
        ? known.answer
        : { status: 400, body: { detail: 'the key was used for another request' } };
    const answer = isError ? { status: 500, body: {} } : this.answer(request);
    if (key !== undefined) this.#answers.set(key, { request: asked, answer });
    return answer;
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
