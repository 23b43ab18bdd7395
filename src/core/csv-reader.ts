/** One record of a CSV file: usually a line, but quoted text may span several. */
export interface CsvRecord {
  /** The number of the line where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** Why it can't be read. */
  readonly fault?: 'quotes' | 'too-long';
}

/** In characters. Longer ones have lost a quote or a line end. */
export const LONGEST_RECORD = 10_000;

/**
 * Reads CSV (RFC 4180) as it comes, in bounded memory: lines that end in LF, CRLF or CR. Records without any text, such
 * as empty lines, are left out. After one that is too long there are no more.
 */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader();
  for await (const text of texts) {
    yield reader.read(text);
    if (reader.hasStopped) return;
  }
  yield reader.end();
}

class CsvReader {
  hasStopped = false;
  #records: CsvRecord[] = [];
  #fields: string[] = [];
  #field = '';
  /** Where the next character is: before a field, in one, in a quoted one, or behind its closing quote. */
  #place: 'before' | 'plain' | 'quoted' | 'behind' = 'before';
  #isFaulty = false;
  #line = 1;
  #begin = 1;
  #length = 0;
  #last = '';

  /** The records that end in this text. */
  read(text: string): CsvRecord[] {
    for (const character of text) {
      if (this.hasStopped) break;
      this.#take(character);
      this.#last = character;
    }
    return this.#records.splice(0);
  }

  end(): CsvRecord[] {
    if (this.#place === 'quoted') this.#isFaulty = true;
    this.#endRecord();
    return this.#records.splice(0);
  }

  #take(character: string): void {
    const isLineEnd = character === '\n' || character === '\r';
    const isInCrlf = character === '\n' && this.#last === '\r';
    if (isLineEnd && !isInCrlf) this.#line += 1;
    if (this.#place === 'quoted') this.#takeQuoted(character);
    else if (isLineEnd) this.#endRecord();
    else if (character === ',') this.#endField();
    else this.#takePlain(character);
    if (++this.#length > LONGEST_RECORD) this.#stop();
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#place = 'behind';
    else this.#field += character;
  }

  #takePlain(character: string): void {
    const isQuote = character === '"';
    if (isQuote && this.#place === 'before') this.#place = 'quoted';
    else if (isQuote && this.#place === 'behind') {
      this.#field += character; // two quotes stand for one
      this.#place = 'quoted';
    } else if (isQuote || this.#place === 'behind') this.#isFaulty = true;
    else {
      this.#field += character;
      this.#place = 'plain';
    }
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#place = 'before';
  }

  #endRecord(): void {
    this.#endField();
    const record = { line: this.#begin, fields: this.#fields };
    if (this.#isFaulty) this.#records.push({ ...record, fault: 'quotes' });
    else if (record.fields.some((field) => field.trim() !== '')) this.#records.push(record);
    this.#fields = [];
    this.#isFaulty = false;
    this.#begin = this.#line;
    this.#length = 0;
  }

  #stop(): void {
    this.#records.push({ line: this.#begin, fields: [], fault: 'too-long' });
    this.hasStopped = true;
  }
}
