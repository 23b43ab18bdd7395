import { deflateSync } from 'node:zlib';

/** Writes a PDF file (ISO 32000-1): a header, numbered objects, and a table of where each of them begins. */
export class PdfFile {
  // Four bytes above 127 tell programs that the file is not text: section 7.5.2.
  readonly #parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  /** Where each object begins. */
  readonly #offsets: number[] = [];
  #length = (this.#parts[0] as Uint8Array).length;

  /** A number for an object that is added later. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  /** @returns the object's number */
  add(value: string, number = this.reserve()): number {
    this.#begin(number);
    this.#write(`${value}\nendobj\n`);
    return number;
  }

  /** @param entries of its dictionary, without the length. @returns its number */
  addStream(entries: string, content: Uint8Array): number {
    const number = this.reserve();
    this.#begin(number);
    this.#write(`<< ${entries} /Length ${content.length} >>\nstream\n`);
    this.#write(content);
    this.#write('\nendstream\nendobj\n');
    return number;
  }

  /** Adds a stream of text, compressed. @returns its number */
  addText(text: string): number {
    return this.addStream('/Filter /FlateDecode', deflateSync(text));
  }

  /** @param root number of the catalogue. @param info number of the document's properties */
  finish(root: number, info: number): Uint8Array {
    const start = this.#length;
    const size = this.#offsets.length + 1;
    const entries = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`);
    this.#write(`trailer\n<< /Size ${size} /Root ${ref(root)} /Info ${ref(info)} >>\n`);
    this.#write(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts, this.#length);
  }

  #begin(number: number): void {
    this.#offsets[number - 1] = this.#length;
    this.#write(`${number} 0 obj\n`);
  }

  #write(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

export function ref(number: number): string {
  return `${number} 0 R`;
}

/** A text of any script: section 7.9.2.2. */
export function textString(text: string): string {
  return `<FEFF${utf16(text)}>`;
}

/** UTF-16, big-endian, in hexadecimal. */
export function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
