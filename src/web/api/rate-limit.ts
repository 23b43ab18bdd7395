import type { Clock } from '../../core/clock.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Caller, SignIn } from '../../http/caller.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';

const MINUTE_MS = 60_000;

/**
 * Limits the requests of each account per minute of the clock, after sign-in. Each instance counts for itself.
 * @throws (or rejects with) HttpRefusal too-many-requests, beside what `signIn` does
 */
export function limitRate(signIn: SignIn, requestsPerMinute: number, clock: Clock): SignIn {
  let minute = 0;
  const counts = new Map<Uuid, number>();

  function admit(caller: Caller): Caller {
    const now = clock.now();
    const currentMinute = Math.floor(now / MINUTE_MS);
    if (currentMinute !== minute) {
      counts.clear();
      minute = currentMinute;
    }
    const count = (counts.get(caller.accountId) ?? 0) + 1;
    if (count > requestsPerMinute)
      throw tooManyRequests(requestsPerMinute, (currentMinute + 1) * MINUTE_MS - now);
    counts.set(caller.accountId, count);
    return caller;
  }

  return (authorization, address) => {
    const caller = signIn(authorization, address);
    return caller instanceof Promise ? caller.then(admit) : admit(caller);
  };
}

function tooManyRequests(limit: number, waitMs: number): HttpRefusal {
  return new HttpRefusal('too-many-requests', { limit, seconds: Math.ceil(waitMs / 1000) });
}
