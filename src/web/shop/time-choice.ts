import type { Offer } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { categoryPricesInWords, isNearlyFull, timesToCome } from './offers.ts';
import { shopTexts } from './shop-texts.ts';
import { visitTexts } from './visit-texts.ts';
import type { Visitor } from './visitor.ts';

/** The field of the entry time: its name, what is chosen, and what is wrong with it. */
interface TimeField {
  readonly field: string;
  readonly chosen: string | undefined;
  readonly describedBy: string | false;
  readonly line: Html | false;
}

/** The entry times that are not over. A full one can't be chosen. */
export function timeChoice(
  visitor: Visitor,
  offer: Offer,
  { field, chosen, describedBy, line }: TimeField,
): Html {
  const { language } = visitor;
  const say = shopTexts(language);
  const options = (timesToCome(offer) ?? []).map((time, index) => {
    const { entryTime, left, prices } = time;
    const state = left === 0 ? say('soldOut') : isNearlyFull(time) && say('fewLeft', { count: left ?? 0 });
    const tied = attributes({
      id: index === 0 && field,
      name: field,
      value: entryTime,
      checked: chosen === entryTime && left !== 0,
      disabled: left === 0,
    });
    const costs = prices && categoryPricesInWords(visitor, prices);
    const notes = [state, costs].filter(Boolean).map((note) => html` <small>${note}</small>`);
    const text = html`${entryTime}${notes}`;
    return html`<label><input type="radio"${tied}><span>${text}</span></label>\n`;
  });
  return html`
    <fieldset class="times"${attributes({ 'aria-describedby': describedBy })}>
      <legend>${visitTexts(language)('entryTime')}</legend>
      ${line}
      <div>${options}</div>
    </fieldset>
  `;
}
