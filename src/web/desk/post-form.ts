import { Refusal, type RefusalKind } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf } from '../../http/sessions.ts';
import { CSRF_FIELD, csrfField, type Submitted } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import type { DeskRequest, Handler } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { type Done, done } from './done.ts';
import { ChangedMeanwhile, seenAs } from './edit-conflict.ts';
import { pathId } from './links.ts';
import { sentenceOf } from './refusals.ts';

type Values<Name extends string> = NonNullable<Submitted<Name>['values']>;

/** A form that was sent. */
export interface Sent<Name extends string> {
  readonly form: URLSearchParams;
  /** What was typed, without white space at the ends; a box that is not ticked is undefined. */
  readonly values: Values<Name>;
  /** The page of the form again, with everything that was typed, and what is wrong. */
  again(wrong?: Submitted<Name>): Answer | Promise<Answer>;
}

/** What is wrong with a form, by the error that its action has thrown; undefined: the form can't say it. */
export type Explain<Name extends string> = (
  error: unknown,
  desk: DeskRequest,
  sent: Sent<Name>,
) => Submitted<Name> | undefined | Promise<Submitted<Name> | undefined>;

/** A page with a form: shown by GET, and again with what was submitted when something is wrong. */
export type FormPage<Name extends string> = (
  desk: DeskRequest,
  submitted: Submitted<Name>,
) => Answer | Promise<Answer>;

/**
 * The handler of a form, whose token was checked (`guardPages`). `act` does what the form asks for, and answers with `done`,
 * another page, or `again`. A refusal that it throws is said on `page`; `explain` comes first, for what only this form
 * can say.
 */
export function postForm<Name extends string>(
  act: (desk: DeskRequest, sent: Sent<Name>) => Answer | Promise<Answer>,
  page: FormPage<Name>,
  explain?: Explain<Name>,
): Handler {
  const read = (desk: DeskRequest): Sent<Name> => {
    const form = formOf(desk.request);
    const values = typedIn(form) as Values<Name>;
    const again = (wrong: Submitted<Name> = {}) =>
      page(desk, {
        ...wrong,
        values: { ...Object.fromEntries(form), ...wrong.values } as Values<Name>,
      });
    return { form, values, again };
  };
  const fillAgain: Handler = (desk) =>
    read(desk).again({ fault: deskTexts(desk.language)('filledAgain'), status: 200 });
  const handler: Handler = async (desk) => {
    const sent = read(desk);
    try {
      return await act(desk, sent);
    } catch (error) {
      const wrong = (await explain?.(error, desk, sent)) ?? refusalIn(error, desk);
      if (wrong === undefined) throw error;
      if (error instanceof Refusal) desk.request.refused = error;
      return sent.again({ ...wrong, values: { ...renewed(error), ...wrong.values } as Values<Name> });
    }
  };
  return Object.assign(handler, { fillAgain });
}

/** The page of one thing, which its address names by an id, and what its forms can say of errors. */
interface ThingPage<Name extends string> {
  readonly id: Parameters<typeof pathId>[1];
  readonly at: (id: Uuid) => string;
  readonly page: FormPage<Name>;
  readonly explain?: Explain<Name>;
}

/** Does what the form asks for with the thing that has the id. What was done is said on the thing's page. */
export type ThingAction<Name extends string> = (
  desk: DeskRequest,
  id: Uuid,
  sent: Sent<Name>,
) => Promise<Done | Answer>;

/** Makes the handlers of the forms on the page of one thing. */
export function formsOf<Name extends string>(thing: ThingPage<Name>): (act: ThingAction<Name>) => Handler {
  return (act) =>
    postForm(
      async (desk, sent) => {
        const id = pathId(desk.request, thing.id);
        const outcome = await act(desk, id, sent);
        return typeof outcome === 'string' ? done(thing.at(id), outcome) : outcome;
      },
      thing.page,
      thing.explain,
    );
}

/**
 * What the form carries from now on: another idempotency key, since it may be sent again with other details; and after a
 * conflict the current value, so that sending it again replaces that.
 */
function renewed(error: unknown): { readonly key: undefined; readonly seen?: string } {
  return { key: undefined, ...(error instanceof ChangedMeanwhile && { seen: seenAs(error.now) }) };
}

/** What was typed into the form, without white space at the ends. */
export function typedIn(form: URLSearchParams): Record<string, string> {
  const typed = [...form].filter(([name]) => name !== CSRF_FIELD);
  return Object.fromEntries(typed.map(([name, value]) => [name, value.trim()]));
}

/** No form can mend these: each has a page of its own. */
const OF_NO_FORM: readonly RefusalKind[] = [
  'forbidden',
  'ticket-not-found',
  'order-not-found',
  'webhook-not-found',
  'delivery-not-found',
];

function refusalIn(error: unknown, { language, words }: Clerk): Submitted<never> | undefined {
  if (!(error instanceof Refusal) || OF_NO_FORM.includes(error.kind)) return undefined;
  const { status, sentence } = sentenceOf(error, language, words);
  return { fault: sentence, status };
}

/** A form that is posted to `at`. */
export function formTo({ session }: Clerk, at: string, content: Piece): Html {
  return html`
    <form method="post" action="${at}">
      ${csrfField(session.csrfToken)}${content}
    </form>
  `;
}

/** The faults among `faults`; undefined when there is none. */
export function faultsAmong<Name extends string>(
  faults: {
    readonly [Field in Name]?: string | false | undefined;
  },
): Submitted<Name> | undefined {
  const found = Object.entries(faults).filter(([, fault]) => fault);
  return found.length > 0 ? { faults: Object.fromEntries(found) as Values<Name> } : undefined;
}
