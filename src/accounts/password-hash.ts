/**
 * Hashes of passwords: argon2id (RFC 9106), stored with its parameters in the PHC string format
 * (github.com/P-H-C/phc-string-format): `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A hash with how it was made: memory in KiB, passes and lanes. */
interface PasswordHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const deriveKey = promisify(argon2);

// The least costly of the settings that OWASP's password storage cheat sheet recommends.
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What a stored hash may ask for, so that a damaged one can't take all memory. */
const LIMITS = { memory: [8, 262_144], passes: [1, 16], parallelism: [1, 16] } as const;
const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43})$/;

/** The PHC string to store for `password`, of whose UTF-8 bytes it is the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
  const hash = await derive(password, { ...PARAMETERS, salt, hash: Buffer.alloc(HASH_BYTES) });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Whether `phc` was made from `password`. Without `phc`, for an unknown account, it returns false after the same amount
 * of work, so that the time does not show whether an account exists.
 * @throws Error when `phc` is not a string that hashPassword could have made.
 */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
  const stored = phc === undefined ? DUMMY_HASH : parsePhc(phc);
  const matches = timingSafeEqual(await derive(password, stored), stored.hash);
  return matches && phc !== undefined;
}

const DUMMY_HASH: PasswordHash = {
  ...PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
};

function parsePhc(phc: string): PasswordHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  const stored = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt ?? '', 'base64'),
    hash: Buffer.from(hash ?? '', 'base64'),
  };
  if (!isValid(stored) || encode(stored.salt) !== salt || encode(stored.hash) !== hash) {
    throw new Error('A stored password hash is damaged: it is not an argon2id hash in the PHC string format');
  }
  return stored;
}

function isValid(stored: PasswordHash): boolean {
  const within = (name: keyof typeof LIMITS) =>
    stored[name] >= LIMITS[name][0] && stored[name] <= LIMITS[name][1];
  return (
    within('memory') &&
    within('passes') &&
    within('parallelism') &&
    // RFC 9106, section 3.1: at least 8 blocks of 1 KiB a lane.
    stored.memory >= 8 * stored.parallelism
  );
}

function derive(
  password: string,
  { memory, passes, parallelism, salt, hash }: PasswordHash,
): Promise<Buffer> {
  const message = Buffer.from(password, 'utf8');
  return deriveKey('argon2id', {
    message,
    nonce: salt,
    tagLength: hash.length,
    memory,
    passes,
    parallelism,
  });
}

/** Base64 as the PHC format writes it: without padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
