import { networkOf } from '../../accounts/index.ts';
import type { Clock } from '../../core/clock.ts';
import { MinuteLimit } from '../../http/minute-limit.ts';

/** Where visitors come from when a proxy on this machine is not trusted to say who they are. */
const THIS_MACHINE: readonly string[] = ['127.0.0.1', '::1'].map(networkOf);

/** By what a visitor's network is counted. Undefined: what comes from this machine is not counted. */
export function countedNetwork(address: string): string | undefined {
  const network = networkOf(address);
  return THIS_MACHINE.includes(network) ? undefined : network;
}

/** How often something is done for one network in a minute. */
export class NetworkPace {
  readonly #limit: MinuteLimit;

  constructor(limit: number, clock: Clock) {
    this.#limit = new MinuteLimit(limit, clock);
  }

  /** @param address of the visitor @throws HttpRefusal too-many-requests */
  count(address: string): void {
    const network = countedNetwork(address);
    if (network !== undefined) this.#limit.count(network);
  }

  /** Whether it is within the limit; then it counts. */
  admits(address: string): boolean {
    const network = countedNetwork(address);
    return network === undefined || this.#limit.admits(network);
  }
}
