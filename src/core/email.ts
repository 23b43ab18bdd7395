import { domainToASCII } from 'node:url';

// RFC 5322: atext (section 3.2.3), quoted-string (3.2.4) and domain-literal (3.4.1), with neither folding nor
// comments nor obsolete forms.
const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOT_ATOM = `${ATEXT}(?:\\.${ATEXT})*`;
const QUOTED_STRING = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const DOMAIN_LITERAL = '\\[[!-Z^-~]*\\]';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** A domain that is not all ASCII, without characters that nobody sees. Its dots may be those of another script. */
const INTERNATIONAL_DOMAIN =
  /^(?=.*[^\0-\x7f])(?:[A-Za-z0-9.-]|[^\0-\x7f\p{Default_Ignorable_Code_Point}])+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const INTERNATIONAL_NAME = new RegExp(`^(?=.*xn--)${LABEL}(?:\\.${LABEL})*$`);
const HAS_DOT = /@(?:\[|[^@]*\.)[^@]*$/;
const ADDR_SPEC = new RegExp(`^(?:${DOT_ATOM}|${QUOTED_STRING})@(?:${DOT_ATOM}|${DOMAIN_LITERAL})$`);

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_CHARACTERS = 254;

/** Whether mail can be sent to an address like `text`. */
export function isEmail(text: string): boolean {
  return isEmailOfAnyLength(text) && text.length <= EMAIL_CHARACTERS;
}

/** For where the length is checked by itself. No domain of the internet is without a dot. */
export function isEmailOfAnyLength(text: string): boolean {
  return isAddrSpec(text) && HAS_DOT.test(asciiEmail(text));
}

/**
 * Whether `text` has the syntax of an e-mail address. Its domain may be international (RFC 5890); what is before it is
 * ASCII.
 */
export function isAddrSpec(text: string): boolean {
  const ascii = asciiEmail(text);
  return ADDR_SPEC.test(ascii) && (ascii === text || ascii.length <= EMAIL_CHARACTERS);
}

/** What must be different about `text` to be an e-mail address. */
export function emailRule(text: string): string {
  const [hidden] = INVISIBLE.exec(text) ?? [];
  if (hidden === undefined) {
    const hasNoDot = isAddrSpec(text) && !isEmailOfAnyLength(text);
    return `must be an e-mail address${hasNoDot ? ' with a dot after the @' : ''}, such as ada@example.com`;
  }
  const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `must be an e-mail address without invisible characters, but has U+${code}`;
}

/**
 * The address as mail is sent to it: an international domain as DNS has it (UTS #46), "bücher.example" as
 * "xn--bcher-kva.example". Any other address is unchanged, and so is one whose domain there can't be.
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (!INTERNATIONAL_DOMAIN.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return INTERNATIONAL_NAME.test(ascii) ? email.slice(0, at) + ascii : email;
}

/** One text for all spellings of an address: in upper or lower case, and of an international domain. */
export function mailboxOf(email: string): string {
  return asciiEmail(email).toLowerCase();
}

/** The address so that its owner recognises it and nobody else can write to it: "a…@example.com". */
export function maskedEmail(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`;
}
