import { findUsernames, listAccounts } from '../../accounts/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { scopeOf } from '../../core/permissions.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { once } from '../../idempotency/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { countDrawer, getCashUp, type Shift } from '../../payments/index.ts';
import { type CashUpField, cashUpPage } from './cash-up-page.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { formOnce } from './form-once.ts';
import { faultsAmong, postForm } from './post-form.ts';
import { centsIn, examplePrice } from './price-field.ts';

/** What a seller has taken and paid back on a day, and the drawer that is counted. */
export async function showCashUp(desk: DeskRequest, submitted?: Submitted<CashUpField>): Promise<Answer> {
  const asked = submitted?.values ?? Object.fromEntries(desk.query);
  const shift = shiftOf(desk, asked);
  const name = await nameOf(desk, shift.accountId);
  const sellers = maySeeAll(desk) ? await listAccounts(desk.store) : [];
  const found = await getCashUp(desk.store, desk.actor, shift);
  return cashUpPage(desk, { shift, name, sellers, ...found, submitted });
}

export const saveCount = postForm<CashUpField>(async (desk, { values, again }) => {
  const { actor, language, currency } = desk;
  const shift = shiftOf(desk, values);
  const startCents = centsIn(values.start || '0', currency);
  const countedCents = centsIn(values.counted ?? '', currency);
  if (startCents === undefined || countedCents === undefined) {
    const fault = cashUpTexts(language)('amountFault', { example: examplePrice(language, currency) });
    return again(
      faultsAmong({
        start: startCents === undefined && fault,
        counted: countedCents === undefined && fault,
      }),
    );
  }
  const count = { startCents, countedCents };
  const request = formOnce<string>(desk, 'cash up', values.key, { ...shift, ...count }, String);
  const name = await nameOf(desk, shift.accountId);
  await once(desk, actor, request, async ({ tx, now }) => {
    await countDrawer(tx, actor, shift, count, { name, now });
    return { outcome: '' };
  });
  const { day: date, accountId: seller } = shift;
  return seeOther(`/desk/cash-up?${new URLSearchParams({ date, seller, done: 'drawerCounted' })}`);
}, showCashUp);

/** The day and the seller that were chosen; by default today, and who has signed in. */
function shiftOf(
  desk: DeskRequest,
  { date = '', seller = '' }: { readonly date?: string | undefined; readonly seller?: string | undefined },
): Shift {
  const { calendar, currency } = desk;
  const day: CalendarDay = parseCalendarDay(date) ?? calendar.today();
  const chosen = maySeeAll(desk) ? parseUuid(seller) : undefined;
  return { day, accountId: chosen ?? desk.actor.accountId, currency };
}

function maySeeAll({ actor: { role } }: Clerk): boolean {
  return scopeOf(role, 'read-reports') === 'all';
}

async function nameOf({ store }: DeskOptions, accountId: Uuid): Promise<string> {
  return (await findUsernames(store, [accountId])).get(accountId) ?? '';
}
