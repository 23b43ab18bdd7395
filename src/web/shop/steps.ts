import { attributes, type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import { shopTexts } from './shop-texts.ts';

const STEPS = { choose: 'stepChoose', pay: 'stepPay', done: 'stepDone' } as const;

/** The steps of buying, and which of them this page is. */
export function steps(language: Language, here: keyof typeof STEPS): Html {
  const say = shopTexts(language);
  const items = Object.entries(STEPS).map(
    ([step, name], index) =>
      html`<li${attributes({ 'aria-current': step === here && 'step' })}>${index + 1} ${say(name)}</li>\n`,
  );
  return html`<ol class="steps" aria-label="${say('steps')}">${items}</ol>\n`;
}
