import { randomUUID } from 'node:crypto';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { MOST_COUNTED, undoVisit } from '../../gate/index.ts';
import type { Answer } from '../../http/answer.ts';
import { findCategories } from '../../offers/index.ts';
import { FIGURE_INPUT, type Fields, type FormOutcome, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { runAction } from '../../store/index.ts';
import { countTexts } from './count-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskPage, SETTINGS_STYLE } from './desk-page.ts';
import { done } from './done.ts';
import { COUNT, countAddress, pathId } from './links.ts';
import { formTo, postForm } from './post-form.ts';
import { nameOfCategory } from './sale-form.ts';

type CountField = 'key' | 'category' | 'persons' | 'way';

/** People without a ticket are counted. */
export async function showCount(desk: DeskRequest, submitted?: Submitted<CountField>): Promise<Answer> {
  const fields = fieldsOf<CountField>(desk.language, submitted);
  return countPage(desk, fields, await countForm(desk, fields));
}

/** They were counted: that can be undone, or the next are counted. */
export async function showCounted(desk: DeskRequest, submitted?: Submitted<never>): Promise<Answer> {
  const undoAt = `${countAddress(pathId(desk.request, 'visitId'))}/undo`;
  const undo = html`<button>${countTexts(desk.language)('undo')}</button>`;
  const next = await countForm(desk, fieldsOf<CountField>(desk.language));
  return countPage(desk, fieldsOf(desk.language, submitted), [formTo(desk, undoAt, undo), next]);
}

function countPage(desk: DeskRequest, form: FormOutcome, main: Piece): Answer {
  const say = countTexts(desk.language);
  const parts = { title: say('countWithout'), lead: say('lead'), here: '/desk' } as const;
  return deskPage(desk, { ...parts, main: html`${main}`, form, styles: [SETTINGS_STYLE] });
}

async function countForm(desk: DeskRequest, fields: Fields<CountField>): Promise<Html> {
  const say = countTexts(desk.language);
  const categories = await findCategories(desk.store);
  const who = {
    label: say('who'),
    value: categories[0]?.category,
    options: categories.map((each) => ({ value: each.category, text: nameOfCategory(desk, each) })),
  };
  const persons = { label: say('howMany'), value: '1', with: { ...FIGURE_INPUT, maxlength: 3 } };
  const way = {
    label: say('way'),
    value: 'in',
    options: [
      { value: 'in', text: say('comingIn') },
      { value: 'out', text: say('leaving') },
    ],
  };
  const content = html`
    ${fields.hidden('key', randomUUID())}
    ${fields.choice('category', who)}
    ${fields.input('persons', persons)}
    ${fields.choice('way', way)}
    <button class="action">${say('count')}</button>`;
  return formTo(desk, COUNT, content);
}

export const count = postForm<CountField>(async (desk, { values, again }) => {
  const { key = '', category = '', persons: typed = '', way } = values;
  const persons = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (persons < 1 || persons > MOST_COUNTED)
    return again({ faults: { persons: countTexts(desk.language)('range', { most: MOST_COUNTED }) } });
  const visitId = parseUuid(key) ?? (randomUUID() as Uuid);
  const direction = way === 'out' ? 'out' : 'in';
  await desk.gate.count(desk.actor, { visitId, category, persons, direction });
  return done(countAddress(visitId), direction === 'in' ? 'countedIn' : 'countedOut', { count: persons });
}, showCount);

export const uncount = postForm<never>(async (desk) => {
  const { store, clock, gate, actor } = desk;
  const visitId = pathId(desk.request, 'visitId');
  try {
    await runAction({ store, clock }, actor, (context) => undoVisit(context, visitId, gate.rules));
  } catch (error) {
    if (!wasUndone(error)) throw error;
  }
  return done(COUNT, 'countUndone');
}, showCounted);

/** Whether an earlier sending of the form has done it. */
function wasUndone(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.kind !== 'not-undoable') return false;
  return (error as Refusal<'not-undoable'>).facts.because === 'undone';
}
