import type { ProblemSlug } from '../../contract/operation.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import type { HttpRefusal } from '../../http/http-refusal.ts';
import { statusOf } from '../../http/refusal-status.ts';
import { OTHER_TEXTS } from './problem-types/other-problems.ts';
import { PASS_TEXTS } from './problem-types/pass-problems.ts';
import type { ProblemTexts } from './problem-types/problem-texts.ts';
import { REQUEST_TEXTS } from './problem-types/request-problems.ts';
import { SALE_TEXTS } from './problem-types/sale-problems.ts';

/**
 * The API's words and status for every refusal: a problem type (RFC 9457) for each kind. The slug is the kind, and the
 * page `/problems/<slug>` explains it.
 */
export interface ProblemType<Slug extends ProblemSlug = ProblemSlug> extends ProblemTexts<Slug> {
  readonly status: number;
}

export type { ProblemSlug };

const TEXTS: { readonly [Slug in ProblemSlug]: ProblemTexts<Slug> } = {
  ...REQUEST_TEXTS,
  ...SALE_TEXTS,
  ...PASS_TEXTS,
  ...OTHER_TEXTS,
};

export const PROBLEMS = Object.fromEntries(
  Object.entries(TEXTS).map(([slug, texts]) => [slug, { status: statusOf(slug as ProblemSlug), ...texts }]),
) as unknown as { readonly [Slug in ProblemSlug]: ProblemType<Slug> };

/** A refusal of any kind, as it is thrown. */
export type Refused = Pick<Refusal | HttpRefusal, 'kind' | 'facts'>;

/** The example refusal of a kind. */
export function example(slug: ProblemSlug): Refused {
  return { kind: slug, facts: PROBLEMS[slug].example };
}

/** A refusal as the API answers it. */
export function problemAnswer(refused: Refused): Answer {
  const { headers } = PROBLEMS[refused.kind];
  const problem = problemOf(refused);
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers?.(refused.facts as never) },
    body: JSON.stringify(problem),
    refused,
  };
}

/** The kind of the refusal that was answered with this body; undefined when it is no problem. */
export function findKind(body: string): string | undefined {
  return /^\{"type":"\/problems\/([a-z-]+)"/.exec(body)?.[1];
}

/** A problem details object (RFC 9457, section 3.1). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [member: string]: unknown;
}

export function problemOf({ kind, facts }: Refused): Problem {
  const { status: usual, statusWith, title, detail, members } = PROBLEMS[kind] as ProblemType;
  const status = statusWith?.(facts as never) ?? usual;
  return { type: `/problems/${kind}`, title, status, detail: detail(facts), ...members?.(facts as never) };
}
