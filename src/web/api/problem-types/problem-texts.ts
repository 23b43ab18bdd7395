import type { ProblemSlug } from '../../../contract/operation.ts';
import type { RefusalFacts } from '../../../core/refusal.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { HttpRefusalFacts } from '../../../http/http-refusal.ts';

type Facts = RefusalFacts & HttpRefusalFacts;

/** The API's words for a refusal: those of a problem type (RFC 9457). */
export interface ProblemTexts<Slug extends ProblemSlug = ProblemSlug> {
  /** The status, where it depends on the facts. */
  statusWith?(facts: Facts[Slug]): number;
  readonly title: string;
  /** What it means and what to do about it: sentences for the page. */
  readonly meaning: string;
  readonly remedy: string;
  /** What was wrong with this request: the member `detail`. */
  detail(facts: Facts[Slug]): string;
  /** Members added to the problem object (RFC 9457, section 3.2). */
  members?(facts: Facts[Slug]): Readonly<Record<string, unknown>>;
  /** Headers that the answer carries, such as Allow, with names in lower case. */
  headers?(facts: Facts[Slug]): Readonly<Record<string, string>>;
  /** The facts of one occurrence, from which every example in the reference is made. */
  readonly example: Facts[Slug];
}

export type SomeProblems = { readonly [Slug in ProblemSlug]?: ProblemTexts<Slug> };

/** Ids in examples. */
export const EVENT_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid;
export const TICKET_ID = '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid;
export const ORDER_ID = '01a0d5c4-c410-7b1e-a2f3-5d8c7e6f9a01' as Uuid;
export const OTHER_ORDER_ID = '01a0d5c4-c410-7b1e-a2f3-5d8c7e6f9a02' as Uuid;
export const PASS_ID = '01a0d5c4-b3a0-7c42-8d5e-6b1c2d3e4f50' as Uuid;
export const WEBHOOK_ID = '01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10' as Uuid;
export const CODE_ID = '01a0d5c4-b2f0-7d31-9c4e-7a1b2c3d4e5f' as Uuid;
export const CHECK_IN_ID = '01a0d5d2-03f0-7b1a-8c55-2e9d4a6f7b31' as Uuid;
export const VISIT_ID = '01a0d5d3-1a40-7c2b-9d66-3f0e5b7a8c42' as Uuid;
