import { findUsernames } from '../../../accounts/index.ts';
import type { AccountActor } from '../../../contract/route.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { tagged } from '../../../http/conditional.ts';
import { getOrder, recordOfSale, type Sale } from '../../../orders/index.ts';
import {
  blockPass,
  getPass,
  listPasses,
  nameHolder,
  replacePass,
  requireStanding,
  unblockPass,
} from '../../../passes/index.ts';
import { type ActionContext, runAction } from '../../../store/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import { nextLink, readTextCursor, writeCursor } from '../cursor.ts';
import { readPaid } from '../orders/handlers.ts';
import { presentOrder } from '../orders/presenters.ts';
import type { Parts } from '../parts.ts';
import { answerPicture } from '../picture-answer.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import type { passOperations } from './operations.ts';
import { presentPass } from './presenters.ts';

export function passHandlers({
  store,
  clock,
  days,
  till,
  selling,
  images,
  repeatable,
  settings,
  wrongCodes,
}: Parts<
  'store' | 'clock' | 'days' | 'till' | 'selling' | 'images' | 'repeatable' | 'settings' | 'wrongCodes'
>): HandlersOf<keyof typeof passOperations> {
  const { codes, contacts } = selling;
  const reading = async () => ({ codes, today: await days.current() });
  const act = <Outcome>(actor: AccountActor, work: (context: ActionContext) => Promise<Outcome>) =>
    runAction({ store, clock }, actor, work);
  const show = async (actor: AccountActor, passId: Uuid) =>
    presentPass(await getPass(store, actor, passId, await reading()));
  return {
    findPasses: async ({ actor, query }) => {
      const { after, limit = 30, email, ...typed } = query;
      const before = after === undefined ? undefined : readTextCursor('passes', after);
      const emailHash = email === undefined ? undefined : contacts.of(email);
      const filter = { ...typed, emailHash, before, limit: limit + 1 };
      const found = await listPasses(store, actor, filter, await reading());
      const page = found.slice(0, limit);
      const cursor = writeCursor('passes', page.at(-1)?.pass.passId ?? '');
      const next = found.length > limit ? nextLink(`${BASE_PATH}/passes`, query, cursor) : {};
      return success('findPasses', page.map(presentPass), next);
    },

    getPass: async ({ actor, path: { passId } }) => success('getPass', await show(actor, passId)),

    changePass: async ({ actor, path: { passId }, body: { holder } }) => {
      await act(actor, (context) => nameHolder(context, passId, holder));
      return tagged(success('changePass', await show(actor, passId)));
    },

    getPassCode: async ({ actor, path: { passId } }, asked) => {
      const draft = await images.passDraft(actor, passId);
      return answerPicture(asked, draft.tag, (format) =>
        format === 'pdf' ? images.passPdf(actor, draft) : images.image(actor, draft, format),
      );
    },

    blockPass: async ({ actor, path: { passId }, body: { reason } }) => {
      await act(actor, (context) => blockPass(context, passId, reason));
      return success('blockPass', await show(actor, passId));
    },

    unblockPass: async ({ actor, path: { passId } }) => {
      await act(actor, (context) => unblockPass(context, passId));
      return success('unblockPass', await show(actor, passId));
    },

    replacePass: async ({ actor, path: { passId }, body: { reason } }) => {
      const made = await act(actor, (context) => replacePass(context, passId, reason, codes));
      return success('replacePass', await show(actor, made.passId));
    },

    renewPass: async ({ actor, path: { passId }, header, body }) => {
      const { accountId } = actor;
      const key = header['idempotency-key'];
      const soldBy = (await findUsernames(store, [accountId])).get(accountId) ?? '';
      const showSale = (sale: Sale) => {
        const shown = presentOrder(recordOfSale(sale, soldBy));
        return success('renewPass', shown, { location: `${BASE_PATH}/orders/${shown.orderId}` });
      };
      return repeatable.answer<Sale>(
        { operationId: 'renewPass', accountId, key, body: { passId, ...body } },
        {
          perform: async (once) => {
            const { pass } = await getPass(store, actor, passId, await reading());
            requireStanding(pass);
            const at = { today: await days.current(), language: settings.now.language };
            const { order, email, phone } = await getOrder(store, actor, pass.orderId, at);
            const { passType, holder, to: after } = pass;
            return wrongCodes.watch({ actor, kinds: ['gift-not-found'] }, () =>
              till.sell({
                seller: actor,
                items: [],
                passes: [{ passType, after, position: 0, ...(holder !== null && { holder }) }],
                buyer: { email, phone },
                order: {
                  ...readPaid({ ...(body.payments && { payments: body.payments }) }, selling.terms.currency),
                  ...(body.hold !== undefined && { holdMs: body.hold * 1_000 }),
                  language: order.language,
                },
                once,
              }),
            );
          },
          show: showSale,
        },
      );
    },
  };
}
