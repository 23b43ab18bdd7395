import { type Html, html } from '../../pages/html.ts';
import { shopTexts } from './shop-texts.ts';
import { VISIT_FORM } from './visit-day.ts';
import type { Visitor } from './visitor.ts';

/** Where the e-mail address stands in the sentence until it is printed. */
const PLACE = '\uE000';

/** Whom to ask for more tickets than an order can have; undefined: the museum has said no address. */
export function groupsSentence({ language, shop: { settings } }: Visitor): Html | undefined {
  const { email } = settings.now;
  if (email === null) return undefined;
  const link = html`<a href="mailto:${email}" translate="no">${email}</a>`;
  const sentence = shopTexts(language)('groups', { most: VISIT_FORM.most, email: PLACE });
  return html`${sentence.split(PLACE).map((text, index) => [index > 0 && link, text])}`;
}
