import { attributes, type Html, html, type Piece } from './html.ts';

export interface Column {
  readonly text: string;
  /** Figures, which stand below each other at the end of the column. */
  readonly isNumber?: boolean;
}

/**
 * A table whose first cells name the rows. Where it is too narrow for columns, each cell says its column's name
 * (see base.css), and the roles say what a browser forgets then.
 * @param empty what is said instead of no rows, and how there will be some
 */
export function table(
  caption: Piece,
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  empty: Piece,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>\n`;
  const heads = columns.map(
    ({ text, isNumber }) =>
      html`<th role="columnheader" scope="col"${attributes({ class: isNumber && 'number' })}>${text}</th>`,
  );
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map((cells) => html`<tr role="row">${cells.map((cell, index) => cellOf(cell, index, columns))}</tr>\n`)}</tbody>
</table>
`;
}

/** For those who don't see that the heading above says it already. */
export function unseenCaption(text: string): Html {
  return html`<span class="unseen">${text}</span>`;
}

function cellOf(cell: Piece, index: number, columns: readonly Column[]): Html {
  if (index === 0) return html`<th role="rowheader" scope="row">${cell}</th>`;
  const { text, isNumber } = columns[index] as Column;
  return html`<td role="cell"${attributes({ class: isNumber && 'number', 'data-label': text })}><span>${cell}</span></td>`;
}
