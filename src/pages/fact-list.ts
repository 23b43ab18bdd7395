import { type Html, html, type Piece } from './html.ts';

/** A fact beside its name. */
export type Fact = readonly [name: Piece, value: Piece];

/**
 * Facts beside their names; what has no value is left out.
 * @param kind how they look: see base.css and shop.css
 */
export function factList(kind: 'facts' | 'figures' | 'week', facts: readonly Fact[]): Html {
  const told = facts.filter(([, value]) => value || value === 0);
  return html`
    <dl class="${kind}">
      ${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
    </dl>
  `;
}
