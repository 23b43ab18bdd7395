import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Config } from '../app/config.ts';
import { CardReader, CardSecrets } from '../cards/index.ts';
import {
  ConfirmationCodes,
  codeAsWritten,
  KeyRing,
  looksLikeConfirmationCode,
  withoutMarks,
} from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { parseUuid } from '../core/uuid.ts';
import { type CheckedIn, Gate, type Scanned } from '../gate/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { findImportedId } from '../tickets/index.ts';
import { withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { printLine } from './output.ts';

const GATE_LENGTH = 60;

interface Options {
  readonly gate?: string;
  readonly out?: boolean;
  readonly json?: boolean;
}

export default (): Command =>
  new Command('admit')
    .description(
      'Check in a ticket, as at the gate: print the verdict and record it. The exit code is 0 if the visitor may pass, otherwise 1.',
    )
    .argument(
      '<code>',
      'the text of the QR code, also of an imported ticket, the confirmation code or the ticketId; - reads it from standard input',
    )
    .option('--gate <name>', 'the name of the door')
    .option('--out', 'record that the visitor leaves')
    .option('--json', 'print JSON')
    .action(async (code: string, options: Options) => {
      requireGateName(options.gate);
      const text = code === '-' ? (await readAll(process.stdin)).trim() : code;
      await withStore(async (store, config) => {
        const gate = await openGate(store, config);
        const checkedIn = await gate.scan(OPERATOR, {
          ...(await scannedOf(text, store)),
          direction: options.out ? 'out' : 'in',
          ...(options.gate !== undefined && { gate: options.gate }),
        });
        printLine(options.json ? asJson(checkedIn) : describe(checkedIn));
        if (checkedIn.checkIn.verdict === 'refused') process.exitCode = 1;
      });
    });

function requireGateName(name: string | undefined): void {
  if (name === undefined || (name.trim() !== '' && [...name].length <= GATE_LENGTH)) return;
  throw new CommandFailed(`--gate: the name of a door must have 1 to ${GATE_LENGTH} characters.`, 2);
}

async function scannedOf(text: string, store: Store): Promise<Scanned> {
  // A code of another system may look like an id.
  if ((await findImportedId(store, text)) !== undefined) return { code: text };
  const ticketId = parseUuid(withoutMarks(text));
  if (ticketId !== undefined) return { ticketId };
  return looksLikeConfirmationCode(codeAsWritten(text)) ? { confirmationCode: text } : { code: text };
}

async function openGate(store: Store, { timeZone, fixed }: Config): Promise<Gate> {
  const clock = systemClock;
  const codes = await ConfirmationCodes.open(store, clock);
  const days = new MuseumDays(store, clock, timeZone);
  const settings = await readSettings(store, fixed);
  const cards = new CardReader({ store, secrets: await CardSecrets.open(store, clock), issuer: undefined });
  return new Gate({ store, clock, days, keys: new KeyRing(store), codes, cards, timeZone, settings });
}

function describe({ checkIn, ticket }: CheckedIn): string {
  const { verdict, reason, message } = checkIn;
  const what = reason === null ? verdict.toUpperCase() : `${verdict.toUpperCase()}  ${reason}`;
  return [what, message, ...(ticket ? [`ticket  ${ticket.confirmationCode}`] : [])].join('\n');
}

function asJson({ checkIn, ticket }: CheckedIn): string {
  const { checkInId, verdict, reason, message } = checkIn;
  return JSON.stringify({ checkInId, verdict, reason, message, ticketId: ticket?.ticketId ?? null });
}
