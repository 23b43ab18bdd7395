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
 * Checks an address when it is set, and names all its faults. What its host resolves to is checked again at each delivery,
 * so a host that does not resolve now is accepted.
 * @throws Refusal webhook-address-refused
 */
export async function requireAddress(text: string, { allowPrivate, lookup }: AddressRules): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // URL takes more than RFC 3986 does, such as https:example.com.
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(text) || url.port === '0')
    throw refused(['malformed']);
  const faults = [
    (url.username !== '' || url.password !== '') && 'credentials',
    !allowPrivate && url.protocol !== 'https:' && 'not-https',
    !allowPrivate && (await isPrivate(url, lookup)) && 'private',
  ] as const;
  const found = faults.filter((fault) => fault !== false);
  if (found.length > 0) throw refused(found);
}

async function isPrivate(url: URL, lookup: AddressRules['lookup']): Promise<boolean> {
  if (isLoopbackName(url)) return true;
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname, lookup) : [literal];
  return !addresses.every(isPublicAddress);
}

async function resolve(hostname: string, lookup: AddressRules['lookup']): Promise<string[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, LOOKUP_MS).unref();
  });
  const found = await Promise.race([lookup(hostname), late]).catch(() => []);
  return found.map(({ address }) => address);
}

function refused(faults: readonly WebhookAddressFault[]): Refusal {
  return new Refusal('webhook-address-refused', { faults });
}
