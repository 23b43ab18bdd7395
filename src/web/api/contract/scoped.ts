import type { BodySchema, Declaration } from '../../../contract/operation.ts';

/** A rule of the museum that is got and set, and cleared where it is an exception: for every day, for one day or for an event. */
interface Rule<Schema extends BodySchema, Input extends NonNullable<Declaration['body']>> {
  /** Its name, such as "prices", and that for every day when it is not "prices of general entry". */
  readonly name: string;
  readonly generalName?: string;
  /** Left out: read-programme. */
  readonly readBy?: NonNullable<Declaration['permission']>;
  /** What is given and, once set, answered. */
  readonly success: { readonly description: string; readonly schema: Schema };
  readonly input: Input;
  /** Why it is not set. */
  readonly problems?: NonNullable<Declaration['problems']>;
}

type Path = Declaration['path'];

/** The declarations of the operations of a rule. What they are for follows from the path. */
export function scoped<
  const Schema extends BodySchema,
  const Input extends NonNullable<Declaration['body']>,
>({ name, generalName, readBy = 'read-programme', success, input, problems = [] }: Rule<Schema, Input>) {
  const shared = <const At extends Path>(verb: string, path: At, description: string) =>
    ({ path, summary: `${verb} the ${named(path, name, generalName)}`, description, success }) as const;
  return {
    get: <const At extends Path>(path: At, description: string) =>
      ({
        ...shared('Get', path, description),
        method: 'GET',
        permission: readBy,
        problems: missing(path),
      }) as const,
    set: <const At extends Path>(path: At, description: string) =>
      ({
        ...shared('Set', path, description),
        method: 'PUT',
        permission: 'arrange-programme',
        body: input,
        problems: [...missing(path), ...problems],
      }) as const,
  };
}

/** @param then what applies to the day */
export function cleared<const At extends Path>(path: At, name: string, then: string) {
  return {
    method: 'DELETE',
    path,
    summary: `Remove the ${named(path, name)}`,
    description: `Removes the ${named(path, name)}. ${then} to it again.`,
    permission: 'arrange-programme',
    success: { description: `${then} to the day. No content.` },
    problems: ['exception-not-found'],
  } as const;
}

function named(path: Path, name: string, generalName = `${name} of general entry`): string {
  const isOfEvent = path.includes('{eventId}');
  if (path.includes('{date}')) return isOfEvent ? `${name} of an event on one day` : `${name} of one day`;
  return isOfEvent ? `${name} of an event` : generalName;
}

function missing(path: Path) {
  return path.includes('{eventId}') ? (['event-not-found'] as const) : [];
}
