import type { BodySchema, Declaration } from '../../../contract/operation.ts';

/** A rule of the museum that is got and set, and cleared where it is an exception: for every day, for one day or for an event. */
interface Rule<Schema extends BodySchema, Input extends NonNullable<Declaration['body']>> {
  readonly readBy: NonNullable<Declaration['permission']>;
  /** What is given and, once set, answered. */
  readonly success: { readonly description: string; readonly schema: Schema };
  readonly input: Input;
  /** Why it is not set. */
  readonly problems?: NonNullable<Declaration['problems']>;
}

type Texts = Pick<Declaration, 'summary' | 'description'>;
type Path = Declaration['path'];

/** The declarations of the operations of a rule. What they are for follows from the path. */
export function scoped<
  const Schema extends BodySchema,
  const Input extends NonNullable<Declaration['body']>,
>({ readBy, success, input, problems = [] }: Rule<Schema, Input>) {
  return {
    get: <const At extends Path>(path: At, texts: Texts) =>
      ({ method: 'GET', path, ...texts, permission: readBy, success, problems: missing(path) }) as const,
    set: <const At extends Path>(path: At, texts: Texts) =>
      ({
        method: 'PUT',
        path,
        ...texts,
        permission: 'arrange-programme',
        body: input,
        success,
        problems: [...missing(path), ...problems],
      }) as const,
  };
}

/** @param then what applies to the day */
export function cleared<const At extends Path>(path: At, then: string, texts: Texts) {
  return {
    method: 'DELETE',
    path,
    ...texts,
    permission: 'arrange-programme',
    success: { description: `${then} No content.` },
    problems: ['exception-not-found'],
  } as const;
}

function missing(path: Path) {
  return path.includes('{eventId}') ? (['event-not-found'] as const) : [];
}
