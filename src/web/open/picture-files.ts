import type { FastifyInstance } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { AnswerCache } from '../../http/answer-cache.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { findPublicFile, type PictureFileName, pictureAddress, readFileName } from '../../pictures/index.ts';
import type { Store } from '../../store/index.ts';

/** Shown in mails and by resellers too, so pages of any origin may load them. Not for longer than a week: they may be removed. */
const HEADERS = {
  'cache-control': 'public, max-age=604800, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The files of pictures that visitors may see. */
export function routePictures(app: FastifyInstance, store: Store): void {
  const kept = new AnswerCache(store, 'events');
  app.get('/pictures/:file', async (request, reply) => {
    const name = readFileName((request.params as { readonly file: string }).file);
    if (name === undefined) throw notThere();
    const answer = await kept.get(pictureAddress(name), () => fileAnswer(store, name));
    send(request, reply, readOnCondition(request, answer));
  });
}

async function fileAnswer(store: Store, name: PictureFileName): Promise<Answer> {
  const body = await findPublicFile(store, name);
  if (body === undefined) throw notThere();
  return tagged({ status: 200, headers: { ...HEADERS, 'content-type': mediaTypeOf(name) }, body });
}

function mediaTypeOf({ format }: PictureFileName): string {
  return format === 'webp' ? 'image/webp' : 'image/jpeg';
}

function notThere(): HttpRefusal {
  return new HttpRefusal('not-found', { missing: 'operation' });
}
