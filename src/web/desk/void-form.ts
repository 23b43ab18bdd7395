import { may } from '../../core/permissions.ts';
import { hasLength, REASON_CHARACTERS } from '../../core/text.ts';
import type { Fields, Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { section } from '../../pages/parts.ts';
import type { Amount } from '../../payments/index.ts';
import type { Clerk } from './desk-page.ts';
import { formTo } from './post-form.ts';
import { type RefundField, readRefund, refundFields, type Sum } from './refund-fields.ts';
import { ticketTexts } from './ticket-texts.ts';

export type VoidField = 'reason' | 'force' | RefundField;

/** The form that makes a ticket void, with the consequences: it can't be taken back. */
export function voidForm(
  desk: Clerk,
  fields: Fields<VoidField>,
  shown: {
    /** The address of what is made void. */
    readonly at: string;
    readonly title: string;
    readonly means: string;
    readonly due: Sum;
    /** Whether it was used: then it takes a further tick. */
    readonly isUsed: boolean;
  },
): Html {
  const { at, title, means, due, isUsed } = shown;
  const content = html`
    ${voidFields(desk, fields, due, isUsed)}
    <button>${title}</button>
  `;
  return section(title, html`<p>${means}</p>`, formTo(desk, `${at}/void`, content));
}

/** Why something is made void, what goes back, and a tick for what was used. */
export function voidFields(desk: Clerk, fields: Fields<VoidField>, due: Sum, isUsed: boolean): Html {
  return html`
    ${reasonInput(desk, fields, 'reason')}
    ${refundFields(desk, fields, due)}
    ${isUsed && mayForce(desk) && fields.checkbox('force', { label: ticketTexts(desk.language)('force') })}
  `;
}

/** Whether this person may make void what was used. */
export function mayForce({ actor: { role } }: Clerk): boolean {
  return may(role, 'void-used-tickets');
}

interface VoidWish {
  readonly reason: string;
  readonly force: boolean;
  readonly refund?: Amount;
}

/** What the form asks for, or what is wrong with it. */
export function readVoid(
  desk: Clerk,
  values: { readonly [Field in VoidField]?: string | undefined },
  due: Sum,
): VoidWish | { readonly wrong: Submitted<VoidField> } {
  const reason = reasonIn(values.reason);
  const read = readRefund(desk, values, due);
  if (reason !== undefined && !('wrong' in read))
    return { reason, force: values.force !== undefined, ...read };
  const fault = reason === undefined && { reason: reasonFault(desk) };
  return { wrong: { faults: { ...fault, ...('wrong' in read && read.wrong.faults) } } };
}

/** The field for a reason, which stays with what was done. */
export function reasonInput<Name extends string>(
  { language }: Clerk,
  fields: Fields<Name>,
  name: Name,
  { hint, isOptional = false }: { readonly hint?: string; readonly isOptional?: boolean } = {},
): Html {
  const say = ticketTexts(language);
  return fields.input(name, {
    label: say('reason'),
    hint: isOptional ? say('reasonOptional') : hint,
    with: { required: !isOptional, maxlength: REASON_CHARACTERS, autocomplete: 'off' },
  });
}

/** The reason that was typed; undefined when it is empty, too long or has control characters. */
export function reasonIn(typed = ''): string | undefined {
  return hasLength(typed, 1, REASON_CHARACTERS) && !/\p{Cc}/u.test(typed) ? typed : undefined;
}

export function reasonFault({ language }: Clerk): string {
  return ticketTexts(language)('reasonFault', { most: REASON_CHARACTERS });
}
