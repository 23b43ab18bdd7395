import { type Operation, operations, problemsOf } from './contract/index.ts';
import { example, PROBLEMS, type ProblemSlug, problemOf } from './problems.ts';

/** Every kind of problem with all that can be said about it, for the pages that its `type` names. */
export function explainedProblems() {
  const all = Object.values<Operation>(operations).map((op) => ({ op, problems: problemsOf(op) }));
  return (Object.keys(PROBLEMS) as ProblemSlug[]).map((slug) => {
    const { status, title, meaning, remedy } = PROBLEMS[slug];
    const those = all.filter(({ problems }) => problems.includes(slug)).map(({ op }) => op);
    const ending = those.length === all.length ? ('all' as const) : those;
    return { slug, status, title, meaning, remedy, example: problemOf(example(slug)), operations: ending };
  });
}
