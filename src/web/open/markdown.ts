import { type Html, html, type Piece } from '../../pages/html.ts';
import { table, unseenCaption } from '../../pages/table.ts';

/** Maps a link of a document to an address of the service, with its `#fragment`; undefined for files that it does not serve. */
export type Addresses = (target: string) => string | undefined;

/**
 * The project's own documents as HTML: headings, paragraphs, lists of one level, tables, code, links, strong and
 * emphasised words, which is all of Markdown (CommonMark, and tables) that they use. Pictures are named only, and
 * links in parentheses to files that are not served, "([why](decisions/gate.md))", are left out.
 */
export function markdown(
  text: string,
  addresses: Addresses,
): { readonly title: string; readonly main: Html } {
  const [first = '', ...blocks] = blocksOf(text);
  const title = first.replace(/^# /, '');
  let heading = title;
  const main = blocks.map((block) => {
    heading = /^#+ (.*)/.exec(block)?.[1] ?? heading;
    return blockOf(block, heading, addresses);
  });
  return { title, main: html`${main}` };
}

/** The description of something, as paragraphs. Its links are addresses of the service already. */
export function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${sentences(paragraph)}</p>\n`)}`;
}

/** The sentences of a description, without paragraphs. */
export function sentences(text: string): Piece {
  return inline(text, (target) => target);
}

/** Blocks separated by empty lines; a code block is one, also with empty lines in it. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```[\s\S]*?^```$|^#+ .*$|(?:^(?!```|#+ ).+\n?)+/gm)].map(([block]) =>
    block.trimEnd(),
  );
}

function blockOf(block: string, heading: string, addresses: Addresses): Html {
  const words = (text: string) =>
    inline(withoutAsides(text.replaceAll(/\s*\n\s*/g, ' '), addresses), addresses);
  if (block.startsWith('```')) return html`<pre tabindex="0">${block.replaceAll(/^```.*\n?/gm, '')}</pre>\n`;
  if (block.startsWith('### ')) return html`<h3 id="${placeOf(block)}">${words(block.slice(4))}</h3>\n`;
  if (block.startsWith('## ')) return html`<h2 id="${placeOf(block)}">${words(block.slice(3))}</h2>\n`;
  if (block.startsWith('|')) return tableIn(block, heading, addresses);
  if (block.startsWith('- '))
    return html`<ul>\n${itemsOf(block, /^- /m).map((item) => html`<li>${words(item)}</li>\n`)}</ul>\n`;
  if (block.startsWith('1. '))
    return html`<ol>\n${itemsOf(block, /^\d+\. /m).map((item) => html`<li>${words(item)}</li>\n`)}</ol>\n`;
  return html`<p>${words(block)}</p>\n`;
}

/** The anchor of a heading, as GitHub makes it: "### What to know" is what-to-know. */
export function placeOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function withoutAsides(text: string, addresses: Addresses): string {
  return text.replaceAll(/ \(\[[^\]]*\]\(([^)]+)\)\)/g, (aside, target: string) =>
    addresses(target) === undefined ? '' : aside,
  );
}

function itemsOf(block: string, mark: RegExp): string[] {
  return block
    .split(mark)
    .slice(1)
    .map((item) => item.trimEnd());
}

function tableIn(block: string, heading: string, addresses: Addresses): Html {
  const [heads = [], , ...rows] = block.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  const columns = heads.map((head, index) => ({
    head: head.replaceAll('`', ''),
    cell: (cells: readonly string[]) => inline((cells[index] ?? '').replaceAll('\\|', '|'), addresses),
  }));
  return table(unseenCaption(heading.replaceAll('`', '')), rows, columns); // the caption stands above already
}

// Code comes first: marks inside code have no meaning.
const MARK =
  /`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)]+)\)|\*\*((?:`[^`]*`|[^*])+)\*\*|\*([^*]+)\*/;

function inline(text: string, addresses: Addresses): Piece {
  const found = MARK.exec(text);
  if (found === null) return text;
  const [mark, code, picture, link, target = '', strong, emphasised] = found;
  return [text.slice(0, found.index), marked(), inline(text.slice(found.index + mark.length), addresses)];

  function marked(): Piece {
    if (code !== undefined) return html`<code>${code}</code>`;
    if (picture !== undefined) return html`<em>${picture}</em>`;
    if (strong !== undefined) return html`<strong>${inline(strong, addresses)}</strong>`;
    if (emphasised !== undefined) return html`<em>${emphasised}</em>`;
    const address = addresses(target);
    const words = inline(link as string, addresses);
    return address === undefined ? words : html`<a href="${address}">${words}</a>`;
  }
}
