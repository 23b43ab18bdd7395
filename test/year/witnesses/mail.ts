import { holding } from '../world.ts';
import type { Witness } from './index.ts';

/** What mails say of tickets that do not hold. */
const BAD_NEWS = /^(No longer on|Cancelled:|Museum closed|Your (ticket|order) has been cancelled)/;

/** Who has written to buyers. */
export const MAIL: readonly Witness[] = [
  {
    says: 'Who bought articles alone was sent the receipt',
    async *hear({ museum }, touched) {
      for (const order of touched) {
        const { email, orderCode, state } = order.shown;
        if (state !== 'sold' || order.tickets.length > 0 || email === undefined) continue;
        const isSent = museum.mails.some(({ to, mail }) => to === email && mail.text?.includes(orderCode));
        if (!isSent) yield `no mail to ${email} is about ${orderCode}`;
      }
    },
  },
  {
    says: 'Who gave an address was sent each ticket that holds, and no ticket last that does not',
    async *hear({ museum }, touched) {
      for (const order of touched) {
        const email = order.booking === undefined ? order.shown.email : undefined; // resellers write themselves
        if (email === undefined) continue;
        const mails = museum.mails.filter(({ to }) => to === email).map(({ mail }) => mail);
        const lastOf = (code: string) => mails.findLast(({ text }) => text?.includes(code));
        for (const { confirmationCode: code } of holding(order)) {
          const { subject = 'nothing' } = lastOf(code) ?? {};
          if (subject === 'nothing' || BAD_NEWS.test(subject))
            yield `the last mail to ${email} of ${code}, which holds, is ${subject}`;
        }
        for (const { confirmationCode: code, state } of order.tickets)
          if (
            state === 'cancelled' &&
            mails.at(-1) === lastOf(code) &&
            !BAD_NEWS.test(lastOf(code)?.subject ?? '')
          )
            yield `the last mail to ${email} is ${mails.at(-1)?.subject}, and ${code} is cancelled`;
      }
    },
  },
];
