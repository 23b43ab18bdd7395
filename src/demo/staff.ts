import { addAccount, ensureFirstAccount, findAccountId, generatePassword } from '../accounts/index.ts';
import { type Channel, OPERATOR } from '../core/actor.ts';
import { ROLES, type Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Seller } from '../orders/index.ts';
import type { Store } from '../store/index.ts';

/** An account of the demonstration. `password` is missing where it was given. */
export interface StaffMember {
  readonly username: string;
  readonly role: Role;
  readonly password?: string;
}

/** The channel that each role uses. */
const CHANNELS: Readonly<Record<Role, Channel>> = {
  admin: 'desk',
  manager: 'desk',
  cashier: 'desk',
  partner: 'api',
  gate: 'gate',
  viewer: 'desk',
};

/** Makes an account for each role, named after it but for the admin's, whose name and password may be given. */
export async function createStaff(
  store: Store,
  admin: { readonly username: string; readonly password: string } | undefined,
  now: number,
): Promise<{ readonly members: StaffMember[]; readonly actors: Record<Role, Seller> }> {
  const first = await ensureFirstAccount(store, now, admin);
  if (first === undefined) throw new Error('There are accounts already.');
  const members: StaffMember[] = [{ ...first, role: 'admin' }];
  for (const role of ROLES.filter((each) => each !== 'admin')) {
    const member = { username: role, role, password: generatePassword() };
    await addAccount(store, OPERATOR, member, now);
    members.push(member);
  }
  const actors = await Promise.all(
    members.map(async ({ username, role }) => {
      const accountId = (await findAccountId(store, username)) as Uuid;
      return [role, { accountId, role, channel: CHANNELS[role] }] as const;
    }),
  );
  return { members, actors: Object.fromEntries(actors) as Record<Role, Seller> };
}
