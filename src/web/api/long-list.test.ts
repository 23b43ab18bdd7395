import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTag } from '../../http/conditional.ts';
import { longList } from './long-list.ts';

const onSale = (date: string) =>
  ({ date, ticketType: 'general', capacity: null, sold: 0, left: null, onSale: true, prices: [] }) as never;
const list = (pieces: readonly string[], find: (day: string) => Promise<never[]>) =>
  longList('getAvailability', pieces, find, { link: '<...>; rel="first"' });

test('other requests run between the parts of a long list', async () => {
  const course: string[] = [];
  const { body, headers } = await list(['2027-03-01', '2027-03-02', '2027-03-03'], async (day) => {
    course.push(day);
    setImmediate(() => course.push('others'));
    return [onSale(day)];
  });
  assert.deepEqual(course, ['2027-03-01', 'others', '2027-03-02', 'others', '2027-03-03', 'others']);
  const dates = JSON.parse(`${body}`).map(({ date }: { date: string }) => date);
  assert.deepEqual(dates, ['2027-03-01', '2027-03-02', '2027-03-03']);
  assert.equal(headers.etag, entityTag(body as Uint8Array));
  assert.equal(headers.link, '<...>; rel="first"');
});

test('a list is complete whichever of its parts are empty', async () => {
  const days = ['2027-03-01', '2027-03-02', '2027-03-03'];
  for (const kept of [[], [0], [1], [2], [0, 2], [0, 1, 2]]) {
    for (const pieces of [days, days.slice(0, 1), []]) {
      const wanted = pieces.filter((_, index) => kept.includes(index));
      const { body } = await list(pieces, async (day) => (wanted.includes(day) ? [onSale(day)] : []));
      assert.deepEqual(JSON.parse(`${body}`), wanted.map(onSale));
    }
  }
});
