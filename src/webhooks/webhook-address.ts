import { isLoopbackName, isPublicAddress, literalAddress } from '../core/public-address.ts';
import { Refusal, type WebhookAddressFault } from '../core/refusal.ts';

/** How long a name may take to be resolved when an address is set. */
const LOOKUP_MS = 2_000;

export interface AddressRules {
  /** Whether plain http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Every address that a name resolves to. */
  lookup(hostname: string): Promise<readonly { readonly address: string }[]>;
}

/**
 * Looks at an address when it is set, and refuses what news is never sent to. What its name resolves to later is looked at
 * again whenever something is sent; so a name that leads nowhere just now is no reason to refuse it.
 * @throws Refusal webhook-address-refused
 */
export async function requireAddress(text: string, rules: AddressRules): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // URL takes more than RFC 3986 does, such as https:example.com.
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(text) || url.port === '0') throw refused('malformed');
  if (url.username !== '' || url.password !== '') throw refused('credentials');
  if (rules.allowPrivate) return;
  if (url.protocol !== 'https:') throw refused('not-https');
  if (isLoopbackName(url)) throw refused('private');
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname, rules) : [literal];
  if (!addresses.every(isPublicAddress)) throw refused('private');
}

async function resolve(hostname: string, { lookup }: AddressRules): Promise<string[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, LOOKUP_MS).unref();
  });
  const found = await Promise.race([lookup(hostname), late]).catch(() => []);
  return found.map(({ address }) => address);
}

function refused(fault: WebhookAddressFault): Refusal {
  return new Refusal('webhook-address-refused', { fault });
}
