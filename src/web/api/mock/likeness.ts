import { isDeepStrictEqual } from 'node:util';
import { codeAsWritten } from '../../../codes/index.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The example that agrees with most of the request, such as an event ticket for the purchase of one; the first of equals. */
export function mostLike<One>(all: readonly One[], showing: (one: One) => unknown, asked: Members): One {
  const wanted = Object.entries({ ...implied(asked), ...asked });
  const agreement = (one: One) => {
    const value = (showing(one) ?? {}) as Members;
    const members: Members = { ...(value.ticket as Members | undefined), ...value };
    return wanted.filter(([name, given]) => isDeepStrictEqual(members[name], given)).length;
  };
  return all.reduce((best, each) => (agreement(each) > agreement(best) ? each : best));
}

/** The items of the kind and in the state that was asked for; all items when there are none. */
export function suiting(items: readonly Members[], asked: Members): readonly Members[] {
  const { ticketType, state } = { ...implied(asked), ...asked };
  const suited = items.filter((item) =>
    Object.entries({ ticketType, state }).every(([name, wanted]) => [undefined, item[name]].includes(wanted)),
  );
  return suited.length > 0 ? suited : items;
}

/** What a request implies: the type of a ticket, by its code or its event; and the verdict `left` for the direction out. */
export function implied({ confirmationCode, eventId, direction }: Members): Members {
  const [, coded] = /^ticket-(event|general)-/.exec(codeAsWritten(`${confirmationCode}`)) ?? [];
  const ticketType = coded ?? (eventId === undefined ? undefined : 'event');
  return {
    ...(ticketType !== undefined && { ticketType }),
    ...(direction === 'out' && { verdict: 'left' }),
  };
}
