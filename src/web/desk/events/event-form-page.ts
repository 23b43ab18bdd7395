import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../../core/uuid.ts';
import { differences, EVENT_LIMITS, type EventDraft } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import { table } from '../../../pages/table.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { type SoldDay, soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskOptions } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { placesInWords } from '../places.ts';
import { formTo } from '../post-form.ts';
import { examplePrice } from '../price-field.ts';
import { datePicker } from './date-picker.ts';
import type { EventField, Faults, WrittenEvent } from './event-draft.ts';
import { eventFormTexts } from './event-form-texts.ts';
import { eventsTexts } from './events-texts.ts';

/** `key`: the idempotency key of a new event; `seen`: the event that the form's writer saw. */
export type EventFormField = EventField | 'key' | 'seen';

export interface EventForm {
  readonly written: WrittenEvent;
  /** For an existing event: the draft that the form's writer saw. */
  readonly edited?: { readonly eventId: Uuid; readonly seen: EventDraft };
  /** The button that was pressed to see the form like this: it has the focus. */
  readonly pressed?: string;
  readonly submitted?: Submitted<EventFormField>;
  /** What somebody else has changed meanwhile, and what the writer typed. */
  readonly changed?: { readonly before: EventDraft; readonly now: EventDraft; readonly mine: EventDraft };
  /** Days with sold tickets that would be taken off, which has to be confirmed. */
  readonly takesOff?: readonly SoldDay[];
}

export async function eventFormPage(clerk: Clerk, desk: DeskOptions, form: EventForm): Promise<Answer> {
  const { language } = clerk;
  const { written, edited, pressed, submitted = {}, changed, takesOff } = form;
  const say = eventFormTexts(language);
  const faults = {
    ...submitted.faults,
    ...(changed && conflicts(clerk, changed)),
    ...(takesOff && { dates: say('takesOff') }),
  };
  const fields = fieldsOf<EventFormField>(language, {
    ...(takesOff && { status: 409 }),
    ...submitted,
    values: { ...submitted.values, ...written.typed },
    faults,
  });
  const at = edited === undefined ? '/desk/events/new' : `/desk/events/${edited.eventId}/edit`;
  const save = say(edited === undefined ? 'announce' : 'save');
  const picker = { written, fields, fault: faults.dates, pressed, today: desk.calendar.today() };
  // The first button is what Enter presses: not the one that turns the month.
  const main = html`${changed && changes(clerk, changed)}${formTo(
    clerk,
    at,
    html`<button hidden>${save}</button>
${edited === undefined ? fields.hidden('key', randomUUID()) : fields.hidden('seen', seenAs(edited.seen))}${textFields(clerk, desk, fields)}${datePicker(clerk, picker)}${
  takesOff && edited && (await consent(clerk, desk, edited.eventId, takesOff))
}<p><button class="action">${save}</button></p>
`,
  )}`;
  const title =
    edited === undefined ? eventsTexts(language)('announce') : say('editTitle', { name: edited.seen.name });
  return deskPage(clerk, desk, { title, main, here: '/desk/events', form: fields });
}

function textFields({ language }: Clerk, { currency }: DeskOptions, fields: Fields<EventField>): Html {
  const say = eventFormTexts(language);
  const text = { autocomplete: 'off', required: true };
  const figure = { autocomplete: 'off', inputmode: 'decimal' };
  const priceHint = say('priceHint', { currency, example: examplePrice(language, currency) });
  return html`${fields.input('name', { label: say('name'), with: { ...text, maxlength: EVENT_LIMITS.name } })}${fields.input(
    'location',
    { label: say('location'), with: { ...text, maxlength: EVENT_LIMITS.location } },
  )}${fields.textarea('description', {
    label: say('description'),
    with: { rows: 6, maxlength: EVENT_LIMITS.description },
  })}${fields.input('price', { label: say('price'), hint: priceHint, with: { ...figure, required: true } })}${fields.input(
    'capacity',
    { label: say('capacity'), hint: say('capacityHint'), with: { ...figure, inputmode: 'numeric' } },
  )}`;
}

type Changed = NonNullable<EventForm['changed']>;

const FIELDS = ['name', 'location', 'description', 'priceCents', 'capacity'] as const;

/** For each field that both have changed differently: the other's value. */
function conflicts(clerk: Clerk, { before, now, mine }: Changed): Faults {
  const others = differences(before, now);
  const own = differences(before, mine);
  const both = FIELDS.filter((field) => field in others && field in own && field in differences(now, mine));
  const say = eventFormTexts(clerk.language);
  return Object.fromEntries(
    both.map((field) => [nameOf(field), say('nowIs', { now: shown(clerk, field, now) })]),
  );
}

function nameOf(field: (typeof FIELDS)[number]): EventField {
  return field === 'priceCents' ? 'price' : field;
}

function shown(clerk: Clerk, field: (typeof FIELDS)[number], draft: EventDraft): string {
  if (field === 'priceCents') return clerk.words.price(draft);
  return field === 'capacity' ? placesInWords(clerk, draft.capacity) : draft[field];
}

function changes(clerk: Clerk, { before, now }: Changed): Html {
  const { language, words } = clerk;
  const say = eventFormTexts(language);
  const differing = differences(before, now);
  const rows: Piece[][] = FIELDS.filter((field) => field in differing).map((field) => [
    say(nameOf(field) as 'name'),
    shown(clerk, field, before),
    shown(clerk, field, now),
  ]);
  const added = now.dates.filter((day) => !before.dates.includes(day));
  const gone = before.dates.filter((day) => !now.dates.includes(day));
  const list = (days: typeof added) => words.list(days.map(words.date));
  if (added.length > 0) rows.push([say('dates'), '', say('datesAdded', { days: list(added) })]);
  if (gone.length > 0) rows.push([say('dates'), '', say('datesRemoved', { days: list(gone) })]);
  const columns = [{ text: say('field') }, { text: say('before') }, { text: say('now') }];
  return table(say('whatChanged'), columns, rows, '');
}

/** The consequences of taking days off, with a checkbox to confirm. */
async function consent(
  clerk: Clerk,
  desk: DeskOptions,
  eventId: Uuid,
  days: readonly SoldDay[],
): Promise<Html> {
  const { language, actor } = clerk;
  const say = eventsTexts(language);
  const lost = days.map(({ date }) => date);
  const people = await countAddresses(desk.store, actor, eventId, lost);
  const { checkbox } = fieldsOf<'confirmed'>(language);
  const caption = { caption: say('soldFor'), day: say('day'), sold: say('sold') };
  return html`<section class="needs">
<h2>${say('stopAdmitting', { count: soldOn(days) })}</h2>
${whoIsTold(clerk, desk, people)}${soldDaysTable(clerk, days, caption)}${checkbox('confirmed', {
  label: eventFormTexts(language)('confirmTakeOff'),
  with: { value: lost.join(' ') },
})}</section>
`;
}
