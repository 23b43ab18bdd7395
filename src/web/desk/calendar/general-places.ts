import type { Answer } from '../../../http/answer.ts';
import {
  getGeneralCapacity,
  getGeneralTimes,
  MOST_PLACES,
  setGeneralCapacity,
} from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs } from '../edit-conflict.ts';
import { placesIn, placesInWords } from '../places.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { ruleChanged } from './rules.ts';

const ADDRESS = '/desk/calendar/places';

type Name = 'capacity' | 'seen';

/** How many places general entry has on a day that has no figure of its own. */
export async function showGeneralPlaces(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language } = desk;
  const say = calendarTexts(language);
  const capacity = await getGeneralCapacity(desk.store, desk.actor);
  const times = await getGeneralTimes(desk.store, desk.actor, desk.terms.rules);
  const fields = fieldsOf<Name>(language, submitted);
  const figure = { inputmode: 'numeric', autocomplete: 'off' };
  const main = html`${times && html`<p>${say('placesOfTimes')}</p>\n`}${formTo(
    desk,
    ADDRESS,
    html`${fields.hidden('seen', seenAs(capacity))}${fields.input('capacity', {
      label: say('places'),
      hint: say('capacityHint'),
      value: `${capacity ?? ''}`,
      with: figure,
    })}<button class="action">${say('save')}</button>
`,
  )}`;
  const [title, lead] = [say('capacity'), say('capacityLead')];
  return deskPage(desk, { title, lead, main, here: '/desk/calendar', form: fields });
}

export const saveGeneralPlaces = postForm<Name>(save, showGeneralPlaces, explain);

async function save({ actor, language, store, clock }: DeskRequest, { values, again }: Sent<Name>) {
  const { capacity: typed = '', seen } = values;
  const capacity = placesIn(typed);
  if (capacity === undefined)
    return again({ faults: { capacity: calendarTexts(language)('capacityFault', { most: MOST_PLACES }) } });
  if (isAsItWas(await getGeneralCapacity(store, actor), seen, capacity)) return done(ADDRESS, 'nothing');
  await runAction({ store, clock }, actor, (context) =>
    setGeneralCapacity(context, capacity, (now) => requireSeen(now, seen, capacity)),
  );
  return done(ADDRESS, 'placesChanged');
}

async function explain(error: unknown, desk: DeskRequest): Promise<Submitted<Name> | undefined> {
  if (!(error instanceof ChangedMeanwhile)) return undefined;
  const now = placesInWords(desk, error.now as number | null);
  return {
    status: 409,
    faults: { capacity: await ruleChanged(desk, ['capacity.general-set'], 'general', now) },
  };
}
