import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';

export type MovementKind = 'float' | 'pay-in' | 'pay-out';

const JOURNALLED = {
  float: 'drawer.float-set',
  'pay-in': 'drawer.paid-in',
  'pay-out': 'drawer.paid-out',
} as const satisfies Record<MovementKind, JournalKind>;

/** The cash of a seller on a day. */
export interface Shift {
  readonly day: CalendarDay;
  readonly accountId: Uuid;
  /** ISO 4217. */
  readonly currency: string;
}

/** Cash that was put into a drawer or taken out beside sales and refunds: a fact that never changes. */
export interface DrawerMovement {
  /** The last float of a day counts. */
  readonly kind: MovementKind;
  /** Whose drawer it is. */
  readonly accountId: Uuid;
  /** Hundredths, also of a pay-out above zero; a float may be zero. */
  readonly cents: number;
  /** Null of a float. */
  readonly reason: string | null;
  /** Instant, milliseconds UTC. */
  readonly at: number;
  /** Who recorded it. */
  readonly recordedBy: Uuid | null;
}

const COLUMNS = {
  kind: 'kind',
  accountId: 'account_id',
  cents: 'amount_cents',
  reason: 'reason',
  at: 'at',
  recordedBy: 'recorded_by',
} as const satisfies Record<keyof DrawerMovement, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof DrawerMovement)[];

const SELECT = `SELECT ${MEMBERS.map((member) => `${COLUMNS[member]} AS "${member}"`).join(', ')}
  FROM drawer_movements`;

/** The movements of a day, the first recorded first. @param accountId whose drawer; undefined: anybody's */
export async function findMovements(
  queries: Queries,
  { day, currency, accountId }: Omit<Shift, 'accountId'> & { readonly accountId?: Uuid | undefined },
): Promise<DrawerMovement[]> {
  const own = accountId === undefined ? [] : [accountId];
  return queries.all<DrawerMovement>(
    `${SELECT} WHERE day = ? AND currency = ? ${own.length > 0 ? 'AND account_id = ?' : ''} ORDER BY number`,
    [day, currency, ...own],
  );
}

/** Nobody else records a movement until the transaction ends. */
export async function lockMovements({ tx }: Pick<ActionContext, 'tx'>): Promise<void> {
  const lock = tx.dialect.lockTable('drawer_movements');
  if (lock !== undefined) await tx.run(lock);
}

/** Records a movement, with its entry in the journal, once `lockMovements` has locked them. @param name the seller's */
export async function addMovement(
  context: ActionContext,
  { day, accountId, currency }: Shift,
  { kind, cents, reason }: Pick<DrawerMovement, 'kind' | 'cents' | 'reason'>,
  name: string,
): Promise<void> {
  const { tx, actor, now } = context;
  const last = await tx.get<{ number: number | null }>(
    'SELECT max(number) AS "number" FROM drawer_movements',
  );
  const movement: DrawerMovement = { kind, accountId, cents, reason, at: now, recordedBy: actor.accountId };
  const row = [(last?.number ?? 0) + 1, day, currency, ...MEMBERS.map((member) => movement[member])];
  await tx.insert('drawer_movements', ['number', 'day', 'currency', ...Object.values(COLUMNS)], [row]);
  const details = { name, day, currency, cents, ...(reason !== null && { reason }) };
  await record(context, { kind: JOURNALLED[kind], subject: accountId, details });
}
