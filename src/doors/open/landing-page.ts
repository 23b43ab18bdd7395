import type { FastifyInstance } from 'fastify';
import { send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { type HousePage, type LandingPage, landingPage } from '../../pages/house-pages.ts';
import { chosenLanguage, languageOf } from '../../pages/sign-in.ts';

/** Where a person lands: the museum's name, and the ways in that there are. */
export function routeLandingPage(
  app: FastifyInstance,
  { language, ...house }: HousePage,
  doors: LandingPage['doors'],
): void {
  app.get('/', (request, reply) => {
    const inTheirs = { ...house, language: languageOf(request, language), doors };
    send(request, reply, chosenLanguage(request) ?? readOnCondition(request, landingPage(inTheirs)));
  });
}
