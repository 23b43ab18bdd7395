import { setVisibility, VISIBILITIES, type Visibility } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import type { DeskRequest } from '../desk-options.ts';
import type { Clerk } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, requireSeen, seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { formTo, postForm } from '../post-form.ts';
import { eventsTexts } from './events-texts.ts';

/** Who finds an event: chosen when it is made, and changed on its page. */

export type VisibilityField = 'visibility' | 'seen';

export function visibilityChoice(
  { language }: Clerk,
  fields: Pick<Fields<VisibilityField>, 'select'>,
  value: Visibility = 'public',
): Html {
  const say = eventsTexts(language);
  const options = VISIBILITIES.map((each) => ({ value: each, text: visibilityInWords(language, each) }));
  return fields.select('visibility', { label: say('visibility'), options, value });
}

export function visibilityInWords(language: Clerk['language'], visibility: Visibility): string {
  const say = eventsTexts(language);
  const words = { public: 'isPublic', unlisted: 'isUnlisted', code: 'isForCode', draft: 'isDraft' } as const;
  return say(words[visibility]);
}

/** What a form says; nothing: everybody finds it. */
export function visibilityIn(typed: string | undefined): Visibility {
  return VISIBILITIES.find((each) => each === typed) ?? 'public';
}

/** The form on the event's page. */
export function visibilityForm(
  desk: DeskRequest,
  eventId: string,
  now: Visibility,
  submitted?: Submitted<VisibilityField>,
): Html {
  const fields = fieldsOf<VisibilityField>(desk.language, submitted);
  const content = html`
    ${fields.hidden('seen', seenAs(now))}
    ${visibilityChoice(desk, fields, now)}
    <button>${eventsTexts(desk.language)('setVisibility')}</button>
  `;
  return formTo(desk, `${eventAddress(eventId)}/visibility`, content);
}

/** @param show the event's page */
export function changeVisibility(
  show: (desk: DeskRequest, submitted: Submitted<VisibilityField>) => Promise<Answer>,
) {
  return postForm<VisibilityField>(
    async (desk, { values }) => {
      const eventId = pathId(desk.request, 'eventId');
      const visibility = visibilityIn(values.visibility);
      await runAction(desk, desk.actor, (context) =>
        setVisibility(context, eventId, visibility, (now) => requireSeen(now, values.seen, visibility)),
      );
      return done(eventAddress(eventId), 'visibilityChanged');
    },
    show,
    (error, { language }) => {
      if (!(error instanceof ChangedMeanwhile)) return undefined;
      return { fault: eventsTexts(language)('changedMeanwhile'), status: 409 };
    },
  );
}
