import type { FastifyInstance, FastifyRequest } from 'fastify';
import { labelled } from '../../../core/words.ts';
import { type Answer, send } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { getGeneralCapacity, setGeneralCapacity } from '../../../offers/index.ts';
import { csrfField, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { factTexts } from '../../../tickets/index.ts';
import type { DeskOptions } from '../desk-options.ts';
import { arrangerOf, type Clerk, deskPage } from '../desk-page.ts';
import { ChangedMeanwhile, whoChanged } from '../edit-conflict.ts';
import { MOST_PLACES, placesIn, placesInWords } from '../places.ts';
import { calendarTexts } from './calendar-texts.ts';
import { isAsItWas, requireSeen } from './rules.ts';

const ADDRESS = '/desk/calendar/places';

/** How many places general entry has on a day that has no figure of its own. */
export function routeGeneralPlaces(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    const clerk = arrangerOf(request, desk);
    const capacity = await getGeneralCapacity(desk.store, clerk.actor);
    const { done } = request.query as { done?: string };
    const say = calendarTexts(clerk.language);
    const message = done === undefined ? undefined : say(done === 'nothing' ? 'doneNothing' : 'doneCapacity');
    const submitted = { values: { capacity: `${capacity ?? ''}` } };
    send(request, reply, placesPage(clerk, desk, { seen: JSON.stringify(capacity), submitted, message }));
  });
  app.post(ADDRESS, async (request, reply) => send(request, reply, await save(request, desk)));
}

async function save(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const say = calendarTexts(clerk.language);
  const form = formOf(request);
  const seen = form.get('seen') ?? '';
  const values = { capacity: (form.get('capacity') ?? '').trim() };
  const capacity = placesIn(values.capacity);
  if (capacity === undefined) {
    const faults = { capacity: say('capacityFault', { most: MOST_PLACES }) };
    return placesPage(clerk, desk, { seen, submitted: { values, faults } }, 400);
  }
  const now = await getGeneralCapacity(desk.store, clerk.actor);
  if (isAsItWas(now, seen, capacity)) return seeOther(`${ADDRESS}?done=nothing`);
  try {
    const expect = (before: number | null) => requireSeen(before, seen, capacity);
    await desk.store.transaction((tx) =>
      setGeneralCapacity(tx, clerk.actor, capacity, desk.clock.now(), expect),
    );
    return seeOther(`${ADDRESS}?done=places`);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const by = await whoChanged(clerk, desk, ['capacity.general-set'], 'general');
    const now = placesInWords(clerk, error.now as number | null);
    const submitted = { values, faults: { capacity: say('changedMeanwhile', { ...by, now }) } };
    return placesPage(clerk, desk, { seen: JSON.stringify(error.now), submitted }, 409);
  }
}

interface PlacesForm {
  /** The rule that the form's writer saw, as JSON. */
  readonly seen: string;
  readonly submitted: Submitted<'capacity'>;
  readonly message?: string | undefined;
}

function placesPage(
  clerk: Clerk,
  desk: DeskOptions,
  { seen, submitted, message }: PlacesForm,
  status = 200,
): Answer {
  const { language, session, words } = clerk;
  const say = calendarTexts(language);
  const price = words.price({ priceCents: desk.terms.generalPriceCents });
  const fields = fieldsOf<'capacity'>(language, submitted);
  const main = html`${fields.faults()}<p>${labelled(language, factTexts(language)('price'), price)}</p>
<form method="post" action="${ADDRESS}">
${csrfField(session.csrfToken)}<input type="hidden" name="seen" value="${seen}">
${fields.input('capacity', {
  label: say('places'),
  hint: say('capacityHint'),
  with: { inputmode: 'numeric', autocomplete: 'off' },
})}<button class="action">${say('save')}</button>
</form>`;
  const { isFaulty } = fields;
  const [title, lead] = [say('capacity'), say('capacityLead')];
  return deskPage(clerk, desk, { title, lead, main, here: '/desk/calendar', isFaulty, message }, status);
}
