import type { Answer } from '../../../http/answer.ts';
import {
  getGeneralCapacity,
  getGeneralTimes,
  MOST_PLACES,
  setGeneralCapacity,
} from '../../../offers/index.ts';
import { fieldsOf, readFields, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { placesField, placesInWords } from '../places.ts';
import { formTo, postForm } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { changeRule } from './rules.ts';

const ADDRESS = '/desk/calendar/places';

type Name = 'capacity' | 'seen';

/** How many places general entry has on a day that has no figure of its own. */
export async function showGeneralPlaces(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const say = calendarTexts(desk.language);
  const capacity = await getGeneralCapacity(desk.store, desk.actor);
  const times = await getGeneralTimes(desk.store, desk.actor, desk.terms.rules);
  const fields = fieldsOf<Name>(desk.language, submitted);
  const form = html`
    ${fields.hidden('seen', seenAs(capacity))}
    ${fields.inputs(fieldsFor(desk, capacity))}
    <button class="action">${say('save')}</button>
  `;
  return deskPage(desk, {
    title: say('capacity'),
    lead: say('capacityLead'),
    main: html`
      ${times && html`<p>${say('placesOfTimes')}</p>`}
      ${formTo(desk, ADDRESS, form)}
    `,
    here: '/desk/calendar',
    form: fields,
  });
}

function fieldsFor({ language }: Clerk, capacity: number | null) {
  const say = calendarTexts(language);
  return {
    capacity: placesField({
      label: say('places'),
      hint: say('capacityHint'),
      fault: say('capacityFault', { most: MOST_PLACES }),
      value: `${capacity ?? ''}`,
    }),
  };
}

export const saveGeneralPlaces = postForm<Name>(async (desk, sent) => {
  const now = await getGeneralCapacity(desk.store, desk.actor);
  const read = readFields(fieldsFor(desk, now), sent.values);
  if ('faults' in read) return sent.again(read);
  const wanted = read.typed.capacity;
  return changeRule(desk, sent, {
    at: ADDRESS,
    now,
    wanted,
    save: (action, expect) => setGeneralCapacity(action, wanted, expect),
    done: 'placesChanged',
    journalOf: () => ['general', 'capacity.general-set'],
    inWords: (capacity) => placesInWords(desk, capacity),
    field: 'capacity',
  });
}, showGeneralPlaces);
