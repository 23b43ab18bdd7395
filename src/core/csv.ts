/**
 * A line of CSV (RFC 4180) in which no spreadsheet finds a formula; a number may also be a text of digits. It ends in CRLF.
 * @param separator what stands between two cells; Excel wants semicolons where numbers have decimal commas
 */
export function csvLine(cells: readonly (string | number)[], separator: ',' | ';' = ','): string {
  return `${cells.map(cellOf).join(separator)}\r\n`;
}

function cellOf(cell: string | number): string {
  const text = withoutFormulas(`${cell}`);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection); numbers stay. Spreadsheets that
 * split at semicolons or tabs do so even inside quotes, so the text after one of these is checked too.
 */
function withoutFormulas(text: string): string {
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text;
  return text.replaceAll(/(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "'");
}
