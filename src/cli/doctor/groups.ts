import type { Check, Finding } from './finding.ts';

/**
 * The checks by what they may hang on. Each group runs in a process of its own: a disk that does not answer stops a
 * whole process, which then can't even end by itself.
 */
export const GROUPS = {
  machine: async () => (await import('./machine.ts')).MACHINE_CHECKS,
  files: async () => (await import('./files.ts')).FILE_CHECKS,
  database: async () => (await import('./database.ts')).DATABASE_CHECKS,
  damage: async () => (await import('./damage.ts')).DAMAGE_CHECKS,
  network: async () => (await import('./network.ts')).NETWORK_CHECKS,
} as const satisfies Record<string, () => Promise<readonly Check[]>>;

export type GroupName = keyof typeof GROUPS;

/** A check has begun, and ends with its findings; what it throws is a fault of the program. */
export type CheckReport =
  | { readonly begun: readonly { readonly name: Check['name']; readonly whenHung: string }[] }
  | { readonly meanwhile: Check['name']; readonly finding: Finding }
  | { readonly done: Check['name']; readonly findings: readonly Finding[] };
