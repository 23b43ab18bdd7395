import { lightened } from '../core/colour.ts';
import type { Language } from '../core/language.ts';
import { escapeHtml } from '../core/text.ts';
import type { TextInLanguage } from '../core/texts-by-language.ts';
import { labelled } from '../core/words.ts';

/** A label and a value each, and what stands in the value in another language than the mail's. */
export type Details = readonly (readonly [string, string, (TextInLanguage | undefined)?])[];

/** A text at the foot; with an address, a link. */
export interface FootText {
  readonly text: string;
  readonly address?: string;
}

/** The content of a mail, from which HTML and text are made. Every text is one line of plain text. */
export interface Layout {
  readonly language: Language;
  readonly museum: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What stands in heading and paragraphs in another language than the rest. */
  readonly named?: TextInLanguage | undefined;
  /** The details of the tickets: a table for those that have the same. */
  readonly details: readonly Details[];
  /** The page of the order. */
  readonly link?: { readonly text: string; readonly address: string } | undefined;
  /** The museum's logo, by content id, with its size in pixels. */
  readonly logo?: { readonly cid: string; readonly width: number; readonly height: number } | undefined;
  /** A picture that mail programs fetch when they are told to: the mail is whole without it. */
  readonly shown?: { readonly address: string; readonly alt: string } | undefined;
  /** Pictures in the mail itself, by content id. */
  readonly pictures: readonly { readonly cid: string; readonly alt: string }[];
  readonly footer: string;
  /** The museum's own colour (#rrggbb). */
  readonly colour?: string | undefined;
  /** How to reach the museum: its telephone number and the like. */
  readonly contact?: readonly FootText[];
  /** Pages of the museum's own, such as its imprint, at the foot. */
  readonly links?: readonly Required<FootText>[];
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const [PAPER, INK, QUIET, RULE, RED] = ['#fbfaf7', '#14181f', '#5b6068', '#d9d6ce', '#b3261e'];
/** The colours for mail programs with a dark mode. @param colour the museum's own */
const darkStyles = (colour?: string) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:#14181f!important}
.ink{color:#f4f2ec!important}
.quiet{color:#b4b8bf!important}
.red{color:${colour === undefined ? '#ff8a7d' : lightened(colour)}!important}
.rule{border-color:#3c424b!important}
.logo{background-color:#ffffff!important;padding:8px!important}
}`;

/** HTML for mail programs: tables, styles on the elements, and nothing that is loaded but one picture. */
export function htmlOf(layout: Layout): string {
  const { language, museum, subject, heading, paragraphs, named, details, pictures } = layout;
  const { footer, link, logo, shown, colour = RED, contact = [], links = [] } = layout;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${darkStyles(layout.colour)}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${PAPER}">
<table role="presentation" dir="ltr" lang="${language}" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background-color:${PAPER}">
<tr><td align="center" style="padding:24px 16px;word-break:break-word">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
${logo === undefined ? '' : `${logoRow(logo)}\n`}${row(`<p dir="auto" class="red" style="margin:0 0 24px;${FONT};font-size:16px;line-height:24px;color:${colour}">${escapeHtml(museum)}</p>`)}
${row(`<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:28px;line-height:34px;font-weight:700;color:${INK}">${marked(heading, named)}</h1>`)}
${paragraphs.map((text) => row(`<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK}">${marked(text, named)}</p>`)).join('\n')}
${link === undefined ? '' : `${linkRow(link)}\n`}${shown === undefined ? '' : `${shownRow(shown)}\n`}${details.map((table) => row(detailTable(table))).join('\n')}
${pictures.map(picture).join('\n')}
${row(`<p class="quiet" style="margin:24px 0 0;${FONT};font-size:13px;line-height:20px;color:${QUIET}">${escapeHtml(footer)}</p>`)}${[
  contact,
  links,
]
  .filter(({ length }) => length > 0)
  .map((texts) => `\n${footLine(texts)}`)
  .join('')}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The text as HTML, with the language of what stands in it in another. */
function marked(text: string, named: TextInLanguage | undefined): string {
  if (named === undefined || named.text === '') return escapeHtml(text);
  const name = `<span lang="${named.language}">${escapeHtml(named.text)}</span>`;
  return text.split(named.text).map(escapeHtml).join(name);
}

function row(content: string): string {
  return `<tr><td>${content}</td></tr>`;
}

/** For light backgrounds, so it stands on white where the mail is dark. The museum's name follows it. */
function logoRow({ cid, width, height }: NonNullable<Layout['logo']>): string {
  return row(
    `<img src="cid:${escapeHtml(cid)}" alt="" width="${width}" height="${height}" class="logo" style="display:block;margin:0 0 8px;border:0">`,
  );
}

function linkRow({ text, address }: NonNullable<Layout['link']>): string {
  return row(
    `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px"><a href="${escapeHtml(address)}" class="ink" style="color:${INK};font-weight:700">${escapeHtml(text)}</a></p>`,
  );
}

function shownRow({ address, alt }: NonNullable<Layout['shown']>): string {
  return row(
    `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="560" style="display:block;width:100%;max-width:560px;height:auto;margin:0 0 16px;border:0;${FONT};font-size:16px">`,
  );
}

function footLine(texts: readonly FootText[]): string {
  const all = texts.map(({ text, address }) =>
    address === undefined
      ? escapeHtml(text)
      : `<a href="${escapeHtml(address)}" class="quiet" style="color:${QUIET}">${escapeHtml(text)}</a>`,
  );
  return row(
    `<p class="quiet" style="margin:8px 0 0;${FONT};font-size:13px;line-height:20px;color:${QUIET}">${all.join(' &middot; ')}</p>`,
  );
}

function detailTable(details: Details): string {
  const border = `border-top:1px solid ${RULE}`;
  const rows = details.map(
    ([label, value, named]) =>
      `<tr><th scope="row" align="left" class="quiet rule" valign="top" style="${border};padding:8px 16px 8px 0;word-break:normal;${FONT};font-size:16px;line-height:24px;font-weight:400;color:${QUIET}">${escapeHtml(label)}</th>` +
      `<td dir="auto" class="ink rule" valign="top" style="${border};padding:8px 0;${FONT};font-size:16px;line-height:24px;font-weight:700;color:${INK}">${marked(value, named)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">${rows.join('')}</table>`;
}

/** A picture, on white in dark mode too, because scanners need that. */
function picture({ cid, alt }: Layout['pictures'][number]): string {
  return row(
    `<img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(alt)}" width="400" style="display:block;width:100%;max-width:400px;height:auto;margin:0 0 16px;border:0;background-color:#ffffff;color:#14181f;${FONT};font-size:16px">`,
  );
}

/** A mail for programs that show text only. */
export function textOf(layout: Layout): string {
  const { language, museum, heading, paragraphs, details, link } = layout;
  const known = details.map((table) =>
    table.map(([label, value]) => labelled(language, label, value)).join('\n'),
  );
  const page = link === undefined ? [] : [`${link.text}\n${link.address}`];
  const foot = `-- \n${footLines(layout).join('\n')}`;
  return `${[museum, heading, ...paragraphs, ...page, ...known, foot].join('\n\n')}\n`;
}

function footLines({ language, footer, contact = [], links = [] }: Layout): string[] {
  return [
    footer,
    ...(contact.length > 0 ? [contact.map(({ text }) => text).join(' · ')] : []),
    ...links.map(({ text, address }) => labelled(language, text, address)),
  ];
}
