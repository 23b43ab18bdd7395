import { attributes, type Html, html, type Piece } from './html.ts';
import type { Link } from './layout.ts';

/** A fact beside its name. */
export type Fact = readonly [name: Piece, value: Piece];

/**
 * Facts beside their names; what has no value is left out.
 * @param kind how they look: see base.css, shop.css and desk.css
 */
export function factList(
  kind: 'facts' | 'figures' | 'week' | 'history' | 'know',
  facts: readonly Fact[],
): Html {
  const told = facts.filter(([, value]) => value || value === 0);
  return html`
    <dl class="${kind}">
      ${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
    </dl>
  `;
}

/**
 * Links to the same page in other ways, such as the states of a list.
 * @param chosen the `href` of the one that is shown
 * @param kind how they look: see desk.css
 */
export function choices(
  label: string,
  links: readonly Link[],
  chosen: string,
  kind: 'choices' | 'views' = 'choices',
): Html {
  const way = ({ href, text }: Link) => {
    const tied = attributes({ class: 'way', href, 'aria-current': href === chosen && 'true' });
    return html`<li><a${tied}>${text}</a></li>\n`;
  };
  return html`
    <nav class="${kind}" aria-label="${label}">
      <ul>${links.map(way)}</ul>
    </nav>
  `;
}

/** Links to the pages before and after this one. */
export function turning(links: readonly (Link | false | undefined)[]): Html {
  const buttons = links.map((link) => link && html`<a class="button" href="${link.href}">${link.text}</a>\n`);
  return html`<p class="turning">${buttons}</p>\n`;
}

/** A part of a page with a heading. Each piece of its content begins a line. */
export function section(heading: Piece, ...content: readonly Piece[]): Html {
  return html`
    <section>
      <h2>${heading}</h2>
      ${content.map((piece) => [piece, '\n'])}
    </section>
  `;
}

/** What is seen once its summary is pressed. */
export function folded(summary: Piece, content: Piece): Html {
  return html`
    <details>
      <summary>${summary}</summary>
      ${content}
    </details>
  `;
}
