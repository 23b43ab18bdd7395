import { findUsernames } from '../../../accounts/index.ts';
import { instant } from '../../../core/clock.ts';
import { fromCents, toCents } from '../../../core/money.ts';
import type { Uuid } from '../../../core/uuid.ts';
import {
  changeDiscount,
  type Discount,
  type DiscountUse,
  findMadeDiscounts,
  listDiscounts,
  type MadeDiscounts,
  MOST_CODES,
  makeDiscounts,
  type NewDiscounts,
} from '../../../discounts/index.ts';
import { csvAnswer, prefersCsv } from '../../../http/csv.ts';
import { once } from '../../../idempotency/index.ts';
import { type Queries, runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import { BASE_PATH, type InputOf } from '../contract/index.ts';
import { nextLink, readTextCursor, writeCursor } from '../cursor.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import { codesTable, type ShownCode } from './codes-table.ts';
import type { codeOperations } from './operations.ts';

export function codeHandlers({
  store,
  clock,
  currency,
  repeatable,
}: Parts<'store' | 'clock' | 'currency' | 'repeatable'>): HandlersOf<keyof typeof codeOperations> {
  return {
    makeCodes: async ({ actor, header, body }) => {
      const { accountId } = actor;
      const wanted = readCodes(body, currency);
      const names = new Map<Uuid, string>();
      const show = (made: MadeDiscounts) =>
        success(
          'makeCodes',
          made.discounts.map((discount) => showCode(discount, names)),
        );
      const findNames = async ({ discounts: [first] }: MadeDiscounts) => {
        for (const [id, name] of await findUsernames(store, first?.sellers ?? [])) names.set(id, name);
      };
      return repeatable.answer<MadeDiscounts>(
        { operationId: 'makeCodes', accountId, key: header['idempotency-key'], body },
        {
          perform: async (request) => {
            const made = await once({ store, clock }, actor, request, async (context) => {
              return { outcome: await makeDiscounts(context, wanted) };
            });
            if ('discounts' in made) await findNames(made);
            return made;
          },
          // Ten thousand codes are not kept a second time.
          show: ({ batchId }) => ({ ...success('makeCodes', []), body: batchId }),
          named: {
            first: show,
            again: async ({ body: batchId }) => {
              const discounts = await findMadeDiscounts(store, actor, `${batchId}` as Uuid);
              const made = {
                batchId: `${batchId}` as Uuid,
                discounts: discounts.map((each) => asMade(each, wanted.use)),
              };
              await findNames(made);
              return show(made);
            },
          },
        },
      );
    },

    listCodes: async ({ actor, query }, { accept }) => {
      const isCsv = prefersCsv(accept);
      const { note, code, after, limit = isCsv ? MOST_CODES : 30 } = query;
      const before = after === undefined ? undefined : readTextCursor('codes', after);
      const found = await listDiscounts(store, actor, { note, code, before }, limit + 1);
      const page = found.slice(0, limit);
      const cursor = writeCursor('codes', page.at(-1)?.codeId ?? '');
      const next = found.length > limit ? nextLink(`${BASE_PATH}/codes`, query, cursor) : {};
      const headers = { vary: 'Accept', ...next };
      const codes = await showCodes(store, page);
      if (!isCsv) return success('listCodes', codes, headers);
      const answer = csvAnswer('codes', codesTable(codes));
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },

    changeCode: async ({ actor, path: { codeId }, body }) => {
      const { enabled, validTo, ...rest } = body;
      const changes = {
        ...rest,
        ...(validTo !== undefined && { validTo: validTo === null ? null : Date.parse(validTo) }),
        ...(enabled !== undefined && { isEnabled: enabled }),
      };
      const changed = await runAction({ store, clock }, actor, (context) =>
        changeDiscount(context, codeId, changes),
      );
      const [shown] = await showCodes(store, [changed]);
      return success('changeCode', shown as ShownCode);
    },
  };
}

/** @throws HttpRefusal invalid-request when there are no such amounts in the currency */
function readCodes(body: InputOf<'makeCodes'>['body'], currency: string): NewDiscounts {
  const { kind, value, for: scope = {}, perOrder = null, channels = null, sellers = null } = body;
  const isMoney = kind === 'amount' || kind === 'price';
  if (isMoney) requireAmounts(currency, [['/value', value]]);
  const { code, count = 1, prefix = '', uses = null, note = null, validFrom, validTo } = body;
  return {
    terms: {
      kind,
      value: value === undefined ? null : isMoney ? toCents(value) : value,
      scope,
      perOrder,
      validFrom: validFrom === undefined ? null : Date.parse(validFrom),
      channels,
    },
    sellers,
    use: { uses, note, validTo: validTo === undefined ? null : Date.parse(validTo) },
    codes: code === undefined ? { count, prefix } : { code },
  };
}

/** A code as it was when it was made. */
function asMade(discount: Discount, use: Omit<DiscountUse, 'isEnabled'>): Discount {
  return { ...discount, ...use, isEnabled: true, used: 0 };
}

async function showCodes(queries: Queries, discounts: readonly Discount[]): Promise<ShownCode[]> {
  const sellers = new Set(discounts.flatMap((each) => each.sellers ?? []));
  const names = sellers.size === 0 ? new Map() : await findUsernames(queries, [...sellers]);
  return discounts.map((discount) => showCode(discount, names));
}

function showCode(discount: Discount, names: ReadonlyMap<Uuid, string>): ShownCode {
  const { codeId, code, kind, value, scope, uses, used, perOrder, channels, sellers, note } = discount;
  const { validFrom, validTo, isEnabled, createdAt } = discount;
  return {
    codeId,
    code,
    kind,
    ...(value !== null && { value: kind === 'percent' ? value : fromCents(value) }),
    ...(Object.keys(scope).length > 0 && { for: scope as NonNullable<ShownCode['for']> }),
    uses,
    used,
    ...(perOrder !== null && { perOrder }),
    ...(validFrom !== null && { validFrom: instant(validFrom) }),
    ...(validTo !== null && { validTo: instant(validTo) }),
    ...(channels !== null && { channels: [...channels] }),
    ...(sellers !== null && { sellers: sellers.flatMap((id) => names.get(id) ?? []) }),
    ...(note !== null && { note }),
    enabled: isEnabled,
    createdAt: instant(createdAt),
  };
}
