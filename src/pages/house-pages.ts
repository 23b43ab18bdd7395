import type { Answer } from '../http/answer.ts';
import { houseTexts } from './house-texts.ts';
import { html } from './html.ts';
import { type House, page } from './layout.ts';
import type { Language } from './texts.ts';

/** The pages that belong to no door. */
export interface HousePage extends House {
  readonly language: Language;
}

const ADDRESSES = { desk: '/desk', gate: '/gate', reference: '/docs' } as const;

export interface LandingPage extends HousePage {
  /** The ways in that there are, in order. */
  readonly doors: readonly (keyof typeof ADDRESSES)[];
}

/** Where a person lands: the ways to the desk, the gate and the reference. */
export function landingPage({ museumName, isDemo, language, doors }: LandingPage): Answer {
  const say = houseTexts(language);
  const ways = doors.map((door) => ({
    href: ADDRESSES[door],
    name: say(door),
    what: say(`${door}For`),
  }));
  return page({
    language,
    museumName,
    isDemo,
    title: museumName,
    lead: say('landing'),
    main: html`<ul class="ways">
${ways.map(({ href, name, what }) => html`<li><a href="${href}"><strong>${name}</strong> <span>${what}</span></a></li>\n`)}</ul>`,
    isTranslated: true,
  });
}
