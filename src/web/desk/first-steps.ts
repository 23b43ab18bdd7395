import { may } from '../../core/permissions.ts';
import type { Permission } from '../../core/roles.ts';
import { asHeading } from '../../core/words.ts';
import {
  type FirstStep,
  findFirstSteps,
  findTrial,
  isFirstStep,
  putAside,
  sellTrial,
} from '../../first-steps/index.ts';
import { getWeek } from '../../hours/index.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { seeOther } from '../../http/sessions.ts';
import { getGeneralCapacity, getGeneralTimes, getPriceList, STANDARD } from '../../offers/index.ts';
import { csrfField } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { runAction } from '../../store/index.ts';
import { findUsed } from '../../tickets/index.ts';
import type { DeskRequest, Handler } from './desk-options.ts';
import { deskPage, SETTINGS_STYLE } from './desk-page.ts';
import { firstStepsTexts } from './first-steps-texts.ts';
import { ticketAddress } from './links.ts';
import { formTo, postForm } from './post-form.ts';
import { MUSEUM_PAGE } from './settings/forms.ts';
import { timesInRule } from './settings/general-entry.ts';
import { ownTextAddress } from './settings/own-text.ts';
import { placesOfDay, weekInWords } from './settings/settings.ts';
import { settingsTexts } from './settings/settings-texts.ts';
import { SHOP_STATE } from './settings/shop-state.ts';
import type { ToldStep } from './today-cache.ts';

/** Below it are the forms of the first steps, and the page where the gate is tried. */
export const FIRST_STEPS_AT = '/desk/first-steps';
const TRY_GATE = `${FIRST_STEPS_AT}/gate`;

const LEADS: Readonly<Record<FirstStep, { readonly at: string; readonly permission: Permission }>> = {
  museum: { at: MUSEUM_PAGE, permission: 'manage-museum' },
  hours: { at: '/desk/settings/hours', permission: 'arrange-programme' },
  prices: { at: '/desk/settings/prices', permission: 'arrange-programme' },
  places: { at: '/desk/settings/places', permission: 'arrange-programme' },
  mail: { at: '/desk/mail#to', permission: 'manage-mail' },
  texts: { at: ownTextAddress('imprint'), permission: 'manage-museum' },
  shop: { at: SHOP_STATE, permission: 'manage-museum' },
  gate: { at: TRY_GATE, permission: 'arrange-programme' },
};

/** What a new museum does first; none once each is done or put aside, and in a demonstration. */
export async function tellFirstSteps(desk: DeskRequest): Promise<readonly ToldStep[]> {
  const { actor, store, settings, isDemo } = desk;
  if (isDemo || !may(actor.role, 'arrange-programme')) return [];
  const states = [...(await findFirstSteps(store, settings))];
  if (states.every(([, state]) => state !== 'open')) return [];
  const shown = states.flatMap(([step, state]) => (state === 'aside' ? [] : [{ step, state }]));
  return Promise.all(shown.map(async (each) => ({ ...each, now: await nowTrue(desk, each.step) })));
}

export function firstStepsPart(desk: DeskRequest, steps: readonly ToldStep[]): Html | undefined {
  if (steps.length === 0) return undefined;
  const say = firstStepsTexts(desk.language);
  const open = steps.filter(({ state }) => state === 'open');
  const next = open.find(({ step }) => may(desk.actor.role, LEADS[step].permission));
  return html`
    <section class="first-steps">
      <h2>${say('title', { count: open.length })}</h2>
      <p class="quiet">${say('lead')}</p>
      <ol>${steps.map((each) => stepItem(desk, each, each === next))}</ol>
    </section>
  `;
}

function stepItem(desk: DeskRequest, { step, now, state }: ToldStep, isNext: boolean): Html {
  const { language, actor, session } = desk;
  const isDone = state === 'done';
  const say = firstStepsTexts(language);
  const { at, permission } = LEADS[step];
  const kind = attributes({ class: isNext ? 'button action' : undefined, href: at });
  const way = may(actor.role, permission) ? html`<a${kind}>${say(`${step}Do`)}</a>` : say('byAdmins');
  const aside = html`
    <form method="post" action="${FIRST_STEPS_AT}/${step}/aside">
      ${csrfField(session.csrfToken)}
      <button class="plain" aria-label="${say('asideNamed', { step: say(step) })}">${say('aside')}</button>
    </form>
  `;
  return html`
    <li${isDone && html` class="done"`}>
      <div>
        <h3>${say(step)}</h3>
        <p dir="auto">${now}</p>
      </div>
      <div class="ways-on">${isDone ? html`<strong>${say('done')}</strong>` : [way, aside]}</div>
    </li>
  `;
}

async function nowTrue(desk: DeskRequest, step: FirstStep): Promise<string> {
  const { language, actor, store, settings, terms, words, mail } = desk;
  const say = firstStepsTexts(language);
  const saySetting = settingsTexts(language);
  const { name, address, shop } = settings.now;
  switch (step) {
    case 'museum':
      return say('museumNow', { name, address: address ?? say('noAddress') });
    case 'hours':
      return `${weekInWords(desk, await getWeek(store, actor))}.`;
    case 'prices': {
      const { categories, prices } = await getPriceList(store, actor, terms.rules);
      const standard = prices.find(({ category }) => category === STANDARD);
      const price = standard === undefined ? saySetting('notSold') : words.price(standard);
      const [first] = categories;
      return `${saySetting('categoriesAndPrice', { count: categories.length, name: first?.name ?? '', price })}.`;
    }
    case 'places': {
      const times = await getGeneralTimes(store, actor, terms.rules);
      if (times !== null) return `${asHeading(timesInRule(desk, times))}.`;
      return `${asHeading(placesOfDay(desk, await getGeneralCapacity(store, actor)))}.`;
    }
    case 'mail':
      return mail === undefined ? say('noMail') : say('mailNow', { sender: mail.sender });
    case 'texts':
      return settings.texts.imprint !== undefined && settings.texts.privacy !== undefined
        ? say('textsThere')
        : say('textsNow');
    case 'shop':
      return saySetting(shop.open ? 'shopIsOpen' : 'shopIsClosed');
    case 'gate':
      return say('gateNow');
  }
}

export const putStepAside: Handler = async (desk) => {
  const { step } = desk.request.params as { readonly step?: string };
  if (!isFirstStep(step)) throw new HttpRefusal('not-found', { missing: 'operation' });
  await runAction(desk, desk.actor, (action) => putAside(action, step));
  return seeOther('/desk');
};

/** A ticket to try the gate with, and how that goes. */
export async function showTrial(desk: DeskRequest): Promise<Answer> {
  const { language, store, days } = desk;
  const say = firstStepsTexts(language);
  const trial = await findTrial(store);
  const isToday = trial?.ticket.day === (await days.current());
  const isTried =
    trial !== undefined && isToday && (trial.isVoid || (await findUsed(store, [trial.ticket])) !== undefined);
  const make = formTo(desk, TRY_GATE, html`<button class="action">${say('makeTicket')}</button>`);
  const ways: Piece = !isToday
    ? make
    : isTried
      ? html`
          <p><strong>${say('tried')}</strong></p>
          <p><a href="/desk">${say('toToday')}</a></p>
          ${make}
        `
      : trial && trialPart(desk, trial.ticket);
  return deskPage(desk, {
    title: say('gate'),
    lead: say('gateLead'),
    main: ways,
    styles: [SETTINGS_STYLE],
    here: '/desk',
  });
}

function trialPart(
  { language }: DeskRequest,
  { ticketId, confirmationCode }: { readonly ticketId: string; readonly confirmationCode: string },
): Html {
  const say = firstStepsTexts(language);
  return html`
    <div class="beside">
      <ol>
        <li>${say('tryOpen')} <a href="/gate">/gate</a></li>
        <li>${say('tryScan', { code: confirmationCode })}</li>
        <li>${say('tryLook')} <a href="${TRY_GATE}">${say('look')}</a></li>
      </ol>
      <img class="trial" src="${ticketAddress(ticketId)}/image.png" alt="${say('picture', { code: confirmationCode })}">
    </div>
  `;
}

export const makeTrial = postForm<never>(
  async (desk) => {
    await sellTrial(desk, desk.actor);
    return seeOther(TRY_GATE);
  },
  (desk) => showTrial(desk),
);
