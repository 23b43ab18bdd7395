import type { Clock } from '../../core/clock.ts';
import type { Caller, FindCaller } from '../../http/caller.ts';
import { MinuteLimit } from '../../http/minute-limit.ts';

/**
 * Limits the requests of each account, after sign-in.
 * @throws (or rejects with) HttpRefusal too-many-requests, beside what `signIn` does
 */
export function limitRate(signIn: FindCaller, requestsPerMinute: number, clock: Clock): FindCaller {
  const limit = new MinuteLimit(requestsPerMinute, clock);
  const admit = (caller: Caller) => {
    limit.count(caller.accountId);
    return caller;
  };
  return (authorization, address) => {
    const caller = signIn(authorization, address);
    return caller instanceof Promise ? caller.then(admit) : admit(caller);
  };
}
