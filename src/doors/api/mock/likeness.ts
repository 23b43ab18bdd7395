import { isDeepStrictEqual } from 'node:util';
import { codeAsWritten } from '../../../codes/index.ts';

type Members = Readonly<Record<string, unknown>>;

/** The first of those that agree with most of what was asked: an event ticket for who buys one. */
export function mostLike<One>(all: readonly One[], showing: (one: One) => unknown, asked: Members): One {
  const wanted = Object.entries({ ...implied(asked), ...asked });
  const agreement = (one: One) => {
    const value = (showing(one) ?? {}) as Members;
    const members: Members = { ...(value.ticket as Members | undefined), ...value };
    return wanted.filter(([name, given]) => isDeepStrictEqual(members[name], given)).length;
  };
  return all.reduce((best, each) => (agreement(each) > agreement(best) ? each : best));
}

/** What is asked for without being named: the kind of ticket, by its confirmation code; and who goes out has left. */
export function implied({ confirmationCode, direction }: Members): Members {
  const [, ticketType] = /^ticket-(event|general)-/.exec(codeAsWritten(`${confirmationCode}`)) ?? [];
  return {
    ...(ticketType !== undefined && { ticketType }),
    ...(direction === 'out' && { verdict: 'left' }),
  };
}
