import { networkOf } from '../../accounts/index.ts';
import type { Clock } from '../../core/clock.ts';
import { MinuteLimit } from '../../http/minute-limit.ts';

/** Where visitors come from when a proxy on this machine is not trusted to say who they are. */
const THIS_MACHINE: readonly string[] = ['127.0.0.1', '::1'].map(networkOf);

/** How often something is done for one network in a minute. What comes from this machine is not counted. */
export class NetworkPace {
  readonly #limit: MinuteLimit;

  constructor(limit: number, clock: Clock) {
    this.#limit = new MinuteLimit(limit, clock);
  }

  /** @param address of the visitor @throws HttpRefusal too-many-requests */
  count(address: string): void {
    const network = networkOf(address);
    if (!THIS_MACHINE.includes(network)) this.#limit.count(network);
  }

  /** Whether it is within the limit; then it counts. */
  admits(address: string): boolean {
    const network = networkOf(address);
    return THIS_MACHINE.includes(network) || this.#limit.admits(network);
  }
}
