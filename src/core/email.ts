// RFC 5322: atext (section 3.2.3), quoted-string (3.2.4) and domain-literal (3.4.1), with neither folding nor
// comments nor obsolete forms.
const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOT_ATOM = `${ATEXT}(?:\\.${ATEXT})*`;
const QUOTED_STRING = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const DOMAIN_LITERAL = '\\[[!-Z^-~]*\\]';
const ADDR_SPEC = new RegExp(`^(?:${DOT_ATOM}|${QUOTED_STRING})@(?:${DOT_ATOM}|${DOMAIN_LITERAL})$`);

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_CHARACTERS = 254;

/** Whether mail can be sent to an address like `text`. */
export function isEmail(text: string): boolean {
  return isAddrSpec(text) && text.length <= EMAIL_CHARACTERS;
}

/** Whether `text` has the syntax of an e-mail address. */
export function isAddrSpec(text: string): boolean {
  return ADDR_SPEC.test(text);
}

/** The address so that its owner recognises it and nobody else can write to it: "a…@example.com". */
export function maskedEmail(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`;
}
