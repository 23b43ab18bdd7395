import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { generatePassword, PASSWORD_MIN_CHARACTERS, passwordFault } from '../accounts/index.ts';
import { CommandFailed } from './failure.ts';

/** The options of a command that say where a password comes from. */
export interface PasswordSource {
  readonly passwordStdin?: boolean;
  readonly generate?: boolean;
}

export interface ObtainedPassword {
  readonly password: string;
  /** Whether it was generated, so that it has to be shown. */
  readonly isGenerated: boolean;
}

/** The names that a password must not be: of its account and of the museum. */
export type Names = readonly string[];

/** Standard input: what is typed when it is a terminal, or else what is piped in. */
export type StandardInput = Readable & { readonly isTTY?: boolean };

type Lines = ReturnType<Interface[typeof Symbol.asyncIterator]>;

const INTERRUPTED = 130;

/**
 * A new password: from standard input, generated, or typed twice without echo. Without a terminal it is generated.
 * @throws CommandFailed when it can't be used (a typed one is asked for again), differs the second time, or Ctrl-C or Ctrl-D
 *   was pressed.
 */
export async function obtainPassword(
  source: PasswordSource,
  names: Names,
  input: StandardInput = process.stdin,
): Promise<ObtainedPassword> {
  if (source.passwordStdin) return { password: usable(await readAll(input), names), isGenerated: false };
  if (source.generate || !input.isTTY) return { password: generatePassword(), isGenerated: true };
  return { password: await askTwice(input, names), isGenerated: false };
}

/** Standard input to its end, without the line break that `echo` and most editors put there. */
async function readAll(input: StandardInput): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(Buffer.concat(chunks))
      .replace(/\r?\n$/, '');
  } catch {
    throw new CommandFailed('The password from standard input is not in UTF-8.');
  }
}

async function askTwice(input: StandardInput, names: Names): Promise<string> {
  const terminal = createInterface({
    input,
    output: silent(),
    terminal: true,
    historySize: 0,
  });
  terminal.on('SIGINT', () => terminal.close());
  // Both lines may arrive at once if they are pasted. The iterator buffers the second.
  const lines = terminal[Symbol.asyncIterator]();
  try {
    const password = await askUsable(lines, names);
    if ((await ask('Repeat the new password: ', lines)) !== password) {
      throw new CommandFailed('The two passwords are different. Nothing was changed.');
    }
    return password;
  } finally {
    // Restores the echo of the terminal.
    terminal.close();
  }
}

async function askUsable(lines: Lines, names: Names): Promise<string> {
  for (;;) {
    const password = await ask(`New password, at least ${PASSWORD_MIN_CHARACTERS} characters: `, lines);
    const fault = passwordFault(password, names);
    if (fault === undefined) return password;
    process.stderr.write(`The password ${fault}\n`);
  }
}

async function ask(question: string, lines: Lines): Promise<string> {
  process.stderr.write(question);
  const { value, done } = await lines.next();
  process.stderr.write('\n');
  if (done) throw new CommandFailed('Interrupted. Nothing was changed.', INTERRUPTED);
  return value;
}

/** Discards what readline would echo. */
function silent(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function usable(password: string, names: Names): string {
  const fault = passwordFault(password, names);
  if (fault !== undefined) throw new CommandFailed(`The password ${fault}`);
  return password;
}
