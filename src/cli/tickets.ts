import { readFile, writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import { CurrentLogo } from '../app/logo.ts';
import {
  type CodeClaims,
  findKeys,
  InvalidJwks,
  KeyRing,
  keysFromJwks,
  looksLikeConfirmationCode,
  type PassClaims,
  type TicketClaims,
  type TicketCodeRefusal,
  type TicketKey,
  verifyScannedCode,
} from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { systemClock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { parseUuid } from '../core/uuid.ts';
import { MuseumDays } from '../hours/index.ts';
import { TicketImages, TicketPainter } from '../images/index.ts';
import { findPass, knownPasses, type PassState } from '../passes/index.ts';
import { readSettings } from '../settings/index.ts';
import type { DatabaseAddress, Store } from '../store/index.ts';
import { findTicket, getTicket, type TicketState } from '../tickets/index.ts';
import { withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { printLine } from './output.ts';

export default (): Command =>
  new Command('tickets')
    .description('Verify ticket codes and save ticket images.')
    .addCommand(verifyCommand())
    .addCommand(imageCommand());

function verifyCommand(): Command {
  return new Command('verify')
    .summary('verify the text of the QR code of a ticket or a pass')
    .description(
      'Verify the text of the QR code of a ticket or a pass: whether this museum signed it and, by the database, whether the ticket or the pass still admits anyone. With --jwks, it needs no database and verifies only the signature: the code itself does not show whether its event was cancelled, or the pass blocked.',
    )
    .argument('<code>', 'the text read by the scanner; - reads it from standard input')
    .option('--jwks <file>', 'a saved copy of /.well-known/jwks.json')
    .option('--json', 'print JSON')
    .action(async (code: string, { jwks, json }: { jwks?: string; json?: boolean }) => {
      const text = code === '-' ? await readAll(process.stdin) : code;
      if (looksLikeConfirmationCode(text))
        throw new CommandFailed(
          'that is a confirmation code, which is not signed. Give the text of the QR code, or check in the ticket with "museum admit CODE".',
        );
      const verdict = await (jwks === undefined ? judgeByDatabase(text) : judgeByKeys(text, jwks));
      printLine(json ? JSON.stringify(verdict) : describe(verdict));
      if ('refusal' in verdict) process.exitCode = 1;
    });
}

function imageCommand(): Command {
  return new Command('image')
    .summary('save the image of a ticket')
    .description('Save the image of a ticket, the same as from GET /tickets/{ticketId}/qr.')
    .argument('<ticket-id>', 'the ticketId from the response to the purchase')
    .requiredOption('-o, --output <file>', 'where to save the PNG; - writes it to standard output')
    .action((id: string, { output }: { output: string }) => {
      const ticketId = parseUuid(id);
      if (ticketId === undefined)
        throw new CommandFailed(`${JSON.stringify(id)} is not a ticketId: it must be a UUID.`, 2);
      return withStore(async (store, { fixed, database, timeZone, logo: file }) => {
        if ((await findTicket(store, ticketId)) === undefined)
          throw new CommandFailed(`there is no ticket ${ticketId} in ${nameOf(database)}.`);
        const painter = new TicketPainter({ workers: 1 });
        try {
          const keys = new KeyRing(store);
          const { onTickets: logo } = await CurrentLogo.open(store, file);
          const settings = await readSettings(store, fixed);
          const images = new TicketImages({ store, keys, painter, settings, timeZone, logo });
          const draft = await images.draft(OPERATOR, ticketId);
          await save(output, await images.image(OPERATOR, draft));
        } finally {
          await painter.close();
        }
      });
    });
}

/** An address of PostgreSQL may hold a password. */
function nameOf(database: DatabaseAddress): string {
  return database.kind === 'sqlite' ? database.path : 'the database';
}

/** Why a ticket with a genuine code admits no one. Whether it was used already does not matter here. */
interface Withdrawal {
  readonly refusal:
    | 'unknown-ticket'
    | 'unknown-pass'
    | Exclude<TicketState, 'admitted' | 'valid'>
    | Exclude<PassState, 'valid'>;
  readonly detail: string;
}

/** The result for a code; `admits` is set only when the database was asked. */
type Verdict = (CodeClaims & { readonly admits?: true }) | TicketCodeRefusal | Withdrawal;

async function judgeByDatabase(text: string): Promise<Verdict> {
  return withStore(async (store, { timeZone }) => {
    const keys = await findKeys(store);
    const known = keys.filter(({ revocation }) => revocation === null).map(({ key }) => key);
    const revoked = keys.filter(({ revocation }) => revocation !== null).map(({ keyId }) => keyId);
    const claims = verifyScannedCode(text, known, revoked);
    if ('refusal' in claims) return claims;
    const today = await new MuseumDays(store, systemClock, timeZone).current();
    if ('passId' in claims)
      return (await findPassWithdrawal(store, claims, today)) ?? { ...claims, admits: true };
    return (await findWithdrawal(store, claims, today)) ?? { ...claims, admits: true };
  });
}

/** Why the ticket admits no one, which only the database knows; undefined: it admits on its day. */
async function findWithdrawal(
  store: Store,
  { ticketId }: TicketClaims,
  today: CalendarDay,
): Promise<Withdrawal | undefined> {
  const withdrawn = (refusal: Withdrawal['refusal'], why: string): Withdrawal => {
    return { refusal, detail: `The code is genuine, but ${why}.` };
  };
  try {
    const { state, because, ticket, eventName } = await getTicket(store, OPERATOR, ticketId, today);
    if (state === 'void') return withdrawn(state, 'the ticket is void');
    if (state === 'cancelled') {
      const isClosed = because === 'day-closed';
      const wasCancelled = `"${eventName}" was cancelled, or no longer takes place on ${ticket.day}`;
      return withdrawn(state, isClosed ? `the museum is closed on ${ticket.day}` : wasCancelled);
    }
    if (state === 'expired') return withdrawn(state, `the ticket was for ${ticket.day}, which has passed`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return withdrawn('unknown-ticket', 'the ticket is not in this museum’s database');
  }
}

const NOT_ADMITTING: Readonly<Record<Exclude<PassState, 'valid'>, string>> = {
  void: 'the pass is void',
  blocked: 'the pass is blocked',
  'not-yet': 'the first day of the pass is to come',
  expired: 'the last day of the pass has passed',
  'used-up': 'no entries are left on the pass',
};

/** Why the pass admits no one now; undefined: it does. */
async function findPassWithdrawal(
  store: Store,
  { passId }: PassClaims,
  today: CalendarDay,
): Promise<Withdrawal | undefined> {
  const pass = await findPass(store, passId);
  const [known] = pass === undefined ? [] : await knownPasses(store, [pass], { today });
  if (known?.state === 'valid') return undefined;
  const [refusal, why] =
    known === undefined
      ? (['unknown-pass', 'the pass is not in this museum’s database'] as const)
      : ([known.state, NOT_ADMITTING[known.state]] as const);
  return { refusal, detail: `The code is genuine, but ${why}.` };
}

async function judgeByKeys(text: string, jwks: string): Promise<Verdict> {
  return verifyScannedCode(text, await savedKeys(jwks));
}

async function savedKeys(file: string): Promise<readonly TicketKey[]> {
  const text = await readFile(file, 'utf8').catch((error) => cannot('read', file, error));
  try {
    return keysFromJwks(text);
  } catch (error) {
    if (!(error instanceof InvalidJwks)) throw error;
    throw new CommandFailed(`can’t read the keys in ${file}. ${error.message}`);
  }
}

async function save(file: string, image: Uint8Array): Promise<void> {
  if (file === '-') return void process.stdout.write(image);
  await writeFile(file, image).catch((error) => cannot('write', file, error));
  printLine(`Saved ${file} (${image.length} bytes).`);
}

function cannot(action: string, file: string, error: NodeJS.ErrnoException): never {
  throw new CommandFailed(`can’t ${action} ${file} (${error.code}).`);
}

function describe(verdict: Verdict): string {
  if ('refusal' in verdict) return `REFUSED  ${verdict.refusal}: ${verdict.detail}`;
  return ['VALID    signed by this museum', ...linesOf(verdict)].join('\n');
}

function linesOf(verdict: Exclude<Verdict, { readonly refusal: unknown }>): string[] {
  if ('passId' in verdict) return linesOfPass(verdict);
  const { ticketId, ticketType, ticketDate, entryTime, categoryNumber, admits } = verdict;
  return [
    `ticket   ${ticketId}`,
    `type     ${ticketType}`,
    `date     ${ticketDate}`,
    ...(entryTime === undefined ? [] : [`time     ${entryTime}`]),
    ...('eventId' in verdict ? [`event    ${verdict.eventId}`] : []),
    ...(categoryNumber === undefined ? [] : [`category ${categoryNumber}`]),
    `admits   ${admits ? `on ${ticketDate}` : 'unknown: the code does not show whether its event was cancelled'}`,
  ];
}

function linesOfPass({
  passId,
  passTypeNumber,
  persons,
  from,
  to,
  admits,
}: PassClaims & { readonly admits?: true }): string[] {
  return [
    `pass     ${passId}`,
    `type     ${passTypeNumber}`,
    `persons  ${persons}`,
    `from     ${from}`,
    `to       ${to}`,
    `admits   ${admits ? `until ${to}` : 'unknown: the code does not show whether it was blocked'}`,
  ];
}
