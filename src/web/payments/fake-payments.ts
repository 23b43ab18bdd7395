import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FakeProvider, FakeProviders, FakeSession } from '../../demo/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { html } from '../../pages/html.ts';
import { page, type Site } from '../../pages/layout.ts';
import { chosenLanguage, languageOf } from '../../pages/sign-in.ts';
import { wordsIn } from '../../pages/texts.ts';
import { fakePaymentTexts } from './fake-payment-texts.ts';

export interface FakePaymentsSite extends Site {
  readonly timeZone: string;
}

/** The address at which a session is paid. */
export function fakePaymentPage(session: string): string {
  return `/demo/pay/${session}`;
}

/** The payment page of the providers without money. */
export function routeFakePayments(app: FastifyInstance, fakes: FakeProviders, site: FakePaymentsSite): void {
  const paying = (request: FastifyRequest): { provider: FakeProvider; session: FakeSession } => {
    const { session: id } = request.params as { session: string };
    const provider = fakes.having(id);
    const session = provider?.find(id);
    if (provider === undefined || session === undefined)
      throw new HttpRefusal('not-found', { missing: 'operation' });
    return { provider, session };
  };
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    pages.get(fakePaymentPage(':session'), (request, reply) => {
      const { session } = paying(request);
      send(request, reply, chosenLanguage(request) ?? paymentPage(request, session, site));
    });
    pages.post(fakePaymentPage(':session'), (request, reply) => {
      const { provider, session } = paying(request);
      if (formOf(request).has('pay')) provider.pay(session.id);
      else provider.giveUp(session.id);
      send(request, reply, seeOther(backTo(session)));
    });
  });
}

function paymentPage(request: FastifyRequest, session: FakeSession, site: FakePaymentsSite): Answer {
  const language = languageOf(request, site.settings.now.language);
  const say = fakePaymentTexts(language);
  const { cents, currency, description, state } = session;
  const amount = wordsIn(language, { ...site, currency }).money(cents);
  const open = html`
    <p>${say('noMoney')}</p>
    <form method="post">
      <p class="actions">
        <button class="action" name="pay" value="yes">${say('pay')}</button>
        <button class="plain">${say('goBack')}</button>
      </p>
    </form>`;
  const over = html`<p>${say('over')} <a href="${backTo(session)}">${say('back')}</a></p>`;
  return page(site, {
    language,
    main: state === 'open' ? open : over,
    title: say('title', { amount }),
    lead: description,
    isTranslated: true,
  });
}

/** The way back to the order, at whatever address the demonstration is reached. */
function backTo({ returnTo }: FakeSession): string {
  const { pathname, search } = new URL(returnTo);
  return pathname + search;
}
