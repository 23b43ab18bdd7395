import { addDays, parseCalendarDay } from '../../core/calendar-day.ts';
import { Refusal } from '../../core/refusal.ts';
import { hasLength } from '../../core/text.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import { isTimeOfDay } from '../../core/zoned-time.ts';
import {
  CODE_LENGTH,
  DISCOUNT_CHANNELS,
  DISCOUNT_KINDS,
  type DiscountKind,
  type DiscountScope,
  leastLengthOf,
  MOST_CODES,
  makeDiscounts,
  type NewDiscounts,
  NOTE_CHARACTERS,
  spellingOf,
} from '../../discounts/index.ts';
import { listEvents } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import { once } from '../../idempotency/index.ts';
import { type Category, listCategories } from '../../offers/index.ts';
import { MOST_TICKETS } from '../../orders/index.ts';
import { FIGURE_INPUT, type Fields, fieldsOf, momentIn, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { tickedWeekdays, type WeekdayField, weekdayBoxes } from './calendar/weekday-fields.ts';
import { CODES, codesAddress, usesIn } from './codes.ts';
import { codesTexts } from './codes-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from './desk-page.ts';
import { done } from './done.ts';
import { centsIn, examplePrice } from './figure-fields.ts';
import { formOnce } from './form-once.ts';
import { faultsAmong, formTo, postForm, type Sent } from './post-form.ts';

type Name =
  | WeekdayField
  | `categories-${string}`
  | `channels-${string}`
  | (typeof NAMES)[number]
  | 'categories'
  | 'channels'
  | 'key';
const NAMES = [
  ...(['code', 'count', 'prefix', 'kind', 'value', 'product', 'from', 'to', 'fromTime', 'toTime'] as const),
  ...(['uses', 'perOrder', 'validFrom', 'validTo', 'note'] as const),
] as const;
type Values = Sent<Name>['values'];

/** Events of so many days ahead can be chosen. */
const DAYS_AHEAD = 366;
const DATE = { type: 'date' };
const TIME = { type: 'time' };
const MOMENT = { type: 'datetime-local' };

/** The form for new codes. It carries a key: sent twice, it makes them once. */
export async function showNewCodes(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, store, actor } = desk;
  const say = codesTexts(language);
  const fields = fieldsOf<Name>(language, submitted);
  const categories = await listCategories(store, actor);
  const form = html`
    ${fields.hidden('key', crypto.randomUUID())}
    ${whichFields(desk, fields)}
    ${effectFields(desk, fields)}
    ${await scopeFields(desk, fields, categories)}
    ${sellingFields(desk, fields)}
    <button class="action">${say('make')}</button>
  `;
  return deskPage(desk, {
    title: say('makeTitle'),
    lead: say('makeLead'),
    main: formTo(desk, `${CODES}/new`, form),
    here: SETTINGS_PAGE,
    form: fields,
    styles: [SETTINGS_STYLE],
  });
}

function whichFields({ language }: DeskRequest, fields: Fields<Name>): Html {
  const say = codesTexts(language);
  const typed = { autocomplete: 'off', spellcheck: 'false' };
  return html`
    ${fields.input('code', { label: say('ownCode'), hint: say('ownCodeHint'), with: { ...typed, maxlength: CODE_LENGTH.most } })}
    ${fields.input('count', { label: say('count'), hint: say('countHint'), with: FIGURE_INPUT })}
    ${fields.input('prefix', { label: say('prefix'), hint: say('prefixHint'), with: { ...typed, maxlength: CODE_LENGTH.prefix } })}
  `;
}

function effectFields({ language, currency }: DeskRequest, fields: Fields<Name>): Html {
  const say = codesTexts(language);
  const options = DISCOUNT_KINDS.map((value) => ({ value, text: say(value) }));
  return html`
    ${fields.select('kind', { label: say('kind'), options, value: 'percent' })}
    ${fields.input('value', { label: say('value'), hint: say('valueHint', { currency }), with: { autocomplete: 'off', inputmode: 'decimal' } })}
  `;
}

async function scopeFields(
  desk: DeskRequest,
  fields: Fields<Name>,
  categories: readonly Category[],
): Promise<Html> {
  const { language, store, actor, calendar } = desk;
  const say = codesTexts(language);
  const today = calendar.today();
  const events = await listEvents(store, actor, { from: today, to: addDays(today, DAYS_AHEAD) });
  const products = [
    ...[
      { value: '', text: say('allTickets') },
      { value: 'general', text: say('general') },
    ],
    ...[{ value: 'event', text: say('events') }],
    ...events.map(({ eventId, name }) => ({ value: eventId, text: name })),
  ];
  const options = categories.map(({ category, name }) => ({ value: category, text: name }));
  return html`
    ${fields.select('product', { label: say('product'), options: products, value: '' })}
    ${options.length > 1 && fields.boxes('categories', { label: say('categories'), hint: say('categoriesHint'), options, chosen: [] })}
    <fieldset>
      <legend>${say('visit')}</legend>
      <div class="times">
        ${fields.input('from', { label: say('from'), with: DATE })}
        ${fields.input('to', { label: say('to'), with: DATE })}
      </div>
    </fieldset>
    ${weekdayBoxes(desk, fields, say('weekdays'))}
    <fieldset>
      <legend>${say('entryTimes')}</legend>
      <div class="times">
        ${fields.input('fromTime', { label: say('fromTime'), with: TIME })}
        ${fields.input('toTime', { label: say('toTime'), with: TIME })}
      </div>
    </fieldset>
  `;
}

function sellingFields({ language }: DeskRequest, fields: Fields<Name>): Html {
  const say = codesTexts(language);
  const options = DISCOUNT_CHANNELS.map((value) => ({ value, text: asHeading(say(value)) }));
  return html`
    ${fields.input('uses', { label: say('uses'), hint: say('usesHint'), with: FIGURE_INPUT })}
    ${fields.input('perOrder', { label: say('perOrder'), with: FIGURE_INPUT })}
    <fieldset>
      <legend>${say('selling')}</legend>
      <div class="times">
        ${fields.input('validFrom', { label: say('validFrom'), with: MOMENT })}
        ${fields.input('validTo', { label: say('validTo'), with: MOMENT })}
      </div>
    </fieldset>
    ${fields.boxes('channels', { label: say('channels'), hint: say('channelsHint'), options, chosen: [] })}
    ${fields.input('note', { label: say('note'), hint: say('noteHint'), with: { autocomplete: 'off', maxlength: NOTE_CHARACTERS } })}
  `;
}

export const makeCodes = postForm<Name>(
  async (desk, { values, again }) => {
    const categories = await listCategories(desk.store, desk.actor);
    const faults = faultsIn(desk, values);
    if (faults !== undefined) return again(faults);
    const wanted = readCodes(desk, values, categories);
    const request = formOnce<string>(desk, 'codes', values.key, { ...wanted }, String);
    const outcome = await once(desk, desk.actor, request, async (context) => {
      const { batchId } = await makeDiscounts(context, wanted);
      return { outcome: batchId as string };
    });
    const batchId = (typeof outcome === 'string' ? outcome : outcome.kept) as Uuid;
    const count = 'count' in wanted.codes ? wanted.codes.count : 1;
    return done(codesAddress(batchId), 'codesMade', { count });
  },
  showNewCodes,
  (error, { language }) => {
    const say = codesTexts(language);
    if (!(error instanceof Refusal)) return undefined;
    if (error.kind === 'code-taken') return { faults: { code: say('codeTaken') }, status: 409 };
    if (error.kind === 'event-not-found') return { faults: { product: say('eventGone') }, status: 409 };
    return undefined;
  },
);

function faultsIn(desk: DeskRequest, values: Values): Submitted<Name> | undefined {
  const say = codesTexts(desk.language);
  const { code = '', count = '', prefix = '', perOrder = '', uses = '', note = '' } = values;
  const isCount = /^[1-9]\d{0,4}$/.test(count) && Number(count) <= MOST_CODES;
  const isPrefix =
    prefix === '' || (code === '' && new RegExp(`^[A-Za-z0-9-]{1,${CODE_LENGTH.prefix}}$`).test(prefix));
  const isPerOrder = perOrder === '' || (/^[1-9]\d{0,2}$/.test(perOrder) && Number(perOrder) <= MOST_TICKETS);
  return faultsAmong<Name>({
    code: code !== '' && ownCodeFault(desk, values),
    count: (code === '' ? !isCount : count !== '') && say('countFault', { most: MOST_CODES }),
    prefix: !isPrefix && say('prefixFault', { most: CODE_LENGTH.prefix }),
    value: valueFault(desk, values),
    ...dayFaults(desk, values),
    uses: usesIn(uses) === undefined && say('usesFault'),
    perOrder: !isPerOrder && say('usesFault'),
    ...momentFaults(desk, values),
    note: !hasLength(note, 0, NOTE_CHARACTERS) && say('noteFault', { most: NOTE_CHARACTERS }),
  });
}

function ownCodeFault(desk: DeskRequest, values: Values): string | false {
  const { code = '', uses = '' } = values;
  const least = leastLengthOf({ kind: kindIn(values), value: valueIn(desk, values), uses: usesIn(uses) });
  const { most } = CODE_LENGTH;
  const isRight = /^[A-Za-z0-9-]+$/.test(code) && hasLength(code, least, most);
  return (
    !(isRight && spellingOf(code).length >= CODE_LENGTH.least) &&
    codesTexts(desk.language)('ownCodeFault', { least, most })
  );
}

function kindIn({ kind }: Values): DiscountKind {
  return DISCOUNT_KINDS.find((each) => each === kind) ?? 'percent';
}

/** Whole percent, or cents; null: none, of a code that opens; undefined: it can't be read. */
function valueIn({ currency }: DeskRequest, values: Values): number | null | undefined {
  const { value = '' } = values;
  const kind = kindIn(values);
  if (kind === 'access') return value === '' ? null : undefined;
  if (kind === 'percent') return /^([1-9]\d?|100)$/.test(value) ? Number(value) : undefined;
  const cents = centsIn(value, currency);
  return kind === 'amount' && cents === 0 ? undefined : cents;
}

function valueFault(desk: DeskRequest, values: Values): string | false {
  const { language, currency } = desk;
  const say = codesTexts(language);
  if (valueIn(desk, values) !== undefined) return false;
  const kind = kindIn(values);
  if (kind === 'access') return say('valueHint', { currency });
  return kind === 'percent'
    ? say('percentFault')
    : say('amountFault', { example: examplePrice(language, currency) });
}

function dayFaults(
  { language, calendar }: DeskRequest,
  values: Values,
): Partial<Record<Name, string | false>> {
  const say = codesTexts(language);
  const { from = '', to = '', fromTime = '', toTime = '' } = values;
  const isNoDay = (typed: string) => typed !== '' && parseCalendarDay(typed) === undefined;
  const day = say('dayFault', { day: calendar.today() });
  const areTimes = isTimeOfDay(fromTime) && isTimeOfDay(toTime) && fromTime <= toTime;
  return {
    from: isNoDay(from) && day,
    to: isNoDay(to) ? day : to !== '' && to < from && say('toFault'),
    toTime: !(fromTime === '' && toTime === '') && !areTimes && say('timesFault'),
  };
}

function momentFaults(
  { language, terms }: DeskRequest,
  values: Values,
): Partial<Record<Name, string | false>> {
  const say = codesTexts(language);
  const { validFrom = '', validTo = '' } = values;
  const instantOf = (typed: string) => momentIn(typed, terms.localOf);
  const isWrong = (typed: string) => typed !== '' && instantOf(typed) === undefined;
  const isBefore = (instantOf(validTo) ?? Number.NaN) <= (instantOf(validFrom) ?? Number.NaN);
  return {
    validFrom: isWrong(validFrom) && say('momentFault'),
    validTo: isWrong(validTo) ? say('momentFault') : isBefore && say('endFault'),
  };
}

/** What was typed, in which there is no fault. */
function readCodes(desk: DeskRequest, values: Values, categories: readonly Category[]): NewDiscounts {
  const { code = '', count = '', prefix = '', perOrder = '', uses = '', note = '' } = values;
  const { validFrom = '', validTo = '' } = values;
  const channels = DISCOUNT_CHANNELS.filter((channel) => values[`channels-${channel}`] !== undefined);
  const instantOf = (typed: string) => momentIn(typed, desk.terms.localOf) ?? null;
  return {
    terms: {
      kind: kindIn(values),
      value: valueIn(desk, values) ?? null,
      scope: scopeIn(values, categories),
      perOrder: perOrder === '' ? null : Number(perOrder),
      validFrom: instantOf(validFrom),
      channels: channels.length === 0 ? null : channels,
    },
    sellers: null,
    use: { uses: usesIn(uses) ?? null, validTo: instantOf(validTo), note: note === '' ? null : note },
    codes: code === '' ? { count: Number(count), prefix } : { code },
  };
}

function scopeIn(values: Values, known: readonly Category[]): DiscountScope {
  const { product = '', fromTime = '', toTime = '' } = values;
  const eventId = parseUuid(product);
  const [from, to] = [parseCalendarDay(values.from ?? ''), parseCalendarDay(values.to ?? '')];
  const ticked = known.filter(({ category }) => values[`categories-${category}`] !== undefined);
  return {
    ...((product === 'general' || product === 'event') && { ticketType: product }),
    ...(eventId && { eventIds: [eventId] }),
    ...(ticked.length > 0 && { categories: ticked.map(({ category }) => category) }),
    ...(from && { from }),
    ...(to && { to }),
    ...tickedWeekdays(values),
    ...(fromTime && { entryTimes: { from: fromTime, to: toTime } }),
  };
}
