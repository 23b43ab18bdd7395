import { catalogue } from '../core/texts.ts';

/** What the museum's own texts are called. */
export const ownTextTexts = catalogue('ownText', {
  visit: 'Your visit',
  imprint: 'Imprint',
  privacy: 'Privacy',
  terms: 'Terms and conditions',
  withdrawal: 'Right of withdrawal',
  accessibility: 'Accessibility',
});
