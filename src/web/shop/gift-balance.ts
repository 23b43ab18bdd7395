import { Refusal } from '../../core/refusal.ts';
import { type KnownGift, lookAtGift } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf } from '../../http/sessions.ts';
import { fieldsOf, type Submitted, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import { visitorsSentence } from './refusals.ts';
import { shopGiftsTexts } from './shop-gifts-texts.ts';
import { shopPage } from './shop-page.ts';
import { addressFor, MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

/** What is left of a gift voucher. The code is in no address, and the page is kept nowhere. */
export async function showGiftBalance(visitor: Visitor): Promise<Answer> {
  return balancePage(visitor, {});
}

export async function lookAtBalance(visitor: Visitor): Promise<Answer> {
  const gift = formOf(visitor.request).get('gift')?.trim() ?? '';
  const values = { gift };
  try {
    return balancePage(visitor, { values }, await lookAtVisitorsGift(visitor, gift));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    visitor.request.refused = error;
    const { sentence, ...told } = visitorsSentence(error, visitor);
    return balancePage(visitor, { values, faults: { gift: sentence }, ...told });
  }
}

/**
 * The gift voucher with the code that a visitor has typed. Wrong ones are counted for the network.
 * @throws Refusal gift-not-found or too-many-guesses
 */
export function lookAtVisitorsGift({ shop, request }: Visitor, typed: string): Promise<KnownGift> {
  const { store, seller, clock, gifts, wrongCodes } = shop;
  const guesser = { actor: seller, address: request.ip, kinds: ['gift-not-found'] } as const;
  const code = typed.slice(0, MOST_CODE_CHARACTERS);
  return wrongCodes.watch(guesser, () => lookAtGift(store, seller, { code, now: clock.now() }, gifts));
}

function balancePage(visitor: Visitor, submitted: Submitted<'gift'>, known?: KnownGift): Answer {
  const { language } = visitor;
  const say = shopGiftsTexts(language);
  const fields = fieldsOf<'gift'>(language, submitted);
  const main = html`
    <form method="post" action="${addressFor(visitor, '/gift/balance')}" class="typed">
      ${fields.input('gift', {
        label: say('code'),
        with: { ...VERBATIM_INPUT, required: true, maxlength: MOST_CODE_CHARACTERS },
      })}
      <p class="actions"><button class="action">${say('look')}</button></p>
    </form>
    ${known && balanceOf(visitor, known)}
  `;
  return shopPage(visitor, { title: say('balance'), main, here: '/gift/balance', form: fields });
}

function balanceOf({ language, words }: Visitor, { gift, state }: KnownGift): Html {
  const say = shopGiftsTexts(language);
  return html`
    <section aria-live="polite">
      ${factList('know', [
        [say('left'), words.money(gift.balanceCents, gift.currency)],
        [say('lastDay'), words.day(gift.validTo)],
        [say('state'), say(state)],
      ])}
    </section>
  `;
}
