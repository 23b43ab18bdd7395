import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { may } from '../../core/permissions.ts';
import type { Permission } from '../../core/roles.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { isSafeMethod, type PageSession } from '../../http/sessions.ts';
import { openAssets } from '../../pages/assets.ts';
import type { FormOutcome } from '../../pages/forms.ts';
import { type Page, page, type Site, siteAssets } from '../../pages/layout.ts';
import { languageOf, signedIn } from '../../pages/sign-in.ts';
import { type Language, type Words, wordsIn } from '../../pages/texts.ts';
import { deskTexts } from './desk-texts.ts';
import { doneMessage } from './done.ts';

export const deskAssets = openAssets([new URL('assets/', import.meta.url)], () => ({
  'add-up.js': new URL('../../pages/assets/add-up.js', import.meta.url),
}));

export interface DeskWords extends Site {
  readonly timeZone: string;
  readonly currency: string;
}

/** A signed-in person at the desk: the actor, and the language and query of their page. */
export interface Clerk {
  readonly actor: Actor & { readonly accountId: Uuid };
  readonly session: PageSession;
  readonly language: Language;
  readonly words: Words;
  /** The query of the page; empty for a form that was sent. */
  readonly query: URLSearchParams;
}

/** The person who sent the request. Every request that gets here has a session. */
export function clerkOf(request: FastifyRequest, desk: DeskWords): Clerk {
  const session = request.session as PageSession;
  const { accountId, role } = session;
  const language = languageOf(request, desk.settings.now.language);
  return {
    actor: { accountId, role, channel: 'desk', requestId: request.id },
    session,
    language,
    words: wordsIn(language, desk),
    query: new URLSearchParams(isSafeMethod(request) ? request.url.replace(/^[^?]*/, '') : ''),
  };
}

/** What is set once, and changed now and then. */
export const SETTINGS_PAGE = '/desk/settings';

/** The pages that are used daily, the most frequent first, and the settings; each for the roles that may do what it is for. */
const PAGES = [
  { href: '/desk', text: 'today', permission: 'read-occupancy' },
  { href: '/desk/sell', text: 'sell', permission: 'sell-tickets', key: 'n' },
  { href: '/desk/tickets', text: 'tickets', permission: 'fetch-tickets', key: '/' },
  { href: '/desk/calendar', text: 'calendar', permission: 'read-programme' },
  { href: '/desk/events', text: 'events', permission: 'read-programme' },
  { href: '/desk/reports', text: 'reports', permission: 'read-reports' },
  { href: '/desk/cash-up', text: 'cashUp', permission: 'void-tickets' },
  { href: SETTINGS_PAGE, text: 'settings', permission: 'read-settings' },
] as const satisfies readonly { href: string; text: string; permission: Permission; key?: string }[];

export type DeskAddress = (typeof PAGES)[number]['href'];

/** The start page of the person's role; undefined when no page is for that role. */
export function firstPage({ actor: { role } }: Clerk): DeskAddress | undefined {
  return PAGES.find(({ permission }) => may(role, permission))?.href;
}

type PageParts = Omit<Page, 'language' | 'navigation' | 'account' | 'isFaulty' | 'query'>;

export interface DeskPage extends PageParts {
  /** The page in the navigation that it belongs to. */
  readonly here?: DeskAddress;
  /** The form that was sent: what is wrong with it stands at the top, and decides the status. */
  readonly form?: FormOutcome;
  /** Status of a page without a form; by default 200. */
  readonly status?: number;
}

/** The style sheet of settings, other long forms, and the first steps. */
export const SETTINGS_STYLE = deskAssets.address('settings.css');

/** A page of the desk. By default its message is what the form has done that led to it. */
export function deskPage(
  desk: Clerk & Site,
  { here, form, status, main, styles = [], scripts = [], ...rest }: DeskPage,
): Answer {
  const { session, language, query } = desk;
  const say = deskTexts(language);
  const seen = PAGES.filter(({ permission }) => may(session.role, permission));
  const links = seen.map(({ text, ...link }) => ({ ...link, text: say(text) }));
  const gate = { href: '/gate', text: say('gate') };
  return page(
    desk,
    {
      message: doneMessage(language, query),
      ...rest,
      main: [form?.faults(), main],
      isFaulty: form?.isFaulty ?? false,
      styles: [deskAssets.address('desk.css'), ...styles],
      scripts: [
        deskAssets.address('shortcuts.js'),
        siteAssets.address('double-click.js'),
        siteAssets.address('kept-form.js'),
        ...scripts,
      ],
      language,
      isTranslated: true,
      query,
      navigation: { links: session.role === 'gate' ? [gate, ...links.slice(1)] : links, here },
      account: {
        ...signedIn(session, language),
        username: session.username,
        sessionsAt: '/desk/sessions',
      },
    },
    form?.status ?? status,
    form?.headers,
  );
}
