import { closeMuseum, reopenMuseum } from '../../../calling-off/index.ts';
import {
  addDays,
  type CalendarDay,
  countDays,
  type DayRange,
  parseCalendarDay,
} from '../../../core/calendar-day.ts';
import { hasLength, REASON_CHARACTERS } from '../../../core/text.ts';
import { asHeading, labelled } from '../../../core/words.ts';
import { listProgramme } from '../../../events/index.ts';
import { listSpecialDays, type SpecialDays } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { listMuseumDays, type MuseumDay } from '../../../offers/index.ts';
import { type FieldFaults, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { type Column, table } from '../../../pages/table.ts';
import { runAction } from '../../../store/index.ts';
import {
  callingOffList,
  type DecisionField,
  eventChoices,
  eventsOn,
  foreseeClosing,
  readCallingOff,
  readEvents,
  refundChoice,
} from '../calling-off.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, requireSeen, seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { closeForm, hoursOf, whoIsConcerned } from './rules.ts';

const ADDRESS = '/desk/calendar/closing';
/** How many days are closed or reopened at once. */
const MOST_DAYS = 366;
/** How far ahead closed days are listed. */
const DAYS_AHEAD = 730;

type Name = 'wanted' | 'from' | 'to' | 'reason' | 'seen' | 'refund' | DecisionField;
type Values = Sent<Name>['values'];

/** What the form asks for. */
interface Closing extends DayRange {
  readonly wanted: 'close' | 'reopen';
  readonly reason: string | null;
}

/** The form that closes days or reopens them, filled in as the address says, and the closed days to come. */
export async function showClosing(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, query } = desk;
  const say = calendarTexts(language);
  const fields = fieldsOf<Name>(language, submitted);
  const today = await desk.days.current();
  const options = [
    { value: 'close', text: say('closeDays') },
    { value: 'reopen', text: say('reopenDays') },
  ];
  const day = { type: 'date', required: true, min: today };
  const form = html`
    ${fields.choice('wanted', { label: say('wanted'), value: query.get('wanted') ?? 'close', options })}
    <div class="times">
      ${fields.input('from', { label: say('from'), value: query.get('from') ?? undefined, with: day })}
      ${fields.input('to', { label: say('to'), value: query.get('to') ?? undefined, with: day })}
    </div>
    ${fields.input('reason', {
      label: say('closingReason'),
      hint: say('closingReasonHint'),
      with: { maxlength: REASON_CHARACTERS, autocomplete: 'off' },
    })}
    <button class="action">${say('showSold')}</button>
  `;
  return deskPage(desk, {
    title: say('closeOrReopen'),
    lead: say('closeOrReopenLead'),
    main: html`
      ${formTo(desk, ADDRESS, form)}
      ${await closures(desk, today)}
    `,
    here: '/desk/calendar',
    form: fields,
  });
}

/** Closes or reopens days, all or none, once it was shown what is sold for them. */
export const saveClosing = postForm<Name>(
  async (desk, { form, values, again }) => {
    const { days } = desk;
    const read = readClosing(desk, values, await days.current());
    if ('faults' in read) return again(read);
    const { wanted, reason, ...range } = read;
    if (!form.has('confirmed'))
      return (await askToClose(desk, read)) ?? again({ fault: noneToReopen(desk, range) });
    const expect = (now: SpecialDays) => requireSeen(tagOf(now), values.seen);
    if (wanted === 'reopen') {
      const count = await runAction(desk, desk.actor, (context) =>
        reopenMuseum(context, { ...range, days, expect }),
      );
      return count === 0 ? done(ADDRESS, 'nothing') : done(ADDRESS, 'daysReopened', { count });
    }
    const callingOff = readCallingOff(desk.language, values);
    const events = readEvents(desk.language, values, await eventsOn(desk, range));
    if ('faults' in callingOff || 'faults' in events) {
      const faults = {
        ...('faults' in callingOff && callingOff.faults),
        ...('faults' in events && events.faults),
      };
      return (await askToClose(desk, read, { values, faults })) as Answer;
    }
    await runAction(desk, desk.actor, (context) =>
      closeMuseum(context, { ...range, ...callingOff, ...events, reason, days, expect }),
    );
    return done(ADDRESS, 'daysClosed', { count: countDays(range.from, range.to) });
  },
  showClosing,
  (error, { language }) =>
    error instanceof ChangedMeanwhile
      ? { status: 409, fault: calendarTexts(language)('daysChangedMeanwhile') }
      : undefined,
);

/** A hash of the special days, which changes with them. */
function tagOf(special: SpecialDays): string {
  return entityTag(JSON.stringify([...special]));
}

function readClosing(
  { language, words }: Clerk,
  { wanted, from: first = '', to: last = '', reason = '' }: Values,
  today: CalendarDay,
): Closing | FieldFaults<Name> {
  const say = calendarTexts(language);
  const [from, to] = [parseCalendarDay(first), parseCalendarDay(last)];
  if (wanted !== 'close' && wanted !== 'reopen') return { faults: { wanted: say('wantedFault') } };
  if (from === undefined || from < today)
    return { faults: { from: say('daysFault', { today: words.day(today) }) } };
  if (to === undefined || to < from || to > addDays(from, MOST_DAYS - 1))
    return { faults: { to: say('rangeFault', { most: MOST_DAYS }) } };
  if (!hasLength(reason, 0, REASON_CHARACTERS))
    return { faults: { reason: say('reasonFault', { most: REASON_CHARACTERS }) } };
  return { wanted, from, to, reason: reason || null };
}

function noneToReopen({ language, words }: Clerk, { from, to }: DayRange): string {
  return calendarTexts(language)('noneToReopen', { from: words.date(from), to: words.date(to) });
}

/** What is sold for those days and takes place on them, before they are closed or reopened; undefined: none is to be reopened. */
export async function askToClose(
  desk: DeskRequest,
  closing: Closing,
  submitted?: Submitted<Name>,
): Promise<Answer | undefined> {
  const { language, words, actor } = desk;
  const say = calendarTexts(language);
  const { wanted, from, to, reason } = closing;
  const [special, days] = await Promise.all([
    listSpecialDays(desk.store, actor, closing),
    listMuseumDays(desk.store, actor, from, to),
  ]);
  const isClosing = wanted === 'close';
  const meant = isClosing ? days : days.filter((day) => day.special?.opening === null);
  if (meant.length === 0) return undefined;
  const span = { from: words.date(from), to: words.date(to) };
  const count = { count: meant.length };
  const soldForThem = meant.filter((each) => each.sold > 0 && each.opening !== null);
  const fields = fieldsOf<Name>(language, submitted);
  const ahead = isClosing ? await foreseeClosing(desk, { from, to }) : undefined;
  const consequences = html`
    <p><strong>${isClosing ? say('daysClose', count) : say('daysReopen', count)}</strong></p>
    ${isClosing && soldForThem.length > 0 && (await whoIsConcerned(desk, soldForThem))}
    ${isClosing && reason !== null && html`<p>${labelled(language, say('closingReason'), reason)}</p>\n`}
    ${ahead && ahead.museum.tickets > 0 && callingOffList(desk, ahead.museum)}
    ${await soldTable(desk, closing, meant)}
  `;
  const seen = seenAs(tagOf(special));
  const values = { wanted, from, to, ...(reason !== null && { reason }), seen };
  const labels = isClosing
    ? { go: say('closeNow'), stay: say('keepOpen') }
    : { go: say('reopenNow'), stay: say('keepClosed') };
  const further =
    ahead && html`${eventChoices(desk, fields, ahead.events)}${refundChoice(fields, desk, 'choose')}`;
  const main = closeForm(desk, { at: ADDRESS, back: ADDRESS }, values, consequences, labels, further);
  const title =
    isClosing && from === to
      ? say('closeTitle', { day: words.day(from) })
      : say(isClosing ? 'closeDaysTitle' : 'reopenDaysTitle', span);
  return deskPage(desk, { title, main, here: '/desk/calendar', form: fields });
}

/** The days that have tickets, events or hours of their own. */
async function soldTable(desk: DeskRequest, range: DayRange, days: readonly MuseumDay[]): Promise<Html> {
  const { language, words, actor } = desk;
  const say = calendarTexts(language);
  const programme = await listProgramme(desk.store, actor, range);
  const taking = Map.groupBy(
    programme.filter(({ isCancelled }) => !isCancelled),
    ({ day }) => day,
  );
  const telling = days.filter(
    ({ day, sold, special }) => sold > 0 || taking.has(day) || (special !== null && special.opening !== null),
  );
  const eventsOn = ({ day }: MuseumDay) =>
    (taking.get(day) ?? []).map(({ eventName, sold }) => `${eventName} (${words.number(sold)})`);
  const columns: Column<MuseumDay>[] = [
    { head: say('day'), cell: ({ day }) => html`<a href="/desk/calendar/${day}">${words.day(day)}</a>` },
    { head: say('generalSold'), cell: ({ sold }) => words.number(sold), isNumber: true },
    { head: say('eventsOn'), cell: (day) => words.list(eventsOn(day)) },
    { head: say('hoursNow'), cell: ({ opening, special }) => hoursOf(desk, opening, special?.reason) },
  ];
  return table(say('whatIsOn'), telling, columns, say('nothingSold'));
}

/** Closed days to come: consecutive ones for the same reason together, with a link that reopens them. */
async function closures(desk: DeskRequest, today: CalendarDay): Promise<Html> {
  const { language, words, actor } = desk;
  const say = calendarTexts(language);
  const ahead = { from: today, to: addDays(today, DAYS_AHEAD) };
  const runs: { from: CalendarDay; to: CalendarDay; reason: string | null }[] = [];
  for (const [day, { opening, reason }] of await listSpecialDays(desk.store, actor, ahead)) {
    if (opening !== null) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.reason === reason && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day, reason });
  }
  const named = ({ from, to }: DayRange) =>
    from === to ? words.date(from) : say('daysOfWeek', { from: words.date(from), to: words.date(to) });
  const reopen = ({ from, to }: DayRange) => {
    const href = `${ADDRESS}?${new URLSearchParams({ wanted: 'reopen', from, to })}`;
    const label = say('reopenThese', { days: named({ from, to }) });
    return html`<a href="${href}" aria-label="${label}">${say('reopenNow')}</a>`;
  };
  const columns: Column<(typeof runs)[number]>[] = [
    { head: say('day'), cell: (run) => asHeading(named(run)) },
    { head: say('hoursNow'), cell: ({ reason }) => hoursOf(desk, null, reason) },
    { head: say('reopenNow'), cell: reopen },
  ];
  return table(say('closures'), runs, columns, say('noClosures'));
}
