import { attributes, type Html, html, type Piece } from './html.ts';

/** A column of a table: its head, and what each row says in it. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Piece;
  /** Whether it holds numbers, which are aligned at its end. */
  readonly isNumber?: boolean;
}

/**
 * A table whose first cells are the row headers. On narrow screens each cell shows its column's name instead (see
 * base.css).
 * @param empty the text for a table without rows, which also says how to add some
 * @param isTotal whether a row is a total, which stands out
 */
export function table<Row>(
  caption: Piece,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: Piece = '',
  isTotal?: (row: Row) => boolean,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>\n`;
  return frame(caption, columns, html`<tbody>${rowsOf(rows, columns, isTotal)}</tbody>`);
}

/** Rows that belong together, below a heading of theirs. */
export interface RowGroup<Row> {
  readonly heading: Piece;
  readonly rows: readonly Row[];
}

/** A table as `table` makes it, with its rows in groups. */
export function groupedTable<Row>(
  caption: Piece,
  groups: readonly RowGroup<Row>[],
  columns: readonly Column<Row>[],
): Html {
  const bodies = groups.map(
    ({ heading, rows }) => html`
      <tbody>
        <tr class="group"><th scope="rowgroup" colspan="${columns.length}">${heading}</th></tr>
        ${rowsOf(rows, columns)}
      </tbody>
    `,
  );
  return frame(caption, columns, html`${bodies}`);
}

/** A caption for screen readers; others see the heading above. */
export function unseenCaption(text: string): Html {
  return html`<span class="unseen">${text}</span>`;
}

function frame<Row>(caption: Piece, columns: readonly Column<Row>[], bodies: Html): Html {
  const heads = columns.map(
    ({ head, isNumber }) => html`<th scope="col"${attributes({ class: isNumber && 'number' })}>${head}</th>`,
  );
  return html`
    <div class="table">
      <table>
        <caption>${caption}</caption>
        <thead><tr>${heads}</tr></thead>
        ${bodies}
      </table>
    </div>
  `;
}

function rowsOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  isTotal?: (row: Row) => boolean,
): Html[] {
  const cells = (row: Row) => columns.map((column, index) => cellOf(row, column, index === 0));
  const tied = (row: Row) => attributes({ class: isTotal?.(row) && 'total' });
  return rows.map((row) => html`<tr${tied(row)}>${cells(row)}</tr>\n`);
}

function cellOf<Row>(row: Row, { head, cell, isNumber }: Column<Row>, isFirst: boolean): Html {
  if (isFirst) return html`<th scope="row">${cell(row)}</th>`;
  const tied = attributes({ class: isNumber && 'number', 'data-label': head });
  return html`<td${tied}><div>${cell(row)}</div></td>`;
}
