import { type EventEntry, getEvent, getEventEntry } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { includeEntry } from '../../../tickets/index.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { formTo, postForm } from '../post-form.ts';
import { entryTexts } from './entry-texts.ts';

type EntryField = 'includesEntry' | 'takesPlace' | 'seen';

/** What tickets for an event have of general entry. */
export async function showEntry(desk: DeskRequest, submitted?: Submitted<EntryField>): Promise<Answer> {
  const eventId = pathId(desk.request, 'eventId');
  const [event, now] = await Promise.all([
    getEvent(desk.store, desk.actor, eventId),
    getEventEntry(desk.store, desk.actor, eventId),
  ]);
  const say = entryTexts(desk.language);
  const fields = fieldsOf<EntryField>(desk.language, submitted);
  const box = (name: keyof EventEntry) => ({
    label: say(name),
    hint: say(`${name}Hint`),
    value: now[name] ? 'on' : undefined,
  });
  const form = html`
    ${fields.hidden('seen', seenAs(now))}
    ${fields.checkbox('includesEntry', box('includesEntry'))}
    ${fields.checkbox('takesPlace', box('takesPlace'))}
    <p><button class="action">${say('save')}</button></p>
  `;
  return deskPage(desk, {
    title: say('title', { name: event.name }),
    lead: say('lead'),
    main: formTo(desk, `${eventAddress(eventId)}/entry`, form),
    here: '/desk/events',
    form: fields,
  });
}

export const saveEntry = postForm<EntryField>(async (desk, sent) => {
  const eventId = pathId(desk.request, 'eventId');
  const { includesEntry, takesPlace } = sent.values;
  const wanted = { includesEntry: includesEntry !== undefined, takesPlace: takesPlace !== undefined };
  return changeRule<EventEntry, EntryField>(desk, sent, {
    at: eventAddress(eventId),
    now: await getEventEntry(desk.store, desk.actor, eventId),
    wanted,
    save: (action, expect) => includeEntry(action, eventId, wanted, expect),
    done: 'entryChanged',
    journalOf: () => [eventId, 'event.entry-set'],
    inWords: (entry) => entryInWords(desk, entry),
  });
}, showEntry);

/** "Includes general entry · takes a place of it" */
export function entryInWords({ language }: Clerk, entry: EventEntry): string {
  const say = entryTexts(language);
  const parts = [entry.includesEntry && say('included'), entry.takesPlace && say('takes')];
  return parts.filter(Boolean).join(' · ') || say('alone');
}
