import { COLOUR_PATTERN, readableColour } from '../../../core/colour.ts';
import { EMAIL_CHARACTERS } from '../../../core/email.ts';
import { PHONE_CHARACTERS } from '../../../core/phone.ts';
import { labelled } from '../../../core/words.ts';
import { EMAIL_INPUT } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../pages/texts.ts';
import { PAYMENT_WAYS } from '../../../payments/index.ts';
import { REENTRIES, SETTING_LIMITS, WORDED_MAILS } from '../../../settings/index.ts';
import type { DeskRequest } from '../desk-options.ts';
import { SETTINGS_PAGE } from '../desk-page.ts';
import { ONLINE_PAYMENTS } from '../online-payments.ts';
import {
  type Control,
  choiceOf,
  decimalFigure,
  figure,
  figureOrOff,
  type InLanguages,
  inLanguages,
  line,
  neededLine,
  type SettingField,
  several,
  severalLines,
} from './fields.ts';
import { type SettingsForm, settingsForm } from './form.ts';
import { settingsTexts } from './settings-texts.ts';

/** The pages of settings that have one form. */

export const MUSEUM_PAGE = `${SETTINGS_PAGE}/museum`;
export const VISITORS_PAGE = `${SETTINGS_PAGE}/visitors`;
export const MAIL_PAGE = `${SETTINGS_PAGE}/mail`;
export const MONEY_PAGE = `${SETTINGS_PAGE}/money`;
export const GATE_PAGE = `${SETTINGS_PAGE}/gate`;
export const PARTNERS_PAGE = `${SETTINGS_PAGE}/partners`;

const museum: SettingsForm = {
  at: MUSEUM_PAGE,
  title: ({ language }) => settingsTexts(language)('museum'),
  lead: ({ language }) => settingsTexts(language)('museumLead'),
  parts: ({ language }) => {
    const say = settingsTexts(language);
    const { name, address, phone, email, website } = fieldsOfMuseum(language);
    const languages = LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }));
    return [
      { fields: [name, address, phone, email, website] },
      {
        fields: [
          {
            path: 'colour',
            control: line,
            label: say('colour'),
            hint: say('colourHint'),
            fault: (typed) =>
              new RegExp(COLOUR_PATTERN).test(typed)
                ? say('colourTooLight', { nearest: readableColour(typed) })
                : say('colourFault'),
            with: { maxlength: 7, autocomplete: 'off', spellcheck: 'false' },
          },
          {
            path: 'language',
            control: choiceOf(languages),
            label: say('language'),
            hint: say('languageHint'),
            fault: say('languageFault'),
          },
          {
            path: 'languages',
            control: several(languages, LANGUAGES),
            label: say('languages'),
            hint: say('languagesHint'),
            fault: say('languagesFault'),
          },
        ],
      },
    ];
  },
};

function fieldsOfMuseum(
  language: Language,
): Readonly<Record<'name' | 'address' | 'phone' | 'email' | 'website', SettingField>> {
  const say = settingsTexts(language);
  const most = SETTING_LIMITS;
  return {
    name: {
      path: 'name',
      control: neededLine,
      label: say('name'),
      fault: say('nameFault', { most: most.name }),
      with: { maxlength: most.name, autocomplete: 'organization' },
    },
    address: {
      path: 'address',
      control: line,
      label: say('address'),
      hint: say('addressHint'),
      fault: say('addressFault', { most: most.address }),
      with: { maxlength: most.address },
    },
    phone: {
      path: 'phone',
      control: line,
      label: say('phone'),
      fault: say('phoneFault'),
      with: { type: 'tel', maxlength: PHONE_CHARACTERS.most, autocomplete: 'tel' },
    },
    email: {
      path: 'email',
      control: line,
      label: say('email'),
      fault: say('emailFault'),
      with: { ...EMAIL_INPUT, maxlength: EMAIL_CHARACTERS, autocomplete: 'email' },
    },
    website: {
      path: 'website',
      control: line,
      label: say('website'),
      hint: say('websiteHint'),
      fault: say('websiteFault'),
      with: { inputmode: 'url', maxlength: most.website, autocomplete: 'url' },
    },
  };
}

/** A text of the museum in each language. */
function texts(
  { language, settings }: DeskRequest,
  { path, label, most, hint, control = line }: TextsParts,
): InLanguages {
  const fault = settingsTexts(language)('textFault', { most });
  return inLanguages(language, settings.now.language, (of, name) => ({
    path: path(of),
    control,
    label: labelled(language, label, name),
    ...(hint !== undefined && of === settings.now.language && { hint }),
    fault,
    with: { maxlength: most, lang: of, autocomplete: 'off' },
  }));
}

interface TextsParts {
  readonly path: (of: Language) => string;
  readonly label: string;
  readonly most: number;
  readonly hint?: string;
  readonly control?: Control;
}

const visitors: SettingsForm = {
  at: VISITORS_PAGE,
  title: ({ language }) => settingsTexts(language)('visitors'),
  lead: ({ language }) => settingsTexts(language)('visitorsLead'),
  parts: (desk) => {
    const say = settingsTexts(desk.language);
    const sentence = {
      path: (of: Language) => `sentence/${of}`,
      label: say('sentence'),
      hint: say('sentenceHint'),
      most: SETTING_LIMITS.sentence,
    };
    return [
      { fields: [texts(desk, sentence)] },
      {
        fields: [
          {
            path: 'salesDays',
            control: figure,
            label: say('salesDays'),
            hint: say('salesDaysHint'),
            fault: say('figureFault', { least: 1, most: 3_650 }),
          },
          {
            path: 'shop/cancelHours',
            control: figure,
            label: say('cancelHours'),
            hint: say('cancelHoursHint'),
            fault: say('figureFault', { least: 0, most: SETTING_LIMITS.hours }),
          },
          {
            path: 'shop/moveHours',
            control: figureOrOff,
            label: say('moveHours'),
            hint: say('moveHoursHint'),
            fault: say('figureFault', { least: 0, most: SETTING_LIMITS.hours }),
          },
        ],
      },
    ];
  },
  below: ({ language }) => html`<p><a href="/">${settingsTexts(language)('seeVisitorsPage')}</a></p>`,
};

const mail: SettingsForm = {
  at: MAIL_PAGE,
  title: ({ language }) => settingsTexts(language)('mailWords'),
  lead: ({ language }) => settingsTexts(language)('mailWordsLead'),
  parts: (desk) => {
    const say = settingsTexts(desk.language);
    const words = (kind: (typeof WORDED_MAILS)[number]) => ({
      heading: say(`${kind}Mail`),
      fields: (['before', 'after'] as const).map((place) =>
        texts(desk, {
          path: (of) => `mail/words/${kind}/${of}/${place}`,
          label: say(place),
          most: SETTING_LIMITS.words,
          control: severalLines,
        }),
      ),
    });
    const replyTo: SettingField = {
      path: 'mail/replyTo',
      control: line,
      label: say('replyTo'),
      hint: say('replyToHint'),
      fault: say('emailFault'),
      with: { ...EMAIL_INPUT, maxlength: EMAIL_CHARACTERS },
    };
    return [{ heading: say('answers'), fields: [replyTo] }, ...WORDED_MAILS.map(words)];
  },
};

const money: SettingsForm = {
  at: MONEY_PAGE,
  title: ({ language }) => settingsTexts(language)('money'),
  parts: (desk) => {
    const { language, settings } = desk;
    const say = settingsTexts(language);
    const { payments } = settings.now.shop;
    const offered = PAYMENT_WAYS.filter(
      (way) => settings.rules.connected.includes(way) || payments.includes(way),
    );
    const ways = offered.map((value) => ({ value, text: say(`way-${value}`) }));
    const amount = { control: decimalFigure(language), fault: say('amountFault') };
    return [
      {
        heading: say('online'),
        fields: [
          {
            path: 'shop/payments',
            control: several(ways, payments),
            label: say('payments'),
            hint: say('paymentsHint'),
            fault: say('paymentsFault'),
          },
          ...offered.map((way) =>
            texts(desk, {
              path: (of) => `shop/paymentNames/${way}/${of}`,
              label: say('wayName', { way: say(`way-${way}`) }),
              most: SETTING_LIMITS.payment,
            }),
          ),
        ],
      },
      {
        heading: say('vatHeading'),
        fields: [
          {
            path: 'vat',
            control: decimalFigure(language, null),
            label: say('vat'),
            hint: say('vatHint'),
            fault: say('vatFault'),
          },
          texts(desk, {
            path: (of) => `vatNote/${of}`,
            label: say('vatNote'),
            hint: say('vatNoteHint'),
            most: SETTING_LIMITS.vatNote,
          }),
        ],
      },
      {
        heading: say('gift'),
        fields: [
          { path: 'gift/least', label: say('giftLeast'), ...amount },
          { path: 'gift/most', label: say('giftMost'), ...amount },
          {
            path: 'gift/years',
            control: figure,
            label: say('giftYears'),
            hint: say('giftYearsHint'),
            fault: say('figureFault', { least: 1, most: 30 }),
          },
        ],
      },
    ];
  },
  below: ({ language }) =>
    html`<p><a href="${ONLINE_PAYMENTS}">${settingsTexts(language)('seeOnlinePayments')}</a></p>`,
};

const gate: SettingsForm = {
  at: GATE_PAGE,
  title: ({ language }) => settingsTexts(language)('gate'),
  parts: ({ language }) => {
    const say = settingsTexts(language);
    const fault = say('figureFault', { least: 0, most: 1_440 });
    const reentries = REENTRIES.map((value) => ({ value, text: say(`reentry-${value}`) }));
    return [
      {
        fields: [
          { path: 'entry/early', control: figure, label: say('early'), hint: say('earlyHint'), fault },
          { path: 'entry/late', control: figure, label: say('late'), hint: say('lateHint'), fault },
        ],
      },
      {
        fields: [
          {
            path: 'entry/reentry',
            control: choiceOf(reentries),
            label: say('reentry'),
            fault: say('languageFault'),
          },
        ],
      },
    ];
  },
  below: ({ language }) => html`<p><a href="/gate">${settingsTexts(language)('openGate')}</a></p>`,
};

const partners: SettingsForm = {
  at: PARTNERS_PAGE,
  title: ({ language }) => settingsTexts(language)('partners'),
  lead: ({ language }) => settingsTexts(language)('partnersLead'),
  parts: ({ language }) => {
    const say = settingsTexts(language);
    const hours: SettingField = {
      path: 'partnerVoidHours',
      control: figure,
      label: say('partnerVoidHours'),
      hint: say('partnerVoidHoursHint'),
      fault: say('figureFault', { least: 0, most: SETTING_LIMITS.hours }),
    };
    return [{ fields: [hours] }];
  },
};

export const SETTINGS_FORMS = [museum, visitors, mail, money, gate, partners].map(settingsForm);
