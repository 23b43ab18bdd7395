/**
 * The small markup of the museum's own texts: blank lines make paragraphs, `# ` a heading, `- ` a list, and addresses become
 * links. Nothing else is markup.
 */
export type TextBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly lines: readonly TextSpan[][] }
  | { readonly kind: 'list'; readonly lines: readonly TextSpan[][] };

/** A piece of text; with an address, a link. */
export interface TextSpan {
  readonly text: string;
  readonly address?: string;
}

export function readMarkup(text: string): TextBlock[] {
  const blocks: { kind: TextBlock['kind']; lines: TextSpan[][] }[] = [];
  let last: (typeof blocks)[number] | undefined;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [, mark, rest = ''] = /^([#-]) +(.*)$/.exec(line) ?? [];
    const kind = mark === '#' ? 'heading' : mark === '-' ? 'list' : 'paragraph';
    if (line.trim() === '') {
      last = undefined;
      continue;
    }
    const isNew = last === undefined || last.kind !== kind || kind === 'heading';
    if (isNew) {
      last = { kind, lines: [] };
      blocks.push(last);
    }
    last?.lines.push(spansOf(mark === undefined ? line.trim() : rest.trim()));
  }
  return blocks;
}

/** What looks like an address of the web, or of mail. Punctuation behind it belongs to the sentence. */
const ADDRESS =
  /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'»”’]|[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{2,63}/giu;

function spansOf(line: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let from = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const address = found.includes('://') ? found : `mailto:${found}`;
    if (!URL.canParse(address)) continue;
    if (index > from) spans.push({ text: line.slice(from, index) });
    spans.push({ text: found, address });
    from = index + found.length;
  }
  if (from < line.length || spans.length === 0) spans.push({ text: line.slice(from) });
  return spans;
}
