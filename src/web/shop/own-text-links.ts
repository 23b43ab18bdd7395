import { attributes, type Html, html } from '../../pages/html.ts';
import { type CurrentSettings, ownTextTexts, TEXT_NAMES, TEXT_PATHS } from '../../settings/index.ts';
import { addressFor, type VisitorLanguage } from './visitor.ts';

/**
 * Links to those texts that the museum has, for the foot of every page for visitors. Those on other sites lead out of a frame,
 * as such a site need not let one show it.
 */
export function ownTextLinks(
  asked: Pick<VisitorLanguage, 'language' | 'hasChosen'>,
  { texts }: Pick<CurrentSettings, 'texts'>,
): Html | false {
  const set = TEXT_NAMES.filter((name) => texts[name] !== undefined);
  const say = ownTextTexts(asked.language);
  const links = set.map((name) => {
    const isElsewhere = 'address' in (texts[name] ?? {});
    const to = attributes({ href: addressFor(asked, TEXT_PATHS[name]), target: isElsewhere && '_top' });
    return html`<a class="who"${to}>${say(name)}</a>\n`;
  });
  return set.length > 0 && html`<p class="foot-links">${links}</p>`;
}
