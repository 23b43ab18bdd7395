import { TICKET_CODE_LENGTH } from '../../codes/index.ts';
import type { Reentry } from '../../gate/index.ts';
import type { Answer, TextAnswer } from '../../http/answer.ts';
import { fieldsOf, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { page, type SignedIn, type Site, type SiteSettings } from '../../pages/layout.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import type { Language } from '../../pages/texts.ts';
import { gateAssets } from './gate-assets.ts';
import { gateTexts } from './gate-texts.ts';
import { verdictTexts } from './verdict-texts.ts';

/** What the page has to know of the museum. */
export interface GateMuseum extends Site {
  readonly settings: SiteSettings & { readonly version: number };
  readonly timeZone: string;
  readonly gate: { readonly rules: { readonly reentry: Reentry } };
}

type Say = ReturnType<typeof gateTexts>;

/** The page. It is the same for everyone except its foot, so that it can be cached for use offline. */
export function gatePage(museum: GateMuseum, language: Language, account?: SignedIn): TextAnswer {
  const { timeZone, gate } = museum;
  const { reentry } = gate.rules;
  const say = gateTexts(language);
  const signOut = siteTexts(language)('signOut');
  const texts = { ...gateTexts.texts[language], ...verdictTexts.texts[language], signOut };
  const worker = `/gate/worker-${language}.js`;
  const settings = { language, timeZone, reentry, worker, texts };
  const main = html`
    <div id="gate-page" data-settings="${JSON.stringify(settings)}">
      ${stateOfDoor(say)}
      <noscript><p class="message">${say('needsScripts')}</p></noscript>
      <div class="result">
        <div id="verdict" role="status"><p class="message">${say('ready')}</p></div>
        <button type="button" id="undo" aria-describedby="undo-what" hidden>${say('undo')}</button>
        <p class="hint" id="undo-what"></p>
        <button type="button" id="shown" hidden>${say('shown')}</button>
        <button type="button" id="override" hidden>${say('override')}</button>
      </div>
      <p id="notice" role="alert"></p>
      <p id="signed-out" hidden>
        ${say('signedOut')} <button type="button" id="sign-in">${say('signIn')}</button>
      </p>
      <div class="work">
        ${camera(say)}
        ${scanForm(language, say)}
        ${counting(language, say)}
        ${door(language, say)}
        <div id="keyboard" hidden>
          <p></p>
          <button type="button" id="keyboard-seen">${say('gotIt')}</button>
        </div>
      </div>
      ${overriding(language, say)}
    </div>`;
  const parts = {
    language,
    title: say('title'),
    main,
    isTranslated: true,
    account,
    styles: [gateAssets.address('gate.css')],
    manifest: `/gate/manifest-${language}.webmanifest`,
    scripts: [gateAssets.address('gate.js')],
    policy: { 'script-src': "'self' 'wasm-unsafe-eval'", 'worker-src': "'self'" },
  };
  return page(museum, parts, 200, { 'permissions-policy': 'camera=(self), microphone=(), geolocation=()' });
}

/** For somebody whose account may not check tickets. */
export function notAllowedPage(site: Site, language: Language, account: SignedIn): Answer {
  const say = gateTexts(language);
  const main = html`<p>${say('notAllowed')}</p>`;
  return page(site, { language, title: say('title'), main, isTranslated: true, account }, 403);
}

function stateOfDoor(say: Say): Html {
  const direction = html`${say('direction')} ${say('comingIn')}`;
  return html`
    <div class="state">
      <p id="door-name" dir="auto"></p>
      <p><span id="direction-now" data-direction="in">${direction}</span></p>
      <p id="connection" data-connection="offline" data-waiting="0">${say('offline')}</p>
      <div id="direction-asked" hidden>
        <p role="alert"></p>
        <button type="button" id="right">${say('right')}</button>
        <button type="button" id="wrong">${say('wrong')}</button>
      </div>
    </div>
  `;
}

function camera(say: Say): Html {
  return html`
    <div id="camera" hidden>
      <video id="picture" muted playsinline aria-label="${say('picture')}"></video>
      <button type="button" id="stop-camera">${say('stopCamera')}</button>
      <button type="button" id="other-camera">${say('otherCamera')}</button>
      <button type="button" id="torch" aria-pressed="false">${say('torch')}</button>
    </div>
    <button type="button" id="use-camera">${say('useCamera')}</button>
  `;
}

function scanForm(language: Language, say: Say): Html {
  const typed = { ...VERBATIM_INPUT, enterkeyhint: 'go', autofocus: true, maxlength: 5_000 };
  // Without scripts the form must not be sent: a ticket code in a URL would be logged in many places.
  return html`
    <form id="scan" method="dialog">
      ${fieldsOf<'code'>(language).input('code', { label: say('code'), with: typed })}
      <button class="unseen">${say('check')}</button>
    </form>`;
}

/** Asks for the reason of an override. A hand scanner may type a ticket code behind it, so the field must hold both. */
function overriding(language: Language, say: Say): Html {
  const why = {
    required: true,
    maxlength: 200 + TICKET_CODE_LENGTH,
    pattern: '.*\\S.*',
    autocomplete: 'off',
    enterkeyhint: 'go',
  };
  const reason = { label: say('why'), hint: say('whyHint'), with: why };
  return html`
    <dialog id="overriding" aria-labelledby="overriding-title" aria-describedby="refusal">
      <h2 id="overriding-title">${say('override')}</h2>
      <p id="refusal"></p>
      <form method="dialog">
        ${fieldsOf<'why'>(language).input('why', reason)}
        <button class="action" value="let-in">${say('letIn')}</button>
        <button type="button" class="plain" id="keep-out">${say('keepOut')}</button>
      </form>
    </dialog>
  `;
}

/** Folded away until it is opened on this device. A hand scanner may type a ticket code into the number, so it must hold that. */
function counting(language: Language, say: Say): Html {
  const persons = {
    label: say('howMany'),
    hint: say('howManyHint'),
    with: {
      maxlength: 3 + TICKET_CODE_LENGTH,
      inputmode: 'numeric',
      autocomplete: 'off',
      enterkeyhint: 'done',
    },
  };
  return html`
    <details id="counting">
      <summary>${say('countWithout')}</summary>
      ${fieldsOf<'persons'>(language).input('persons', persons)}
      <p id="counted" aria-live="polite"></p>
      <div id="count-buttons"></div>
      <button type="button" id="uncount" hidden>${say('uncount')}</button>
    </details>`;
}

function door(language: Language, say: Say): Html {
  const fields = fieldsOf<'admits' | 'gate' | 'direction'>(language);
  const admits = {
    label: say('admits'),
    with: { autocomplete: 'off' },
    options: [
      { value: '', text: say('everything') },
      { value: 'general', text: say('general') },
    ],
  };
  const gate = {
    label: say('gate'),
    hint: say('gateHint'),
    with: { maxlength: 60 + TICKET_CODE_LENGTH, autocomplete: 'off' },
  };
  const direction = {
    label: say('direction'),
    with: { autocomplete: 'off' },
    options: [
      { value: 'in', text: say('comingIn') },
      { value: 'out', text: say('leaving') },
    ],
  };
  return html`
    <div class="door">
      ${fields.select('admits', admits)}
      <p><a id="inside" href="/gate/occupancy">${say('occupancy')}</a></p>
    </div>
    <details>
      <summary>${say('device')}</summary>
      ${fields.input('gate', gate)}
      ${fields.select('direction', direction)}
    </details>`;
}
