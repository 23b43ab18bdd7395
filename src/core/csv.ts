/**
 * A line of CSV (RFC 4180) in which no spreadsheet finds a formula; a number may also be a text of digits. It ends in
 * CRLF.
 * @param separator what stands between two cells; Excel wants semicolons where numbers have decimal commas
 */
export function csvLine(cells: readonly (string | number)[], separator: ',' | ';' = ','): string {
  return `${cells.map(cellOf).join(separator)}\r\n`;
}

function cellOf(cell: string | number): string {
  const text = withoutFormulas(`${cell}`);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Where a spreadsheet might find a formula, whatever apostrophes stand before it already. */
const FORMULA = "[\\s']*[=+\\-@＝＋－＠]";
const BEGINS_FORMULA = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${FORMULA})|^(?='*[\\t\\r\\n])`, 'g');
const DEFUSED_FORMULA = new RegExp(`(?<=^|[;\\t\\r\\n])'(?=${FORMULA})|^'(?='*[\\t\\r\\n])`, 'g');

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection); numbers stay. Spreadsheets
 * that split at semicolons or tabs do so even inside quotes, so the text after one of these is checked too.
 */
function withoutFormulas(text: string): string {
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text;
  return text.replaceAll(BEGINS_FORMULA, "'");
}

/** The text of a cell as it was before `csvLine` put apostrophes before what looked like formulas. */
export function withFormulas(cell: string): string {
  return cell.replaceAll(DEFUSED_FORMULA, '');
}
