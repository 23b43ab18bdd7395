import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that is in PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter);
  return places.flatMap((place) => names.map((name) => join(place, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
