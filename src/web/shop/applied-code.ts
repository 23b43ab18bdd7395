import { type CodedChoices, choicesIn, choicesWithCode, type TypedValues } from '../../basket/index.ts';
import { Refusal } from '../../core/refusal.ts';
import { watched } from './code.ts';
import { VISIT_FORM, type VisitDay } from './visit-day.ts';
import { MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

/** @returns why the code is not taken: also too-many-guesses; undefined: none was typed, or no ticket is chosen */
export async function applyCode(
  visitor: Visitor,
  { offers }: Pick<VisitDay, 'offers'>,
  values: TypedValues,
): Promise<CodedChoices | Refusal | undefined> {
  const { store, seller, clock, currency } = visitor.shop;
  const { code = '' } = values;
  const chosen = choicesIn(VISIT_FORM, offers, values).filter(
    ({ count, offer }) => count > 0 && count <= VISIT_FORM.most && offer.onSale,
  );
  if (code === '' || chosen.length === 0) return undefined;
  if (code.length > MOST_CODE_CHARACTERS) return new Refusal('code-invalid', {});
  return watched(visitor, () =>
    choicesWithCode(store, { seller, code }, chosen, { now: clock.now(), currency }),
  );
}
