import { randomUUID } from 'node:crypto';
import type { Language } from '../../../core/language.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { differences, type EventDraft } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Category, listCategories, STANDARD } from '../../../offers/index.ts';
import { FIGURE_INPUT, type Field, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { table } from '../../../pages/table.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { type SoldDay, soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import { weekdayValues } from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { examplePrice, placesInWords, pricesInWords } from '../figure-fields.ts';
import { eventAddress } from '../links.ts';
import { formTo } from '../post-form.ts';
import { datePicker } from './date-picker.ts';
import { type EventField, eventFields, priceValues, type WrittenEvent } from './event-draft.ts';
import { eventFormTexts } from './event-form-texts.ts';
import { eventsTexts } from './events-texts.ts';
import { textsInputs, textsInWords } from './texts-fields.ts';
import { type VisibilityField, visibilityChoice } from './visibility.ts';

/** The step that adds times at equal distances. */
export const ADD_TIMES = 'add-times';

/** `key`: the idempotency key of a new event; `copied`: the event it is a copy of; `seen`: the event that the form's writer saw. */
export type EventFormField = EventField | VisibilityField | 'key' | 'copied' | 'seen';

export interface EventForm {
  readonly written: WrittenEvent;
  /** For an existing event: the draft that the form's writer saw. */
  readonly edited?: { readonly eventId: Uuid; readonly seen: EventDraft };
  /** For a new event: the one that it is a copy of. */
  readonly copied?: Uuid;
  /** The language of its own texts; left out, or null: that of the museum. */
  readonly textLanguage?: Language | null;
  /** The button that was pressed to see the form like this: it has the focus. */
  readonly pressed?: string;
  readonly submitted?: Submitted<EventFormField>;
  /** What somebody else has changed meanwhile, and what the writer typed. */
  readonly changed?: { readonly before: EventDraft; readonly now: EventDraft; readonly mine: EventDraft };
  /** Days with sold tickets that would be taken off, which has to be confirmed. */
  readonly takesOff?: readonly SoldDay[];
}

export async function eventFormPage(desk: DeskRequest, form: EventForm): Promise<Answer> {
  const { language } = desk;
  const { written, edited, copied, pressed, submitted = {}, changed, takesOff } = form;
  const say = eventFormTexts(language);
  const categories = await listCategories(desk.store, desk.actor);
  const faults = {
    ...submitted.faults,
    ...(changed && conflicts(desk, changed, categories)),
    ...(takesOff && { dates: say('takesOff') }),
  };
  const fields = fieldsOf<EventFormField>(language, {
    ...(takesOff && { status: 409 }),
    ...submitted,
    values: {
      visibility: 'public',
      ...(copied && { copied }),
      ...submitted.values,
      ...written.typed,
      ...weekdayValues(written.weekdays),
      ...priceValues(written),
      ...written.texts,
      standardOff: written.isStandardSold ? undefined : '1',
    },
    faults,
  });
  const at = edited === undefined ? '/desk/events/new' : `${eventAddress(edited.eventId)}/edit`;
  const save = say(edited === undefined ? 'announce' : 'save');
  const picker = { written, fields, fault: faults.dates, pressed, today: desk.calendar.today() };
  const others = categories.filter(
    ({ category, onSale }) => category !== STANDARD && (onSale || written.prices[category]),
  );
  const { name, location, description, price, capacity, times, minutes, ...further } = eventFields(
    desk,
    others,
    written.typed.times !== '',
  );
  const ownLanguage = edited?.seen.textLanguage ?? form.textLanguage ?? desk.settings.now.language;
  const standard = categories[0]?.name ?? STANDARD;
  // The first button is what Enter presses: not the one that turns the month.
  const content = html`
    <button hidden>${save}</button>
    ${edited === undefined && [fields.hidden('key', randomUUID()), fields.hidden('copied', '')]}
    ${edited !== undefined && fields.hidden('seen', seenAs(edited.seen))}
    ${fields.inputs({ name, location })}
    ${fields.textarea('description', description)}
    ${textsInputs(desk, fields, ownLanguage, faults)}
    ${priceFields(desk, fields, others.length > 0 ? { ...price, label: standard } : price, further, faults.prices)}
    ${fields.inputs({ capacity, times })}
    ${timesToAdd(desk, fields, form)}
    ${fields.inputs({ minutes })}
    ${datePicker(desk, picker)}
    ${edited === undefined && visibilityChoice(desk, fields)}
    ${takesOff && edited && (await consent(desk, edited.eventId, takesOff))}
    ${edited === undefined && html`<p class="hint">${say('pictureLater')}</p>`}
    <p><button class="action">${save}</button></p>
  `;
  const main = html`
    ${changed && changes(desk, changed, categories)}
    ${formTo(desk, at, content)}`;
  const title =
    edited === undefined ? eventsTexts(language)('announce') : say('editTitle', { name: edited.seen.name });
  return deskPage(desk, { title, main, here: '/desk/events', form: fields });
}

/** Fields to add times at equal distances. */
function timesToAdd(
  { language }: Clerk,
  fields: Fields<EventField>,
  { written: { typed }, pressed }: EventForm,
): Html {
  const say = eventFormTexts(language);
  const isPressed = pressed === ADD_TIMES;
  const open = `${typed.every}${typed.timeFrom}${typed.timeTo}` !== '' || isPressed;
  const button = { name: 'step', value: ADD_TIMES, formnovalidate: true, autofocus: isPressed };
  const time = { type: 'time' };
  return html`
    <details class="range"${attributes({ open })}>
      <summary>${say('manyTimes')}</summary>
      ${fields.input('every', { label: say('every'), with: FIGURE_INPUT })}
      ${fields.input('timeFrom', { label: say('timeFrom'), with: time })}
      ${fields.input('timeTo', { label: say('timeTo'), with: time })}
      <p><button${attributes(button)}>${say('addTimes')}</button></p>
    </details>
  `;
}

/**
 * The price; or, where there are categories, a price for each that is on sale or has one.
 * @param fault of all prices
 */
function priceFields(
  { language, currency }: DeskRequest,
  fields: Fields<EventField>,
  price: Field,
  further: Readonly<Record<string, Field>>,
  fault: string | undefined,
): Html {
  const say = eventFormTexts(language);
  const hint = say('priceHint', { currency, example: examplePrice(language, currency) });
  if (Object.keys(further).length === 0) return fields.input('price', { ...price, hint });
  const group = attributes({
    id: 'prices',
    tabindex: -1,
    class: fault === undefined ? 'field' : 'field faulty',
    'aria-describedby': ['prices-hint', fault !== undefined && 'prices-fault'].filter(Boolean).join(' '),
  });
  return html`
    <fieldset${group}>
      <legend>${say('prices')}</legend>
      <p class="hint" id="prices-hint">${hint} ${say('pricesHint')}</p>
      ${fault !== undefined && html`<p class="fault" id="prices-fault">${fault}</p>`}
      <div class="in-a-row">
        ${fields.inputs({ price, ...further })}
      </div>
      ${fields.checkbox('standardOff', { label: say('standardOff') })}
    </fieldset>
  `;
}

type Changed = NonNullable<EventForm['changed']>;

const FIELDS = [
  'name',
  'location',
  'description',
  'priceCents',
  'prices',
  'capacity',
  'times',
  'minutes',
  'texts',
] as const;

/** For each field that both have changed differently: the other's value. */
function conflicts(
  clerk: Clerk,
  { before, now, mine }: Changed,
  categories: readonly Category[],
): Readonly<Record<string, string>> {
  const others = differences(before, now);
  const own = differences(before, mine);
  const both = FIELDS.filter((field) => field in others && field in own && field in differences(now, mine));
  const say = eventFormTexts(clerk.language);
  return Object.fromEntries(
    both.map((field) => [nameOf(field), say('nowIs', { now: shown(clerk, field, now, categories) })]),
  );
}

function nameOf(field: (typeof FIELDS)[number]): EventField {
  return field === 'priceCents' ? 'price' : field;
}

function shown(
  clerk: Clerk,
  field: (typeof FIELDS)[number],
  draft: EventDraft,
  categories: readonly Category[],
): string {
  switch (field) {
    case 'priceCents':
      return clerk.words.price(draft);
    case 'prices':
      return pricesInWords(clerk, draft.prices, categories);
    case 'capacity':
      return placesInWords(clerk, draft.capacity);
    case 'times':
      return timesInWords(clerk, draft);
    case 'minutes':
      return clerk.words.number(draft.minutes);
    case 'texts':
      return textsInWords(draft.texts);
    default:
      return draft[field];
  }
}

/** "11:00, 14:30" */
export function timesInWords({ language }: Clerk, { times }: Pick<EventDraft, 'times'>): string {
  return times.length === 0 ? eventsTexts(language)('wholeDay') : times.toSorted().join(', ');
}

function changes(clerk: Clerk, { before, now }: Changed, categories: readonly Category[]): Html {
  const { language, words } = clerk;
  const say = eventFormTexts(language);
  const differing = differences(before, now);
  const rows = FIELDS.filter((field) => field in differing).map((field) => ({
    field: say(nameOf(field) as 'name'),
    was: shown(clerk, field, before, categories),
    now: shown(clerk, field, now, categories),
  }));
  if (differing.isStandardSold !== undefined) {
    const standard = categories[0]?.name ?? STANDARD;
    const [was, isNow] = [before, now].map(({ isStandardSold }) =>
      say(isStandardSold ? 'isSold' : 'notSold'),
    );
    rows.push({ field: standard, was: was ?? '', now: isNow ?? '' });
  }
  const added = now.dates.filter((day) => !before.dates.includes(day));
  const gone = before.dates.filter((day) => !now.dates.includes(day));
  const list = (days: typeof added) => words.list(days.map(words.date));
  const dates = (text: string) => ({ field: say('dates'), was: '', now: text });
  if (added.length > 0) rows.push(dates(say('datesAdded', { days: list(added) })));
  if (gone.length > 0) rows.push(dates(say('datesRemoved', { days: list(gone) })));
  return table(say('whatChanged'), rows, [
    { head: say('field'), cell: ({ field }) => field },
    { head: say('before'), cell: ({ was }) => was },
    { head: say('now'), cell: (row) => row.now },
  ]);
}

/** The consequences of taking days off, with a checkbox to confirm. */
async function consent(desk: DeskRequest, eventId: Uuid, days: readonly SoldDay[]): Promise<Html> {
  const { language, actor } = desk;
  const say = eventsTexts(language);
  const lost = days.map(({ day }) => day);
  const people = await countAddresses(desk.store, actor, eventId, lost);
  const { checkbox } = fieldsOf<'confirmed'>(language);
  const caption = { caption: say('soldFor'), day: say('day'), sold: say('sold') };
  const isMeant = { label: eventFormTexts(language)('confirmTakeOff'), with: { value: lost.join(' ') } };
  return html`
    <section class="needs">
      <h2>${say('stopAdmitting', { count: soldOn(days) })}</h2>
      ${whoIsTold(desk, people)}
      ${soldDaysTable(desk, days, caption)}
      ${checkbox('confirmed', isMeant)}
    </section>
  `;
}
