import { hash } from 'node:crypto';
import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';

/** The few pages for people: plain HTML in one style, with nothing in them that runs or is loaded. */

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b1f, #e6e6ea); --faint: light-dark(#5b5b66, #a3a3ad);
  --paper: light-dark(#fdfdfb, #17171a); --line: light-dark(#deded8, #34343a); --link: light-dark(#a3321a, #ff9c82); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .25rem; }
p, ul { margin: .5rem 0; } ul { padding-left: 1.25rem; } li { margin: .25rem 0; }
a { color: var(--link); } .faint { color: var(--faint); }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; }
nav { margin-bottom: 1.5rem; }
`;

/** A document that may do nothing but be read. The icon is an empty one, so that browsers ask for none. */
const SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for people; `main` is HTML. */
export function page(title: string, main: string): Answer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return tagged({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    },
    body,
  });
}

export function escapeHtml(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] as string);
}
