/** Domains of e-mail addresses that people mistype most often, and what they mean. */
const TYPOS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gmial.com': 'gmail.com',
    'gmai.com': 'gmail.com',
    'gmal.com': 'gmail.com',
    'gamil.com': 'gmail.com',
    'gnail.com': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmail.con': 'gmail.com',
    'gmail.cm': 'gmail.com',
    'gmail.de': 'gmail.com',
    'googlemail.con': 'googlemail.com',
    'hotmial.com': 'hotmail.com',
    'hotmai.com': 'hotmail.com',
    'hotmal.com': 'hotmail.com',
    'hotmail.con': 'hotmail.com',
    'outlok.com': 'outlook.com',
    'outloook.com': 'outlook.com',
    'outlook.con': 'outlook.com',
    'yaho.com': 'yahoo.com',
    'yahooo.com': 'yahoo.com',
    'yahoo.con': 'yahoo.com',
    'icloud.con': 'icloud.com',
    'iclod.com': 'icloud.com',
    'gmx.dee': 'gmx.de',
    'gmx.ed': 'gmx.de',
    'web.dee': 'web.de',
    'we.de': 'web.de',
    't-online.dee': 't-online.de',
    'tonline.de': 't-online.de',
    'ornage.fr': 'orange.fr',
    'zigo.nl': 'ziggo.nl',
  }),
);

/** The address that was probably meant; undefined: nothing looks mistyped. */
export function meantEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@') + 1;
  const domain = TYPOS.get(email.slice(at).toLowerCase());
  return domain && email.slice(0, at) + domain;
}
