import { readMarkup, type TextBlock, type TextSpan } from '../core/markup.ts';
import { type Html, html } from './html.ts';

/** A text of the museum's own, in its small markup. Its headings stand below the title of the page. */
export function markup(text: string): Html {
  return html`${readMarkup(text).map(block)}`;
}

function block({ kind, lines }: TextBlock): Html {
  const spans = lines.map((line) => line.map(span));
  if (kind === 'heading') return html`<h2>${spans}</h2>\n`;
  if (kind === 'list') return html`<ul>${spans.map((line) => html`<li>${line}</li>\n`)}</ul>\n`;
  return html`<p>${spans.map((line, index) => [index > 0 && html`<br>`, line])}</p>\n`;
}

function span({ text, address }: TextSpan): Html {
  return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
}
