// RFC 5322: atext (section 3.2.3), quoted-string (3.2.4) and domain-literal (3.4.1), with neither folding nor
// comments nor obsolete forms.
const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOT_ATOM = `${ATEXT}(?:\\.${ATEXT})*`;
const QUOTED_STRING = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const DOMAIN_LITERAL = '\\[[!-Z^-~]*\\]';
const ADDR_SPEC = new RegExp(`^(?:${DOT_ATOM}|${QUOTED_STRING})@(?:${DOT_ATOM}|${DOMAIN_LITERAL})$`);

/** Whether `text` has the syntax of an e-mail address. */
export function isAddrSpec(text: string): boolean {
  return ADDR_SPEC.test(text);
}
