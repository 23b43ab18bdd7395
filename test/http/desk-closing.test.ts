import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  TODAY,
  YESTERDAY,
} from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { calendarTexts } from '../../src/web/desk/calendar/calendar-texts.ts';
import { callingOffTexts } from '../../src/web/desk/calling-off-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';

const say = calendarTexts('en');
const AT = '/desk/calendar/closing';
const DAYS = { from: '2027-03-10', to: '2027-03-23' };
const CLOSE = { wanted: 'close', ...DAYS, reason: 'New roof' };

describeOnSqlite((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0], settings = {}) => {
    const museum = await openMuseum(t, { settings });
    const manager = await signInStaff(museum, 'manager');
    /** Sends the form, and then what its answer asks to confirm. */
    const confirm = async (form: Record<string, string>, clerk: Staff = manager) => {
      const asked = await clerk.post(AT, form);
      assert.equal(asked.status, 200, asked.problem());
      const send = (more: Record<string, string> = {}) =>
        clerk.post(AT, { ...(asked.form(AT) as Record<string, string>), ...more });
      return { asked, send };
    };
    return { museum, manager, confirm };
  };
  const hoursOn = async (museum: Museum, day: string) =>
    (await museum.api('GET', `/museum-hours/${day}`)).json;
  const written = async (museum: Museum) =>
    (await museum.store.all("SELECT kind, subject FROM journal WHERE kind LIKE 'hours.day-%'")).length;

  test('two weeks are closed with a reason at once, and what is sold on these days is shown first', async (t) => {
    const { museum, confirm } = await opened(t);
    const { eventId } = await createEvent(museum, { name: 'Comets', dates: ['2027-03-12'] });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-12' }));
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-15' }));
    await museum.api('PUT', '/museum-hours/2027-03-16', { body: { timeOpen: '20:00', timeClose: '23:00' } });
    const { asked, send } = await confirm(CLOSE);
    assert.equal(asked.heading(), say('closeDaysTitle', { from: 'Wed 10 Mar 2027', to: 'Tue 23 Mar 2027' }));
    assert.ok(asked.text().includes(say('daysClose', { count: 14 })));
    assert.ok(asked.text().includes(say('ticketsConcerned', { count: 1 })));
    assert.deepEqual(asked.row('Monday 15 March 2027')?.slice(1, 3), ['1', '']);
    assert.deepEqual(asked.row('Friday 12 March 2027')?.slice(1, 3), ['0', 'Comets (1)']);
    assert.equal(asked.row('Tuesday 16 March 2027')?.at(-1), say('hours', { open: '20:00', close: '23:00' }));
    assert.equal(await written(museum), 1);
    const undecided = await send();
    assert.deepEqual([undecided.status, undecided.faultyFields()], [400, [`event-${eventId}`]]);
    assert.equal(await written(museum), 1);
    const decided = { [`event-${eventId}`]: 'takes-place' };
    const sent = await send(decided);
    assert.equal(sent.location, `${AT}?done=daysClosed&count=14`);
    for (const date of [DAYS.from, '2027-03-16', DAYS.to])
      assert.deepEqual(await hoursOn(museum, date), { date, closed: true, reason: 'New roof' });
    assert.equal((await hoursOn(museum, '2027-03-24')).closed, undefined);
    assert.equal(await written(museum), 15);
    assert.equal((await send(decided)).status, 409, 'the days are no longer as they were shown');
    await assertSound(museum);
  });

  test('an event of a closed day is called off where staff say so, and its figures stand beside the choice', async (t) => {
    const { museum, confirm } = await opened(t);
    const { eventId } = await createEvent(museum, {
      name: 'Comets',
      dates: ['2027-03-12', '2027-04-12'],
      price: 25,
    });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-12' }));
    const { asked, send } = await confirm(CLOSE);
    const figures = { tickets: 1, persons: 1, mails: 0, money: '€25.00' };
    assert.ok(asked.text().includes(callingOffTexts('en')('called-off', figures)), asked.text());
    const sent = await send({ [`event-${eventId}`]: 'called-off', refund: 'at-once' });
    assert.equal(sent.location, `${AT}?done=daysClosed&count=14`);
    const ticket = (await museum.api('GET', `/tickets/${ticketId}`)).json;
    assert.deepEqual([ticket.state, ticket.because], ['cancelled', 'date-removed']);
    const kept = await museum.store.get('SELECT reason, refund FROM called_off WHERE product = ?', [eventId]);
    assert.deepEqual({ ...kept }, { reason: 'New roof', refund: 'at-once' });
  });

  test('mails are counted where mail is set up', async (t) => {
    for (const [settings, mails] of [
      [{}, '0'],
      [{ MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9', MUSEUM_MAIL_FROM: 'a@example.org' }, '1'],
    ] as const) {
      const { museum, confirm } = await opened(t, settings);
      await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-15' }));
      const { asked } = await confirm(CLOSE);
      assert.equal(asked.fact(callingOffTexts('en')('mails')), mails);
    }
  });

  test('closed days are listed by stretch, and reopen together; days with hours of their own keep them', async (t) => {
    const { museum, manager, confirm } = await opened(t);
    await (await confirm(CLOSE)).send();
    await museum.api('PUT', '/museum-hours/2027-03-12', { body: { timeOpen: '20:00', timeClose: '23:00' } });
    const page = await manager.get(`${AT}?done=daysClosed&count=14`);
    assert.equal(page.message(), doneTexts('en')('daysClosed', { count: 14 }));
    const [first, second] = page.links(`${AT}?wanted=reopen`);
    assert.deepEqual(
      [first, second].map((link) => new URLSearchParams(link?.split('?')[1]).get('from')),
      [DAYS.from, '2027-03-13'],
    );
    assert.equal((await manager.get(second ?? '')).value('to'), DAYS.to);
    const { asked, send } = await confirm({ wanted: 'reopen', ...DAYS });
    assert.ok(asked.text().includes(say('daysReopen', { count: 13 })));
    assert.equal((await send()).location, `${AT}?done=daysReopened&count=13`);
    assert.equal((await hoursOn(museum, DAYS.to)).closed, undefined);
    assert.equal((await hoursOn(museum, '2027-03-12')).timeOpen, '20:00');
    const none = await manager.post(AT, { wanted: 'reopen', ...DAYS });
    assert.equal(none.status, 400);
    assert.ok(none.problem()?.includes('is closed apart from the usual week'));
  });

  test('days that somebody else has changed meanwhile are not closed, none of them', async (t) => {
    const { museum, confirm } = await opened(t);
    const { send } = await confirm(CLOSE);
    await museum.api('PUT', '/museum-hours/2027-03-23', { body: { timeOpen: '20:00', timeClose: '23:00' } });
    const answer = await send();
    assert.equal(answer.status, 409);
    assert.ok(answer.problem()?.includes(say('daysChangedMeanwhile')));
    assert.deepEqual([answer.value('from'), answer.value('reason')], [DAYS.from, 'New roof']);
    assert.equal((await hoursOn(museum, DAYS.from)).closed, undefined);
  });

  test('days that can’t be closed are refused beside their field, and only managers close', async (t) => {
    const { museum, manager } = await opened(t);
    for (const [field, wrong] of [
      ['wanted', { wanted: 'shut' }],
      ['from', { from: '' }],
      ['from', { from: YESTERDAY }],
      ['to', { to: '2027-03-09' }],
      ['to', { from: TODAY, to: '2028-03-02' }],
      ['to', { from: '9999-12-31', to: 'soon' }],
      ['reason', { reason: 'x'.repeat(201) }],
    ] as const) {
      const answer = await manager.post(AT, { ...CLOSE, ...wrong, confirmed: '1' });
      assert.deepEqual([answer.status, answer.faultyFields()], [400, [field]], JSON.stringify(wrong));
    }
    const cashier = await signInStaff(museum, 'cashier');
    assert.equal((await cashier.get(AT)).status, 403);
    assert.equal((await cashier.post(AT, { ...CLOSE, confirmed: '1' })).status, 403);
    assert.equal(await written(museum), 0);
  });
});
