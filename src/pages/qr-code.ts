import { encode } from 'uqr';
import { type Html, html } from './html.ts';

/** White modules around the symbol: the quiet zone (ISO/IEC 18004, section 6.3.8). */
const BORDER = 4;

/** `text` as a QR code, drawn in the page itself. It is black on white in the dark too, because not all readers read it inverted. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${squares.join('')}"/>
</svg>
`;
}
