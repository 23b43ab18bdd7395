import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { findUsernames } from '../accounts/index.ts';
import type { Config } from '../app/config.ts';
import { KeyRing, signTicketCode } from '../codes/index.ts';
import { type CalendarDay, type DayRange, FIRST_DAY, LAST_DAY } from '../core/calendar-day.ts';
import { instant, systemClock } from '../core/clock.ts';
import { csvLine } from '../core/csv.ts';
import { fromCents } from '../core/money.ts';
import { MuseumDays } from '../hours/index.ts';
import { eventIn, ticketTypeOf } from '../offers/index.ts';
import { type Payment, paymentsOn } from '../payments/index.ts';
import type { Store } from '../store/index.ts';
import { claimsOf, recordsOf, type TicketRecord, ticketsFor } from '../tickets/index.ts';
import { parseDay, requireInOrder } from './arguments.ts';
import { withStore } from './database.ts';
import { forTerminal } from './output.ts';

const ROWS_AT_ONCE = 500;

interface Options {
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  readonly format: 'csv' | 'jsonl';
}

/** What is exported: its columns, and where it comes from, in pages. */
interface Export<Item> {
  readonly columns: Readonly<Record<string, (item: Item) => string | number | null | undefined>>;
  find(store: Store, range: DayRange, config: Config): AsyncGenerator<Item[]>;
}

interface ExportedTicket extends TicketRecord {
  /** The text of its QR code. */
  readonly code: string;
}

const TICKETS: Export<ExportedTicket> = {
  columns: {
    code: ({ code }) => code,
    ticketType: ({ ticket }) => ticketTypeOf(ticket.product),
    ticketDate: ({ ticket }) => ticket.day,
    eventId: ({ ticket }) => eventIn(ticket.product),
    entryTime: ({ ticket }) => ticket.entryTime,
    category: ({ ticket }) => ticket.category,
    price: ({ ticket }) => fromCents(ticket.priceCents),
    email: ({ contact }) => contact?.email,
    phone: ({ contact }) => contact?.phone,
    ticketId: ({ ticket }) => ticket.ticketId,
    confirmationCode: ({ ticket }) => ticket.confirmationCode,
    eventName: ({ eventName }) => eventName,
    places: ({ ticket }) => ticket.places,
    currency: ({ ticket }) => ticket.currency,
    vat: ({ ticket }) => (ticket.vat === null ? null : fromCents(ticket.vat)),
    state: ({ state }) => state,
    soldAt: ({ ticket }) => instant(ticket.soldAt),
    soldBy: ({ soldBy }) => soldBy,
    orderId: ({ ticket }) => ticket.orderId,
    because: ({ because }) => because,
  },
  async *find(store, range, { timeZone }) {
    const keys = new KeyRing(store);
    const today = await new MuseumDays(store, systemClock, timeZone).current();
    for await (const tickets of ticketsFor(store, range, ROWS_AT_ONCE)) {
      const records = await recordsOf(store, tickets, today);
      yield await Promise.all(
        records.map(async (record) => {
          const { ticket, importedCode } = record;
          const code = importedCode ?? signTicketCode(claimsOf(ticket), await keys.signingFor(ticket.keyId));
          return { ...record, code };
        }),
      );
    }
  },
};

const PAYMENTS: Export<Payment & { readonly account: string | undefined }> = {
  columns: {
    paymentId: ({ paymentId }) => paymentId,
    orderId: ({ orderId }) => orderId,
    method: ({ method }) => method,
    amount: ({ cents }) => fromCents(cents),
    currency: ({ currency }) => currency,
    day: ({ day }) => day,
    at: ({ at }) => instant(at),
    account: ({ account }) => account,
    providerReference: ({ providerReference }) => providerReference,
  },
  async *find(store, range) {
    for await (const payments of paymentsOn(store, range, ROWS_AT_ONCE)) {
      const accountIds = payments.flatMap(({ accountId }) => accountId ?? []);
      const names = await findUsernames(store, [...new Set(accountIds)]);
      yield payments.map((payment) => {
        return { ...payment, account: payment.accountId === null ? undefined : names.get(payment.accountId) };
      });
    }
  },
};

export default (): Command =>
  new Command('export')
    .description('Export tickets or payments for spreadsheets and other systems. They are printed.')
    .addCommand(
      exportCommand('tickets', TICKETS)
        .summary('export tickets with their codes and contacts')
        .description(
          'Print the tickets for those days: the columns that "museum import tickets" reads, and what else is known. The code is the text of the QR code; with it anybody can come in. In CSV, text that a spreadsheet would run as a formula begins with an apostrophe, which "museum import tickets" takes off again; other programs should read JSON Lines.',
        ),
    )
    .addCommand(
      exportCommand('payments', PAYMENTS)
        .summary('export payments and refunds')
        .description('Print what was paid and paid back on those days. Refunds are below zero.'),
    );

function exportCommand<Item>(name: string, exported: Export<Item>): Command {
  return new Command(name)
    .addOption(new Option('--from <day>', 'not before this day').argParser(parseDay))
    .addOption(new Option('--to <day>', 'up to and including this day').argParser(parseDay))
    .addOption(new Option('--format <format>', 'CSV, or JSON Lines').choices(['csv', 'jsonl']).default('csv'))
    .action(({ from, to, format }: Options) => {
      requireInOrder(from, to);
      return withStore(async (store, config) => {
        const items = exported.find(store, { from: from ?? FIRST_DAY, to: to ?? LAST_DAY }, config);
        await print((format === 'csv' ? asCsv : asJsonLines)(exported, items));
      });
    });
}

async function* asCsv<Item>(
  { columns }: Export<Item>,
  pages: AsyncGenerator<Item[]>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const lineOf = (item: Item) => csvLine(Object.values(columns).map((cellOf) => cellOf(item) ?? ''));
  for await (const items of pages) yield items.map(lineOf).join('');
}

async function* asJsonLines<Item>(
  { columns }: Export<Item>,
  pages: AsyncGenerator<Item[]>,
): AsyncGenerator<string> {
  const lineOf = (item: Item) => {
    const cells = Object.entries(columns).map(([name, cellOf]) => [name, cellOf(item) ?? undefined]);
    return `${forTerminal(JSON.stringify(Object.fromEntries(cells)))}\n`;
  };
  for await (const items of pages) yield items.map(lineOf).join('');
}

/** Who reads it may stop, as in `museum ... | head`. In a file a text is as it was given. */
async function print(texts: AsyncGenerator<string>): Promise<void> {
  const readable = Readable.from(texts);
  const shown = process.stdout.isTTY ? readable.map(forTerminal) : readable;
  await pipeline(shown, process.stdout, { end: false }).catch((error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
