import type { FastifyInstance } from 'fastify';
import { send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { landingPage } from '../../pages/house-pages.ts';
import type { Language } from '../../pages/texts.ts';

/** Where a person lands: the museum's name, and the ways in that there are. */
export function routeLandingPage(
  app: FastifyInstance,
  { museumName, language }: { readonly museumName: string; readonly language: Language },
): void {
  app.get('/', (request, reply) =>
    send(
      request,
      reply,
      readOnCondition(request, landingPage({ museumName, language, doors: ['desk', 'reference'] })),
    ),
  );
}
