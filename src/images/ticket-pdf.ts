/**
 * Tickets as a PDF file (ISO 32000-1), a page of A6 each: the picture with its own compressed pixels, and over it the
 * words as text that is not seen, for search and screen readers.
 */
import type { Language } from '../core/language.ts';
import { turnsWords } from '../core/name.js';
import { PdfFile, ref, textString } from './pdf-file.ts';
import { PdfText } from './pdf-text.ts';
import { BIT_DEPTH, readChunks } from './png.ts';
import type { TicketFace } from './ticket-face.ts';
import { CODE_PLACE, DATE, LOCATION, MUSEUM, PAGE, PRICE, TITLE } from './ticket-layout.ts';

/** A ticket's picture, and what it says. */
export interface PicturedTicket {
  readonly png: Uint8Array;
  readonly face: Omit<TicketFace, 'code'>;
}

/** A6 with margins of 6 mm, in points. */
const SHEET = { width: 297.64, height: 419.53, margin: 17 };
/** How many points a pixel of the picture has. */
const SCALE = (SHEET.height - 2 * SHEET.margin) / PAGE.height;
const LEFT = (SHEET.width - PAGE.width * SCALE) / 2;

/** Tickets always give the same bytes. @param language of the words on them */
export function ticketsPdf(tickets: readonly PicturedTicket[], language: Language): Uint8Array {
  const file = new PdfFile();
  const words = new PdfText();
  const shared = { pages: file.reserve(), fonts: file.reserve(), document: file.reserve() };
  const { pages, fonts, document } = shared;
  const structure = file.reserve();
  const added = tickets.map((ticket, index) => addTicket(file, words, ticket, { index, ...shared }));
  const refs = (numbers: readonly number[]) => `[${numbers.map(ref).join(' ')}]`;
  file.add(
    `<< /Type /Pages /Kids ${refs(added.map(({ page }) => page))} /Count ${added.length} /MediaBox [0 0 ${SHEET.width} ${SHEET.height}] >>`,
    pages,
  );
  file.add(`<< ${words.addFonts(file)} >>`, fonts);
  const parents = added.map(({ parts }, index) => `${index} ${refs(parts)}`).join(' ');
  file.add(`<< /Type /StructTreeRoot /K ${ref(document)} /ParentTree << /Nums [${parents}] >> >>`, structure);
  const sections = refs(added.map(({ section }) => section));
  file.add(`<< /Type /StructElem /S /Document /P ${ref(structure)} /K ${sections} >>`, document);
  const root =
    file.add(`<< /Type /Catalog /Pages ${ref(pages)} /Lang (${language}) /MarkInfo << /Marked true >>
/StructTreeRoot ${ref(structure)} /ViewerPreferences << /DisplayDocTitle true >> >>`);
  return file.finish(root, file.add(`<< /Title ${textString(titleOf(tickets))} >>`));
}

function titleOf(tickets: readonly PicturedTicket[]): string {
  const titles = new Set(tickets.map(({ face }) => face.title));
  return `${tickets[0]?.face.museumName}: ${[...titles].join(', ')}`;
}

/** Where the page of a ticket belongs. */
interface Place {
  readonly index: number;
  readonly pages: number;
  readonly fonts: number;
  readonly document: number;
}

/** @returns the numbers of its page, of its section of the document, and of the parts of that */
function addTicket(
  file: PdfFile,
  words: PdfText,
  { png, face }: PicturedTicket,
  { index, pages, fonts, document }: Place,
) {
  const texts = textsOn(face);
  const picture = addPicture(file, png);
  const contents = file.addText(contentOf(texts, words));
  const page =
    file.add(`<< /Type /Page /Parent ${ref(pages)} /Contents ${ref(contents)} /StructParents ${index} /Tabs /S
/Resources << /Font ${ref(fonts)} /XObject << /Picture ${ref(picture)} >> >> >>`);
  const section = file.reserve();
  const addPart = (tag: string, id: number, entries: string) =>
    file.add(`<< /Type /StructElem /S /${tag} /P ${ref(section)} /Pg ${ref(page)} /K ${id}${entries} >>`);
  const parts = texts.map(({ tag, text, language }, id) => {
    // Readers may put right-to-left text into order differently.
    const inOrder = turnsWords(text) ? ` /ActualText ${textString(text)}` : '';
    return addPart(tag, id, language === undefined ? inOrder : `${inOrder} /Lang (${language})`);
  });
  parts.push(addPart('Figure', texts.length, ' /Alt (QR)'));
  const kids = parts.map(ref).join(' ');
  file.add(`<< /Type /StructElem /S /Sect /P ${ref(document)} /K [${kids}] >>`, section);
  return { page, section, parts };
}

/** The pixels as they are: sections 7.4.4.4 and 8.6.6.3. */
function addPicture(file: PdfFile, png: Uint8Array): number {
  const chunks = readChunks(png);
  const [palette, pixels] = [chunks.get('PLTE'), chunks.get('IDAT')];
  if (palette === undefined || pixels === undefined)
    throw new Error('A ticket’s picture has a palette and pixels.');
  return file.addStream(
    `/Type /XObject /Subtype /Image /Width ${PAGE.width} /Height ${PAGE.height} /BitsPerComponent ${BIT_DEPTH}
/ColorSpace [/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>] /Filter /FlateDecode
/DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent ${BIT_DEPTH} /Columns ${PAGE.width} >>`,
    pixels,
  );
}

interface PlacedText {
  readonly tag: 'H1' | 'P';
  readonly text: string;
  /** Undefined: that of the document. */
  readonly language?: Language | undefined;
  /** On the picture, in pixels. */
  readonly y: number;
  readonly height: number;
}

/** The words of a ticket from top to bottom, each as one line. */
function textsOn({
  museumName,
  title,
  location,
  languages = {},
  date,
  confirmationCode,
  price,
}: PicturedTicket['face']): PlacedText[] {
  const locationY = TITLE.bottom - LOCATION.oneLine;
  const titleBottom = location === '' ? TITLE.bottom : locationY;
  const texts: PlacedText[] = [
    { tag: 'P', text: museumName, ...MUSEUM },
    { tag: 'H1', text: title, language: languages.title, y: TITLE.y, height: titleBottom - TITLE.y },
    { tag: 'P', text: location, language: languages.location, y: locationY, height: LOCATION.oneLine },
    { tag: 'P', text: date, ...DATE },
    { tag: 'P', text: confirmationCode, y: CODE_PLACE.y, height: CODE_PLACE.bottom - CODE_PLACE.y },
    { tag: 'P', text: price, y: PRICE.y, height: PRICE.oneLine },
  ];
  return texts.filter(({ text }) => text !== '');
}

/** Draws the picture, and shows the words over it in render mode 3, which is invisible. */
function contentOf(texts: readonly PlacedText[], words: PdfText): string {
  const shown = texts.map(({ tag, text, y, height }, id) => {
    const { operators, length } = words.show(text);
    const width = Math.min(PAGE.column / length, height / 3);
    const tall = 2 * width;
    const matrix = [width, 0, 0, tall, PAGE.margin, PAGE.height - y - tall];
    return `/${tag} << /MCID ${id} >> BDC\n${matrix.map(decimal).join(' ')} Tm ${operators}\nEMC`;
  });
  return `q ${decimal(SCALE)} 0 0 ${decimal(SCALE)} ${decimal(LEFT)} ${SHEET.margin} cm
/Figure << /MCID ${texts.length} >> BDC q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Picture Do Q EMC
BT 3 Tr
${shown.join('\n')}
ET Q`;
}

/** PDF knows no exponents. */
function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
