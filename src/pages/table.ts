import { attributes, type Html, html, type Piece } from './html.ts';

export interface Column {
  readonly text: string;
  /** Whether the column holds numbers, which are aligned at its end. */
  readonly isNumber?: boolean;
}

/**
 * A table whose first cells are the row headers. On narrow screens each cell shows its column's name instead (see
 * base.css).
 * @param empty the text for a table without rows, which also says how to add some
 */
export function table(
  caption: Piece,
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  empty: Piece,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>\n`;
  const heads = columns.map(
    ({ text, isNumber }) => html`<th scope="col"${attributes({ class: isNumber && 'number' })}>${text}</th>`,
  );
  return html`<div class="table">
<table>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell, index) => cellOf(cell, index, columns))}</tr>\n`)}</tbody>
</table>
</div>
`;
}

/** A caption for screen readers; others see the heading above. */
export function unseenCaption(text: string): Html {
  return html`<span class="unseen">${text}</span>`;
}

function cellOf(cell: Piece, index: number, columns: readonly Column[]): Html {
  if (index === 0) return html`<th scope="row">${cell}</th>`;
  const { text, isNumber } = columns[index] as Column;
  return html`<td${attributes({ class: isNumber && 'number', 'data-label': text })}><div>${cell}</div></td>`;
}
