import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { CountedVisitors, VisitorCount } from '../../../gate/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';

/** Converts between counts of visitors and the API's JSON. */

type CountBody = InputOf<'countVisitors'>['body'];
type OfflineCountBody = NonNullable<InputOf<'recordCheckIns'>['body']['visits']>[number];

export function readCount({ at, ...same }: CountBody): VisitorCount {
  return { ...read(same), ...(at !== undefined && { at: Date.parse(at) }) };
}

export function readOfflineCount({ at, ...same }: OfflineCountBody): VisitorCount & { readonly at: number } {
  return { ...read(same), at: Date.parse(at) };
}

function read({ visitId, direction = 'in', ...same }: Omit<CountBody, 'at'>): VisitorCount {
  return { ...same, visitId: visitId.toLowerCase() as Uuid, direction };
}

export function showVisit({ visit, category }: CountedVisitors): OutputOf<'countVisitors'> {
  const { visitId, persons, direction, gate, at, note } = visit;
  return {
    ...{ visitId, category, persons, direction },
    ...(gate !== null && { gate }),
    at: instant(at),
    ...(note !== null && { note }),
  };
}
