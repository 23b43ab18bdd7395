import { attributes, type Html, html } from './html.ts';
import type { Link } from './layout.ts';

/** Links to the same page in other ways, such as the states of a list. @param chosen the `href` of the one that is shown */
export function choices(label: string, links: readonly Link[], chosen: string): Html {
  const way = ({ href, text }: Link) => {
    const tied = attributes({ class: 'way', href, 'aria-current': href === chosen && 'true' });
    return html`<li><a${tied}>${text}</a></li>\n`;
  };
  return html`
    <nav class="choices" aria-label="${label}">
      <ul>${links.map(way)}</ul>
    </nav>
  `;
}
