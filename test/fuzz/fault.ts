import type { Question } from '../../fixtures/client.ts';

/** One request as it is sent. */
export interface Sent extends Question {
  readonly method: string;
  /** With the query, of the whole server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** The end of what is said of a success that a role must not have. */
export const MAY_NOT = 'which may not';

/** An answer that is not as declared. Its message has a curl command that asks again. */
export class Fault extends Error {
  override readonly name = 'Fault';
  /** The same for faults of one cause. */
  readonly what: string;

  constructor(what: string, sent: Sent, address: string, answered: string) {
    super(`${what}\n${curlLine(sent, address)}\n${answered}`);
    this.what = what;
  }
}

/** A command for bash. */
export function curlLine({ method, path, headers, body }: Sent, address: string): string {
  const sent = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return [
    `curl -sSi --path-as-is ${method === 'HEAD' ? '-I' : `-X ${method}`} ${quoted(address + path)}`,
    ...sent.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' ');
}

const SHOWN = 2_000;

function quoted(text: string | Buffer): string {
  const bytes = Buffer.from(text as string);
  if (bytes.length > SHOWN)
    return `"$(head -c ${bytes.length} /dev/zero)" # begins ${quoted(bytes.subarray(0, 200))}`;
  const plain = bytes.toString('latin1');
  if (/^[ -&(-~]*$/.test(plain)) return `'${plain}'`;
  const escaped = plain.replaceAll(
    /[^ -~]|['\\]/g,
    (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
}
