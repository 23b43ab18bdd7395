import { findUsernames, type ListedAccount, listAccounts } from '../../accounts/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { may, scopeOf } from '../../core/permissions.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { once } from '../../idempotency/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import {
  countDrawer,
  getCashUp,
  getHouseCashUp,
  moveCash,
  type Shift,
  setFloat,
} from '../../payments/index.ts';
import type { ActionContext } from '../../store/index.ts';
import { type CashUpField, cashUpPage } from './cash-up-page.ts';
import { CASH_UP, WHOLE_HOUSE } from './cash-up-parts.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import type { Done } from './done.ts';
import { centsIn, examplePrice } from './figure-fields.ts';
import { formOnce } from './form-once.ts';
import { houseCashUpPage } from './house-cash-up.ts';
import { faultsAmong, postForm } from './post-form.ts';
import { reasonFault, reasonIn } from './void-form.ts';

/** What a seller, or the whole house, has taken and paid back on a day, and the drawers that are counted. */
export async function showCashUp(desk: DeskRequest, submitted?: Submitted<CashUpField>): Promise<Answer> {
  const { store, actor } = desk;
  const asked = submitted?.values ?? Object.fromEntries(desk.query);
  const shift = shiftOf(desk, asked);
  const sellers = maySeeAll(desk) ? await sellersAt(desk) : [];
  if (asked.seller === WHOLE_HOUSE && maySeeAll(desk)) return showWholeHouse(desk, shift, sellers);
  const found = await getCashUp(store, actor, shift);
  const recorders = found.movements.flatMap(({ recordedBy }) => recordedBy ?? []);
  const names = await findUsernames(store, [...new Set([shift.accountId, ...recorders])]);
  return cashUpPage(desk, { shift, names, sellers, ...found, submitted });
}

async function showWholeHouse(
  desk: DeskRequest,
  shift: Shift,
  sellers: readonly ListedAccount[],
): Promise<Answer> {
  const { store, actor, language } = desk;
  const ids = sellers.map(({ accountId }) => accountId);
  const house = await getHouseCashUp(store, actor, shift, ids);
  const accounts = [...house.keys()].filter((id) => id !== null);
  const names = await findUsernames(store, accounts);
  const nameIn = (id: Uuid | null) =>
    id === null ? cashUpTexts(language)('byItself') : (names.get(id) ?? '');
  const sorted = accounts.toSorted((one, other) => nameIn(one).localeCompare(nameIn(other), language));
  const found = [...sorted, null].flatMap((accountId) => {
    const cashUp = house.get(accountId);
    return cashUp === undefined ? [] : [{ accountId, name: nameIn(accountId), ...cashUp }];
  });
  return houseCashUpPage(desk, { shift, sellers, found });
}

export const saveFloat = postForm<CashUpField>(async (desk, { values, again }) => {
  const cents = centsIn(values.float ?? '', desk.currency);
  if (cents === undefined) return again({ faults: { float: amountFault(desk) } });
  return save(
    desk,
    { values, form: 'float', content: { cents }, done: 'floatSaved' },
    (context, shift, name) => setFloat(context, shift, cents, name),
  );
}, showCashUp);

export const saveMovement = postForm<CashUpField>(async (desk, { values, again }) => {
  const kind = values.kind === 'pay-in' || values.kind === 'pay-out' ? values.kind : undefined;
  const cents = centsIn(values.amount ?? '', desk.currency);
  const reason = reasonIn(values.reason);
  if (kind === undefined || !cents || reason === undefined) {
    const say = cashUpTexts(desk.language);
    const faults = faultsAmong<CashUpField>({
      amount: !cents && amountFault(desk),
      reason: reason === undefined && reasonFault(desk),
    });
    return again({ ...faults, fault: kind === undefined ? say('kindFault') : undefined });
  }
  const movement = { kind, cents, reason } as const;
  const done = kind === 'pay-in' ? 'paidIn' : 'paidOut';
  return save(desk, { values, form: 'movement', content: movement, done }, (context, shift, name) =>
    moveCash(context, shift, movement, name),
  );
}, showCashUp);

export const saveCount = postForm<CashUpField>(async (desk, { values, again }) => {
  const startCents = values.start === undefined ? undefined : centsIn(values.start || '0', desk.currency);
  const countedCents = centsIn(values.counted ?? '', desk.currency);
  const isStartWrong = values.start !== undefined && startCents === undefined;
  if (isStartWrong || countedCents === undefined)
    return again(
      faultsAmong<CashUpField>({
        start: isStartWrong && amountFault(desk),
        counted: countedCents === undefined && amountFault(desk),
      }),
    );
  const count = { startCents, countedCents };
  return save(
    desk,
    { values, form: 'cash up', content: count, done: 'drawerCounted' },
    (context, shift, name) => countDrawer(context, shift, count, name),
  );
}, showCashUp);

interface Saving {
  readonly values: Submitted<CashUpField>['values'];
  /** Its name. */
  readonly form: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly done: Done;
}

/** Does once what a form asks for. */
async function save(
  desk: DeskRequest,
  { values, form, content, done }: Saving,
  act: (context: ActionContext, shift: Shift, name: string) => Promise<void>,
): Promise<Answer> {
  const shift = shiftOf(desk, values);
  const request = formOnce<string>(desk, form, values?.key, { ...shift, ...content }, String);
  const name = await nameOf(desk, shift.accountId);
  await once(desk, desk.actor, request, async (context) => {
    await act(context, shift, name);
    return { outcome: '' };
  });
  const { day: date, accountId: seller } = shift;
  return seeOther(`${CASH_UP}?${new URLSearchParams({ date, seller, done })}`);
}

/** The day and the seller that were chosen; by default today, and who has signed in. */
function shiftOf(
  desk: DeskRequest,
  { date = '', seller = '' }: Submitted<CashUpField>['values'] = {},
): Shift {
  const { calendar, currency } = desk;
  const day: CalendarDay = parseCalendarDay(date) ?? calendar.today();
  const chosen = maySeeAll(desk) ? parseUuid(seller) : undefined;
  return { day, accountId: chosen ?? desk.actor.accountId, currency };
}

function maySeeAll({ actor: { role } }: Clerk): boolean {
  return scopeOf(role, 'read-reports') === 'all';
}

/** Who sells at the desk. */
async function sellersAt({ store }: DeskOptions): Promise<ListedAccount[]> {
  return (await listAccounts(store)).filter(({ role }) => may(role, 'void-tickets'));
}

async function nameOf({ store }: DeskOptions, accountId: Uuid): Promise<string> {
  return (await findUsernames(store, [accountId])).get(accountId) ?? '';
}

function amountFault({ language, currency }: DeskRequest): string {
  return cashUpTexts(language)('amountFault', { example: examplePrice(language, currency) });
}
