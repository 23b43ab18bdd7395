/**
 * Hands in (uploads) who was counted without a ticket. A count is removed from the device only when the service has answered,
 * and sending it twice does no harm.
 *
 * @import { CountStorage } from './storage.js'
 * @import { Service } from './service.js'
 * @import { HeldCount } from './types.ts'
 */

/** How many counts are sent at once. */
const MOST = 100;
/** How long people wait to be counted out of whom the service does not know yet that they came in: another door has to tell it. */
const WAITS_MS = 24 * 3_600_000;
/** The status of the refusal that more would have left than came. */
const TOO_MANY = 409;

/**
 * @param {CountStorage} counts
 * @param {Service} service
 * @param {Set<string>} stuck the ids of counts that the service does not take, which are not sent again
 * @returns {Promise<string[]>} the keys of texts that say what was not done
 */
export async function handInCounts(counts, service, stuck) {
  /** @type {string[]} */
  const faults = [];
  const parts = { counts, service, stuck, faults };
  // More may leave only once they have come in.
  for (const direction of /** @type {const} */ (['in', 'out'])) await sendAll(parts, direction);
  await sendUndos(parts);
  return faults;
}

/** @typedef {{ counts: CountStorage, service: Service, stuck: Set<string>, faults: string[] }} Parts */

/**
 * One count that the service does not take keeps back no other: halving finds it.
 * @param {Parts} parts
 * @param {'in' | 'out'} direction
 */
async function sendAll({ counts, service, stuck, faults }, direction) {
  for (let most = MOST; ; ) {
    const due = (await counts.all()).filter(
      (each) => each.direction === direction && !each.isKnown && !stuck.has(each.visitId),
    );
    if (due.length === 0) return;
    const chosen = due.sort((one, other) => (one.at < other.at ? -1 : 1)).slice(0, most);
    const sent = await noteTried(counts, chosen);
    if (sent.length === 0) continue;
    const visits = sent.map(({ visitId, category, persons, gate, at }) => {
      return { visitId, category, persons, direction, ...(gate !== undefined && { gate }), at };
    });
    const reply = await service.ask('POST', 'api/check-ins/batch', {
      visits,
      sentAt: new Date().toISOString(),
    });
    if (reply === undefined || reply.status === 403) return;
    const [first] = sent;
    if (reply.status < 300) {
      await counts.change(idsOf(sent), (each) => (each.undoneAt ? { ...each, isKnown: true } : undefined));
      most = Math.min(MOST, most * 2);
    } else if (sent.length > 1 || first === undefined)
      most = reply.status === TOO_MANY ? 1 : Math.ceil(sent.length / 2);
    else if (reply.status !== TOO_MANY) stuck.add(first.visitId);
    else if (Date.now() - Date.parse(first.at) < WAITS_MS) return;
    else {
      faults.push('notCountedOut');
      await counts.remove(first.visitId);
    }
  }
}

/**
 * Marks the counts as tried, so that a later undo of them is sent to the service. Those undone meanwhile are gone.
 * @param {CountStorage} counts
 * @param {readonly HeldCount[]} chosen
 */
function noteTried(counts, chosen) {
  // A full device can't store the mark. It sends them anyway, because only that frees space.
  return counts.change(idsOf(chosen), (each) => ({ ...each, isTried: true })).catch(() => chosen);
}

/** @param {Parts} parts */
async function sendUndos({ counts, service, faults }) {
  for (const { visitId, isKnown, undoneAt } of await counts.all()) {
    if (!isKnown || undoneAt === undefined) continue;
    const query = new URLSearchParams({ undoneAt, sentAt: new Date().toISOString() });
    const reply = await service.ask('POST', `api/visits/${visitId}/undo?${query}`);
    if (reply === undefined || reply.status === 403) return;
    const isOver = reply.status < 300 || reply.status === 404 || reply.json.reason === 'undone';
    if (!isOver) faults.push('countNotUndone');
    await counts.remove(visitId);
  }
}

/** @param {readonly HeldCount[]} all */
function idsOf(all) {
  return all.map(({ visitId }) => visitId);
}
