import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import {
  changeDiscountSet,
  type Discount,
  type DiscountChanges,
  type DiscountSet,
  findMadeDiscounts,
  getDiscountSet,
  listDiscountSets,
  listDiscounts,
  NOTE_CHARACTERS,
} from '../../discounts/index.ts';
import { findEventTitles } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import { csvAnswer } from '../../http/csv.ts';
import { seeOther } from '../../http/sessions.ts';
import { type Category, listCategories } from '../../offers/index.ts';
import { FIGURE_INPUT, fieldsOf, momentIn, type Submitted, textField } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../pages/table.ts';
import { runAction } from '../../store/index.ts';
import { weekdaysInWords } from './calendar/weekday-fields.ts';
import { codesTexts } from './codes-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from './desk-page.ts';
import { done } from './done.ts';
import { pathId } from './links.ts';
import { faultsAmong, formTo, postForm } from './post-form.ts';

export const CODES = '/desk/settings/codes';

export function codesAddress(batchId: Uuid): string {
  return `${CODES}/${batchId}`;
}

/** Codes that were made together, the newest first; or those among which is the one that is looked for. */
export async function showCodes(desk: DeskRequest): Promise<Answer> {
  const { language, actor, store, query } = desk;
  const say = codesTexts(language);
  const sought = (query.get('code') ?? '').trim();
  const [found] = sought === '' ? [] : await listDiscounts(store, actor, { code: sought }, 1);
  if (found !== undefined) return seeOther(codesAddress(found.batchId));
  const sets = await listDiscountSets(store, actor);
  const inWords = await termsInWords(
    desk,
    sets.map(({ first }) => first),
  );
  const columns: Column<DiscountSet>[] = [
    { head: say('code'), cell: (set) => linkTo(desk, set) },
    { head: say('note'), cell: ({ first: { note } }) => note && html`<span dir="auto">${note}</span>` },
    { head: say('effect'), cell: ({ first }) => inWords(first).effect },
    { head: say('scope'), cell: ({ first }) => inWords(first).scope },
    { head: say('use'), cell: (set) => usedInWords(desk, set), isNumber: true },
    { head: say('state'), cell: ({ first }) => stateInWords(desk, first) },
  ];
  const fields = fieldsOf<'code'>(language);
  const search = html`
    <form action="${CODES}" class="in-a-row">
      ${fields.input('code', { label: say('findLabel'), value: sought, with: { autocomplete: 'off' } })}
      <button>${say('find')}</button>
    </form>
  `;
  const main = html`
    <p><a class="button action" href="${CODES}/new">${say('add')}</a></p>
    ${sets.length > 0 && search}
    ${sought !== '' && html`<p class="quiet" role="status">${say('notFound')}</p>`}
    ${table(unseenCaption(say('title')), sets, columns, say('none'))}
  `;
  return deskPage(desk, { title: say('title'), lead: say('lead'), main, here: SETTINGS_PAGE });
}

/** How many codes and sets there are, for the list of settings. */
export async function codesInWords({ store, actor, language }: DeskRequest): Promise<string> {
  const { length: count } = await listDiscountSets(store, actor);
  return count === 0 ? codesTexts(language)('none') : codesTexts(language)('some', { count });
}

function linkTo({ language }: DeskRequest, { first: { batchId, code }, count }: DiscountSet): Html {
  return html`<a class="unbroken" href="${codesAddress(batchId)}">${codesTexts(language)('setOf', { code, count })}</a>`;
}

function usedInWords({ language, words }: DeskRequest, { first, used, count }: DiscountSet): string {
  const { uses } = first;
  if (uses === null) return words.number(used);
  return codesTexts(language)('usedOf', { used: words.number(used), uses: words.number(uses * count) });
}

function stateInWords({ language, words, clock }: DeskRequest, discount: Discount): string {
  const say = codesTexts(language);
  const { isEnabled, validFrom, validTo } = discount;
  const now = clock.now();
  if (!isEnabled) return say('off');
  if (validTo !== null && validTo <= now) return say('over', { time: words.instant(validTo) });
  if (validFrom !== null && now < validFrom) return say('notYet', { time: words.instant(validFrom) });
  return say('on');
}

interface TermsInWords {
  readonly effect: string;
  readonly scope: string;
}

/** What codes do, and for which tickets. */
async function termsInWords(
  desk: DeskRequest,
  discounts: readonly Discount[],
): Promise<(discount: Discount) => TermsInWords> {
  const { store, actor } = desk;
  const [titles, categories] = await Promise.all([
    findEventTitles(
      store,
      discounts.flatMap(({ scope }) => scope.eventIds ?? []),
    ),
    listCategories(store, actor),
  ]);
  const nameOf = (eventId: Uuid) => titles.get(eventId)?.name ?? eventId;
  return (discount) => ({
    effect: effectInWords(desk, discount),
    scope: scopeInWords(desk, discount, nameOf, categories),
  });
}

function effectInWords({ language, words, currency }: DeskRequest, { kind, value }: Discount): string {
  const say = codesTexts(language);
  switch (kind) {
    case 'percent':
      return say('percentOff', { percent: words.percent((value ?? 0) * 100) });
    case 'amount':
      return say('amountOff', { amount: words.money(value ?? 0, currency) });
    case 'price':
      return say('forPrice', { price: words.money(value ?? 0, currency) });
    case 'access':
      return say('opens');
  }
}

/** "general entry · Adults · Monday and Tuesday · up to 31 May" */
function scopeInWords(
  desk: DeskRequest,
  { scope }: Discount,
  nameOf: (eventId: Uuid) => string,
  categories: readonly Category[],
): string {
  const { language, words } = desk;
  const say = codesTexts(language);
  const { ticketType, eventIds, from, to, weekdays, entryTimes } = scope;
  const types = { general: say('general'), event: say('events') };
  const named = categories.filter(({ category }) => scope.categories?.includes(category));
  const parts = [
    eventIds ? words.list(eventIds.map(nameOf)) : ticketType && types[ticketType],
    words.list(named.map(({ name }) => name)),
    from && say('fromDay', { day: words.date(from) }),
    to && say('toDay', { day: words.date(to) }),
    weekdays && weekdaysInWords(desk, weekdays),
    entryTimes && say('times', entryTimes),
  ];
  return parts.filter(Boolean).join(' · ') || say('allTickets');
}

type ChangeField = 'uses' | 'validTo' | 'note' | 'enabled';

/** Codes that were made together: what they do, how often they were used, and what of them can be changed. */
export async function showCodeSet(desk: DeskRequest, submitted?: Submitted<ChangeField>): Promise<Answer> {
  const { language, words, store, actor } = desk;
  const say = codesTexts(language);
  const set = await getDiscountSet(store, actor, pathId(desk.request, 'batchId'));
  const { first, count } = set;
  const { effect, scope } = (await termsInWords(desk, [first]))(first);
  const fields = fieldsOf<ChangeField>(language, submitted);
  const link = linkWith(desk, first, count);
  const channels = first.channels?.map((channel) => say(channel));
  const facts = factList('facts', [
    [say('effect'), asHeading(effect)],
    [say('scope'), asHeading(scope)],
    [say('perOrder'), first.perOrder],
    [say('channels'), channels && asHeading(words.list(channels))],
    [say('use'), usedInWords(desk, set)],
    [say('state'), asHeading(stateInWords(desk, first))],
    [say('note'), first.note],
    [say('link'), link && html`<a href="${link}">${link}</a>`],
  ]);
  const form = html`
    ${fields.inputs(changeFields(desk, first))}
    ${fields.checkbox('enabled', { label: say('enabled'), value: first.isEnabled ? 'on' : undefined })}
    <button class="action">${say('save')}</button>
  `;
  const main = html`
    ${facts}
    <p><a class="button" href="${codesAddress(first.batchId)}/codes.csv">${say('download', { count })}</a></p>
    ${section(say('changeTitle'), formTo(desk, codesAddress(first.batchId), form))}
  `;
  const title = say('setOf', { code: first.code, count });
  return deskPage(desk, { title, main, here: SETTINGS_PAGE, form: fields, styles: [SETTINGS_STYLE] });
}

/** Where visitors buy with one code: at its event, or on the next day. */
function linkWith(
  { shopAt }: DeskRequest,
  { code, scope, kind }: Discount,
  count: number,
): string | undefined {
  const shop = shopAt();
  if (shop === undefined || count > 1) return undefined;
  const [eventId, ...others] = scope.eventIds ?? [];
  const page = eventId !== undefined && others.length === 0 ? `/events/${eventId}` : '/visit';
  return kind === 'access' && page === '/visit' ? undefined : `${shop}${page}?code=${code}`;
}

function changeFields(desk: DeskRequest, { uses, validTo, note }: Discount) {
  const say = codesTexts(desk.language);
  return {
    uses: {
      label: say('uses'),
      hint: say('usesHint'),
      value: uses === null ? '' : `${uses}`,
      with: FIGURE_INPUT,
    },
    validTo: {
      label: say('validTo'),
      value: typedMoment(desk, validTo),
      with: { type: 'datetime-local' },
    },
    note: textField(
      {
        label: say('note'),
        hint: say('noteHint'),
        value: note ?? '',
        fault: say('noteFault', { most: NOTE_CHARACTERS }),
      },
      { most: NOTE_CHARACTERS },
    ),
  };
}

/** As `momentIn` reads it. */
function typedMoment({ terms }: DeskRequest, at: number | null): string {
  if (at === null) return '';
  const { day, time } = terms.localOf(at);
  return `${day}T${time.slice(0, 5)}`;
}

/** Changes all of them. */
export const changeCodeSet = postForm<ChangeField>(async (desk, sent) => {
  const { language, terms, store, actor } = desk;
  const say = codesTexts(language);
  const batchId = pathId(desk.request, 'batchId');
  const { first } = await getDiscountSet(store, actor, batchId);
  const { uses: typedUses = '', validTo: typedEnd = '', note = '', enabled } = sent.values;
  const uses = usesIn(typedUses);
  const isSameEnd = typedEnd === typedMoment(desk, first.validTo);
  const validTo = isSameEnd ? first.validTo : typedEnd === '' ? null : momentIn(typedEnd, terms.localOf);
  const faults = faultsAmong<ChangeField>({
    uses: uses === undefined && say('usesFault'),
    validTo: validTo === undefined && say('momentFault'),
    note: note.length > NOTE_CHARACTERS && say('noteFault', { most: NOTE_CHARACTERS }),
  });
  if (faults !== undefined || uses === undefined || validTo === undefined) return sent.again(faults);
  const wanted = { uses, validTo, note: note === '' ? null : note, isEnabled: enabled !== undefined };
  await runAction(desk, actor, (context) => changeDiscountSet(context, batchId, changesTo(first, wanted)));
  return done(codesAddress(batchId), 'codesChanged');
}, showCodeSet);

/** What is to be changed: of several codes, each keeps what the form doesn't change. */
function changesTo(before: Discount, wanted: Required<DiscountChanges>): DiscountChanges {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof DiscountChanges] !== value),
  );
}

/** Null: any number; undefined: it is no number of uses. */
export function usesIn(typed: string): number | null | undefined {
  if (typed === '') return null;
  return /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined;
}

/** All codes that were made together, as a file for a mail merge. */
export async function downloadCodes(desk: DeskRequest): Promise<Answer> {
  const { store, actor, request } = desk;
  const batchId = parseUuid((request.params as { readonly batchId: string }).batchId);
  const discounts = batchId === undefined ? [] : await findMadeDiscounts(store, actor, batchId);
  const rows = discounts.map((discount) => [
    ...[discount.code, linkWith(desk, discount, 1) ?? ''],
    ...[discount.uses ?? '', discount.used],
  ]);
  const answer = csvAnswer('codes', { columns: ['code', 'link', 'uses', 'used'], rows });
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}
