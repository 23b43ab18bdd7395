import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { may } from '../../core/permissions.ts';
import { capitalised } from '../../core/text.ts';
import { asHeading } from '../../core/words.ts';
import type { Gate, Occupancy } from '../../gate/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import type { PageSession } from '../../http/sessions.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { page } from '../../pages/layout.ts';
import { languageOf, type PagesOptions, signedIn } from '../../pages/sign-in.ts';
import { type Column, table } from '../../pages/table.ts';
import { type Language, type MuseumWords, type Words, wordsIn, wordTexts } from '../../pages/texts.ts';
import { gateAssets } from './gate-assets.ts';
import { occupancyTexts } from './occupancy-texts.ts';

export interface OccupancyPageOptions extends PagesOptions, MuseumWords {
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly gate: Gate;
}

/** How often a browser without scripts reloads, in seconds. */
const REFRESH_SECONDS = 30;

/** The page that shows how full the museum is. It updates itself. */
export function routeOccupancyPage(pages: FastifyInstance, options: OccupancyPageOptions): void {
  pages.get('/gate/occupancy', async (request, reply) =>
    send(request, reply, await answer(request, options)),
  );
}

async function answer(request: FastifyRequest, options: OccupancyPageOptions): Promise<Answer> {
  const session = request.session as PageSession;
  const { accountId, role } = session;
  const { gate, clock, days } = options;
  const language = languageOf(request, options.settings.now.language);
  const say = occupancyTexts(language);
  const account = signedIn(session, language);
  const parts = { language, title: say('title'), isTranslated: true, account };
  if (!may(role, 'read-occupancy'))
    return page(options, { ...parts, main: html`<p>${say('notAllowed')}</p>` }, 403);
  const actor = { accountId, role, channel: 'gate', requestId: request.id } as const;
  const words = wordsIn(language, options);
  const day = await days.current();
  const main = html`
    ${figures(language, words, await gate.attendance.getOccupancy(actor, day), clock.now())}
    <p class="ways-on">
      <a class="button" href="/gate/occupancy">${say('update')}</a>
      ${may(role, 'admit-visitors') && html`<a class="button" href="/gate">${say('toGate')}</a>`}
    </p>`;
  return page(options, {
    ...parts,
    lead: html`<span id="day">${asHeading(words.day(day))}</span>`,
    main,
    styles: [gateAssets.address('occupancy.css')],
    scripts: [gateAssets.address('occupancy.js')],
    refreshSeconds: REFRESH_SECONDS,
  });
}

/** The parts that occupancy.js replaces with those of the page loaded anew. */
function figures(language: Language, words: Words, occupancy: Occupancy, now: number): Html {
  const { inside, left, admitted, sold, conflicts } = occupancy;
  const say = occupancyTexts(language);
  const time = words.time(now);
  const shown = [
    ['inside', inside],
    ['left', left],
    ['admitted', admitted],
    ['sold', sold],
    ['conflicts', conflicts],
  ] as const;
  const figure = ([name, count]: (typeof shown)[number]) =>
    html`<div data-figure="${name}"><dt>${say(name, { count })}</dt><dd>${words.number(count)}</dd></div>\n`;
  const state = attributes({
    'data-connection': 'online',
    'data-no-connection': say('noConnection', { time }),
  });
  return html`
    <p id="connection" role="status" aria-live="off"${state}>${say('asOf', { time })}</p>
    <div id="figures">
      <dl class="figures">${shown.map(figure)}</dl>
      ${byEvent(language, words, occupancy)}
      ${byEntry(language, words, occupancy)}
    </div>`;
}

function byEvent(language: Language, words: Words, { events }: Occupancy): Html {
  const say = occupancyTexts(language);
  type Counted = (typeof events)[number];
  const shown = events.filter(({ eventId, sold, admitted }) => eventId !== null || sold + admitted > 0);
  const number = (head: string, count: (event: Counted) => number): Column<Counted> => ({
    head,
    cell: (event) => words.number(count(event)),
    isNumber: true,
  });
  const nameOf = ({ eventId, name }: Counted) =>
    name ?? (eventId === null ? wordTexts(language)('generalEntry') : say('anEvent'));
  const columns = [
    { head: say('what'), cell: nameOf },
    number(say('soldColumn'), ({ sold }) => sold),
    number(say('admittedColumn'), ({ admitted }) => admitted),
    number(say('toComeColumn'), ({ toCome }) => toCome),
  ];
  return table(say('byEvent'), shown, columns, say('nothing'));
}

/** Where all come with tickets, there is nothing to tell apart. */
function byEntry(language: Language, words: Words, { entries }: Occupancy): Html | undefined {
  const say = occupancyTexts(language);
  const shown = entries.filter(({ admitted }) => admitted > 0);
  if (shown.every(({ entry }) => entry === 'ticket')) return undefined;
  type Came = (typeof shown)[number];
  const number = (head: string, count: (came: Came) => number): Column<Came> => ({
    head,
    cell: (came) => words.number(count(came)),
    isNumber: true,
  });
  const columns = [
    { head: say('what'), cell: ({ entry }: Came) => wordTexts(language)(`entry${capitalised(entry)}`) },
    number(say('admittedColumn'), ({ admitted }) => admitted),
    number(say('insideColumn'), ({ admitted, left }) => admitted - left),
  ];
  return table(say('byEntry'), shown, columns);
}
