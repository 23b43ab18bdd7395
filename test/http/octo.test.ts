import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { openCheckout, placing, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import {
  announceTour,
  BOOKED_DAY,
  booking,
  openForResellers,
  Reseller,
  units,
} from '../../fixtures/reseller.ts';
import { retention } from '../../fixtures/retention.ts';
import { pictureQuestion } from '../../fixtures/right-question.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { until } from '../../fixtures/until.ts';
import type { VisitorOrder } from '../../src/checkout/index.ts';
import { calendarDay } from '../../src/core/calendar-day.ts';

const HOUR = 3_600_000;
const NEXT_DAY = '2027-03-11';

const limit = (museum: Museum, capacity: number, day = BOOKED_DAY) =>
  museum.api('PUT', `/capacity/general/${day}`, { body: { capacity } });
const leftOf = async (museum: Museum, day = BOOKED_DAY) => {
  const days = `startDate=${day}&endDate=${day}&ticketType=general`;
  return (await museum.api('GET', `/availability?${days}`)).json[0].left;
};
const orderOf = async (museum: Museum, { id }: { id: string }) =>
  (await museum.api('GET', `/orders/${id}`)).json;
const calendarOf = (reseller: Reseller, productId: string, more: object = {}) =>
  reseller.get('POST', '/availability/calendar', {
    ...{ productId, optionId: 'DEFAULT', localDateStart: '2027-03-08', localDateEnd: BOOKED_DAY },
    ...more,
  });
const availabilityOf = (reseller: Reseller, productId: string, more: object) =>
  reseller.get('POST', '/availability', { productId, optionId: 'DEFAULT', ...more });

describeOnEachDatabase((openMuseum) => {
  it('availability is true within the answer after a sale elsewhere', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 3);
    const vacancies = async () =>
      (await availabilityOf(reseller, 'general', { localDate: BOOKED_DAY }))[0].vacancies;
    assert.equal(await vacancies(), 3);
    for (const left of [2, 1, 0]) {
      const ticket = { ticketType: 'general', ticketDate: BOOKED_DAY, email: 'ada@example.com' };
      assert.equal((await museum.api('POST', '/tickets', { body: ticket, as: 'cashier' })).status, 201);
      assert.equal(await vacancies(), left);
    }
    assert.equal((await reseller.error('POST', '/bookings', booking())).error, 'UNPROCESSABLE_ENTITY');
    museum.clock.advance(11 * 24 * HOUR);
    assert.deepEqual(await availabilityOf(reseller, 'general', { localDate: BOOKED_DAY }), []);
  });

  it('the same request with the same uuid gets the same booking, however often it comes at once', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 10);
    const body = booking({ uuid: randomUUID().toUpperCase() });
    const made = await Promise.all(Array.from({ length: 10 }, () => reseller.get('POST', '/bookings', body)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal(made[0].uuid, `${body.uuid}`.toLowerCase());
    assert.equal(await leftOf(museum), 8);
    const other = { ...body, unitItems: units(3) };
    assert.equal((await reseller.error('POST', '/bookings', other)).error, 'INVALID_BOOKING_UUID');
    const elsewhere = await Reseller.of(museum, 'other-partner');
    assert.notEqual((await elsewhere.get('POST', '/bookings', body)).id, made[0].id);
    museum.clock.advance(49 * HOUR);
    assert.equal((await reseller.get('POST', '/bookings', body)).id, made[0].id);
    const soldOut = booking({ uuid: randomUUID(), availabilityId: NEXT_DAY });
    await limit(museum, 1, NEXT_DAY);
    assert.equal((await reseller.error('POST', '/bookings', soldOut)).error, 'UNPROCESSABLE_ENTITY');
    await limit(museum, 2, NEXT_DAY);
    assert.equal((await reseller.get('POST', '/bookings', soldOut)).status, 'ON_HOLD');
    await assertSound(museum);
  });

  it('the last places go once, to resellers, the shop or the desk, whoever comes first', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 10);
    const checkout = await openCheckout(museum);
    const items: VisitorOrder['items'] = [{ product: 'general', day: calendarDay(BOOKED_DAY), quantity: 2 }];
    const buyers = [
      async () => {
        const { status } = await museum.api('POST', '/orders', {
          body: { items, paidBy: 'cash' },
          as: 'cashier',
        });
        return status === 201;
      },
      async () => (await reseller.ask('POST', '/bookings', booking())).status === 200,
      async () => typeof (await placing(checkout, visitorOrder({ items }))) !== 'string',
    ];
    const bought = await Promise.all(Array.from({ length: 30 }, (_, index) => buyers[index % 3]?.()));
    assert.equal(bought.filter(Boolean).length, 5);
    assert.equal(await leftOf(museum), 0);
    await assertSound(museum);
  });

  it('a booking that is confirmed and cancelled at the same moment is one of the two', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 50);
    for (let round = 0; round < 10; round += 1) {
      const { uuid } = await reseller.reserve();
      const [confirmed, cancelled] = await Promise.all([
        reseller.ask('POST', `/bookings/${uuid}/confirm`, {}),
        reseller.ask('POST', `/bookings/${uuid}/cancel`, {}),
      ]);
      const { status } = await reseller.get('GET', `/bookings/${uuid}`);
      assert.equal(cancelled.status, 200);
      assert.equal(status, 'CANCELLED');
      if (confirmed.status !== 200) assert.equal(confirmed.json.error, 'UNPROCESSABLE_ENTITY');
    }
    assert.equal(await leftOf(museum), 50);
    await assertSound(museum);
  });
});

describeOnDatabase((openMuseum) => {
  it('the supplier is the museum, with the address to which paths are appended', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t, { MUSEUM_ADDRESS: 'Quay 1' });
    const supplier = await reseller.get('GET', '/supplier');
    assert.deepEqual(supplier, {
      ...{ id: 'museum', name: 'Rijn', endpoint: `http://127.0.0.1:${museum.port}/octo` },
      contact: { website: null, email: null, telephone: null, address: 'Quay 1' },
    });
    assert.deepEqual(await reseller.get('GET', '/supplier/'), supplier);
    const [capability] = await reseller.get('GET', '/capabilities');
    assert.equal(capability.id, 'octo/pricing');
  });

  it('who speaks octo/content gets names, descriptions and pictures of products', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const { eventId } = await createEvent(museum);
    const { method, path, ...sent } = pictureQuestion(`/special-events/${eventId}/picture`);
    const { addresses } = (await museum.api(method, path, sent)).json;
    assert.equal('title' in (await reseller.get('GET', `/products/${eventId}`)), false);
    const speaking = await Reseller.of(museum, 'partner', 'octo/content, octo/pricing');
    const answer = await speaking.ask('GET', `/products/${eventId}`);
    assert.equal(answer.headers['octo-capabilities'], 'octo/pricing, octo/content');
    const { title, description, media, options } = answer.json;
    const [unit] = options[0].units;
    assert.deepEqual([title, unit.title], ['Sorolla and the sea', unit.internalName]);
    assert.match(description, /beach scenes/);
    const { address } = addresses.find(({ format }: { format: string }) => format === 'jpg');
    const src = `http://127.0.0.1:${museum.port}${address}`;
    const picture = { src, type: 'image/jpeg', rel: 'COVER', title: null, caption: 'Paper', copyright: null };
    assert.deepEqual(media, [picture]);
    const products = await speaking.get('GET', '/products');
    assert.deepEqual(products[0].media, []);
  });

  it('only a token of a partner opens it, and the museum says what is wrong with any other', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const answers = async (headers: Record<string, string>) => {
      const { status, json } = await museum.ask('GET', '/octo/supplier', { as: 'nobody', headers });
      return [status, json.error];
    };
    assert.deepEqual(await answers({}), [401, 'UNAUTHORIZED']);
    assert.deepEqual(await answers({ authorization: 'Basic cGFydG5lcjp4' }), [401, 'UNAUTHORIZED']);
    assert.deepEqual(await answers({ authorization: 'Bearer museum_wrong' }), [403, 'FORBIDDEN']);
    assert.equal((await museum.ask('GET', '/octo/openapi.json', { as: 'nobody' })).status, 200);
    assert.equal((await reseller.ask('GET', '/supplier')).headers['octo-capabilities'], 'octo/pricing');
    const plain = await Reseller.of(museum, 'partner', '');
    assert.equal((await plain.ask('GET', '/supplier')).headers['octo-capabilities'], '');
  });

  it('every answer, in every state of a booking, is as OCTO’s own schemas say', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    await limit(museum, 10);
    const tour = { productId: eventId, availabilityId: `${BOOKED_DAY}T11:00` };
    const made: [uuid: string, status: string][] = [];
    for (const what of [{}, tour]) {
      const book = async () => (await reseller.reserve(what)).uuid as string;
      const sell = async () => reseller.confirm({ uuid: await book() });
      const expired = (await reseller.reserve({ ...what, expirationMinutes: 1 })).uuid;
      made.push([expired, 'EXPIRED']);
      museum.clock.advance(60_001);
      const held = await book();
      await reseller.get('POST', `/bookings/${held}/extend`, { expirationMinutes: 60 });
      await reseller.get('PATCH', `/bookings/${held}`, { notes: 'By the lift' });
      made.push([held, 'ON_HOLD']);
      made.push([(await sell()).uuid, 'CONFIRMED']);
      const dropped = await book();
      await reseller.get('POST', `/bookings/${dropped}/cancel`, {});
      made.push([dropped, 'CANCELLED']);
      const { uuid, unitItems } = await sell();
      made.push([uuid, 'REDEEMED']);
      const at = `${BOOKED_DAY}T10:00:00.000Z`;
      const checkIns = unitItems.map(({ uuid: ticketId }: { uuid: string }) => ({
        ...{ checkInId: randomUUID(), at, verdict: 'admitted', ticketId },
      }));
      await museum.api('POST', '/check-ins/batch', { body: { checkIns }, as: 'gate' });
    }
    for (const by of [reseller, await Reseller.of(museum, 'partner', '')]) {
      for (const path of ['/supplier', '/capabilities', '/products', `/products/${eventId}`])
        await by.get('GET', path);
      for (const productId of ['general', eventId]) {
        const asked = { units: [{ id: 'standard', quantity: 2 }] };
        assert.ok((await calendarOf(by, productId, asked)).length > 0);
        assert.ok((await availabilityOf(by, productId, { localDate: BOOKED_DAY, ...asked })).length > 0);
      }
      for (const [uuid, status] of made)
        assert.equal((await by.get('GET', `/bookings/${uuid}`)).status, status);
      assert.equal((await by.get('GET', `/bookings?localDate=${BOOKED_DAY}`)).length, 10);
    }
  });

  it('a booking tells what is left of what it is for, and nothing once it is not offered any more', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    await limit(museum, 10);
    const entry = await reseller.reserve();
    assert.deepEqual(entry.availability, {
      ...{ id: BOOKED_DAY, allDay: true, openingHours: [{ from: '09:00', to: '18:00' }] },
      localDateTimeStart: '2027-03-10T00:00:00+01:00',
      localDateTimeEnd: '2027-03-11T00:00:00+01:00',
      utcCutoffAt: '2027-03-10T23:00:00Z',
      ...{ available: true, status: 'AVAILABLE', vacancies: 8, capacity: 10, maxUnits: 8 },
    });
    const availabilityId = `${BOOKED_DAY}T11:00`;
    const tour = await reseller.reserve({ productId: eventId, availabilityId, unitItems: units(20) });
    const [offered] = await availabilityOf(reseller, eventId, { availabilityIds: [availabilityId] });
    const { unitPricing, ...told } = offered;
    assert.deepEqual(tour.availability, told);
    assert.equal(told.status, 'SOLD_OUT');
    const both = await reseller.get('GET', `/bookings?localDate=${BOOKED_DAY}`);
    assert.deepEqual(both.map(({ availability }: Record<string, unknown>) => availability).reverse(), [
      entry.availability,
      told,
    ]);
    await museum.api('DELETE', `/special-events/${eventId}`);
    const { availability } = await reseller.get('GET', `/bookings/${tour.uuid}`);
    const closed = { available: false, status: 'CLOSED', vacancies: 0, capacity: null, maxUnits: 0 };
    assert.deepEqual(availability, { ...told, ...closed });
  });

  it('a day on which general entry is sold to nobody is closed', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const members = { name: 'Members only', prices: [{ category: 'standard', price: null }] };
    const rules = [{ ...members, from: BOOKED_DAY, to: BOOKED_DAY }];
    assert.equal((await museum.api('PUT', '/general-entry/price-rules', { body: rules })).status, 200);
    const [offered] = await availabilityOf(reseller, 'general', { localDate: BOOKED_DAY });
    assert.deepEqual([offered.available, offered.status, offered.vacancies], [false, 'CLOSED', 0]);
  });

  it('an address or a method that is none of OCTO is refused in its form', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    for (const [method, path, status, allow] of [
      ['GET', '', 404, undefined],
      ['GET', '?all', 404, undefined],
      ['GET', '/nothing', 404, undefined],
      ['GET', '/bookings/1/2/3', 404, undefined],
      ['GET', '/%', 400, undefined],
      ['DELETE', '/products', 405, 'GET, HEAD'],
      ['PUT', '/bookings/1', 405, 'GET, HEAD, PATCH'],
      ['GET', '/availability', 405, 'POST'],
    ] as const) {
      const answer = await reseller.ask(method, path);
      assert.deepEqual(
        [answer.status, answer.headers.allow, answer.json.error],
        [status, allow, 'BAD_REQUEST'],
        `${method} ${path}`,
      );
      assert.equal(answer.headers['content-type'], 'application/json');
    }
    const page = await museum.ask('GET', '/octo/tickets/none.pdf', {
      as: 'nobody',
      headers: { accept: 'text/html' },
    });
    assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
  });

  it('products are general entry and the events to come, each with the categories as its units', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t, { MUSEUM_VAT: '7' });
    await addCategories(museum);
    const eventId = await announceTour(museum);
    const [general, tour, ...more] = await reseller.get('GET', '/products');
    assert.deepEqual(
      [general.id, general.availabilityType, tour.id, tour.availabilityType, more],
      [...['general', 'OPENING_HOURS', eventId, 'START_TIME'], []],
    );
    assert.deepEqual(general.options[0].availabilityLocalStartTimes, ['00:00']);
    assert.deepEqual(tour.options[0].availabilityLocalStartTimes, ['11:00', '14:30']);
    const ids = ({ options }: { options: { units: { id: string }[] }[] }) =>
      options[0]?.units.map(({ id }) => id);
    assert.deepEqual(ids(general)?.[0], 'standard');
    const [adult] = tour.options[0].units;
    assert.deepEqual(adult.pricingFrom, [
      {
        ...{ original: 2500, retail: 2500, net: 2500, currency: 'EUR', currencyPrecision: 2 },
        includedTaxes: [{ name: 'VAT 7 %', retail: 164, original: 164, net: 164 }],
      },
    ]);
    assert.deepEqual(await reseller.get('GET', `/products/${eventId}`), tour);
    const plain = await Reseller.of(museum, 'partner', 'octo/content');
    const [withoutPrices] = await plain.get('GET', '/products');
    assert.equal(withoutPrices.pricingPer, undefined);
    assert.equal(withoutPrices.options[0].units[0].pricingFrom, undefined);
    assert.deepEqual(await reseller.error('GET', '/products/none'), {
      ...{ error: 'INVALID_PRODUCT_ID', productId: 'none' },
    });
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.equal((await reseller.error('GET', `/products/${eventId}`)).error, 'INVALID_PRODUCT_ID');
  });

  it('the calendar has an object for each day on which the product is offered', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    await museum.api('PUT', '/museum-hours/2027-03-08', { body: { closed: true } });
    await limit(museum, 10);
    await reseller.reserve({ unitItems: units(6) });
    const days = await calendarOf(reseller, 'general');
    assert.deepEqual(
      days.map((day: Record<string, unknown>) => [day.localDate, day.status, day.vacancies, day.capacity]),
      [
        ['2027-03-09', 'FREESALE', null, null],
        [BOOKED_DAY, 'LIMITED', 4, 10],
      ],
    );
    assert.deepEqual(days[0].openingHours, [{ from: '09:00', to: '18:00' }]);
    await reseller.reserve({ productId: eventId, availabilityId: '2027-03-09T11:00', unitItems: units(5) });
    const [tour] = await calendarOf(reseller, eventId);
    assert.deepEqual([tour.vacancies, tour.capacity, tour.openingHours], [20, 40, []]);
    const [, busy] = await calendarOf(reseller, 'general', { units: [{ id: 'standard', quantity: 5 }] });
    assert.deepEqual([busy.available, busy.vacancies, busy.pricingFrom.retail], [false, 4, 6000]);
  });

  it('availability is asked for a day, from day to day, or by ids, and nothing else', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    const range = { localDateStart: '2027-03-01', localDateEnd: '2027-03-31' };
    const ids = (found: { id: string }[]) => found.map(({ id }) => id);
    const all = ['2027-03-09T11:00', '2027-03-09T14:30', '2027-03-10T11:00', '2027-03-10T14:30'];
    assert.deepEqual(ids(await availabilityOf(reseller, eventId, range)), all);
    const [, second] = await availabilityOf(reseller, eventId, { localDate: '2027-03-09' });
    assert.deepEqual(second, {
      id: '2027-03-09T14:30',
      localDateTimeStart: '2027-03-09T14:30:00+01:00',
      localDateTimeEnd: '2027-03-09T16:00:00+01:00',
      utcCutoffAt: '2027-03-09T15:00:00Z',
      ...{ allDay: false, available: true, status: 'AVAILABLE', vacancies: 20, capacity: 20, maxUnits: 20 },
      openingHours: [],
      unitPricing: second.unitPricing,
    });
    const byId = { availabilityIds: [all[3], 'none', '2027-03-09'] };
    assert.deepEqual(ids(await availabilityOf(reseller, eventId, byId)), [all[3]]);
    const [whole] = await availabilityOf(reseller, 'general', { localDate: '2027-03-28' });
    assert.deepEqual(
      [whole.localDateTimeStart, whole.localDateTimeEnd, whole.allDay, whole.openingHours],
      ['2027-03-28T00:00:00+01:00', '2027-03-29T00:00:00+02:00', true, [{ from: '09:00', to: '18:00' }]],
    );
    const asking = (changes: object) =>
      reseller.error('POST', '/availability', { productId: eventId, optionId: 'DEFAULT', ...changes });
    for (const wrong of [
      {},
      { localDateStart: '2027-03-01' },
      { localDateEnd: '2027-03-01' },
      { ...range, localDate: '2027-03-01' },
      { ...range, availabilityIds: [all[0]] },
      { localDate: '2027-02-30' },
      { localDateStart: '2027-03-02', localDateEnd: '2027-03-01' },
      { localDateStart: '2027-03-02', localDateEnd: '2028-03-05' },
      { localDate: 20270302 },
      { ...range, currency: 'USD' },
    ])
      assert.deepEqual(await asking(wrong), { error: 'BAD_REQUEST' }, JSON.stringify(wrong));
    assert.deepEqual(await asking({ ...range, productId: 'none' }), {
      ...{ error: 'INVALID_PRODUCT_ID', productId: 'none' },
    });
    assert.deepEqual(
      await asking({ ...range, productId: randomUUID() }).then(({ error }) => error),
      'INVALID_PRODUCT_ID',
    );
    assert.deepEqual(await asking({ ...range, optionId: 'none' }), {
      error: 'INVALID_OPTION_ID',
      optionId: 'none',
    });
    assert.deepEqual(await asking({ ...range, units: [{ id: 'none', quantity: 1 }] }), {
      ...{ error: 'INVALID_UNIT_ID', unitId: 'none' },
    });
  });

  it('a reservation holds the places for half an hour, and its tickets have no codes yet', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 10);
    const made = await reseller.reserve({ notes: 'By the lift', resellerReference: 'V-1' });
    assert.deepEqual(
      [made.status, made.utcExpiresAt, made.utcConfirmedAt, made.cancellable, made.cancellation, made.notes],
      ['ON_HOLD', '2027-03-01T10:30:00Z', null, true, null, 'By the lift'],
    );
    const empty = { redemptionMethod: 'DIGITAL', utcRedeemedAt: null, deliveryOptions: [] };
    assert.deepEqual([made.voucher, made.unitItems[0].ticket], [empty, empty]);
    assert.deepEqual([made.pricing.retail, made.unitItems.length], [2400, 2]);
    assert.equal(await leftOf(museum), 8);
    const { state, orderCode, reference, soldBy } = await orderOf(museum, made);
    assert.deepEqual(
      [state, orderCode, reference, soldBy],
      ['held', made.supplierReference, 'V-1', 'partner'],
    );
    assert.deepEqual(await reseller.get('GET', `/bookings/${made.uuid}/`), made);
    const short = await reseller.reserve({ expirationMinutes: 5 });
    assert.equal(short.utcExpiresAt, '2027-03-01T10:05:00Z');
    museum.clock.advance(5 * 60_000 + 1);
    assert.equal((await reseller.get('GET', `/bookings/${short.uuid}`)).status, 'EXPIRED');
    await until(async () => (await leftOf(museum)) === 8);
    assert.equal((await reseller.get('GET', `/bookings/${short.uuid}`)).status, 'EXPIRED');
    await assertSound(museum);
  });

  it('a reservation that can’t be had says which of its ids is wrong', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    await limit(museum, 0, NEXT_DAY);
    const refused = (changes: object) => reseller.error('POST', '/bookings', booking({ ...changes }));
    const wrong = (error: string, name: string, value = 'none') => ({ error, [name]: value });
    assert.deepEqual(await refused({ productId: 'none' }), wrong('INVALID_PRODUCT_ID', 'productId'));
    assert.deepEqual(await refused({ productId: undefined }), wrong('INVALID_PRODUCT_ID', 'productId', ''));
    assert.deepEqual(await refused({ optionId: 'none' }), wrong('INVALID_OPTION_ID', 'optionId'));
    assert.deepEqual(await refused({ unitItems: units(1, 'none') }), wrong('INVALID_UNIT_ID', 'unitId'));
    for (const availabilityId of ['none', '2027-02-27', '2030-01-01', `${BOOKED_DAY}T11:00`])
      assert.deepEqual(
        await refused({ availabilityId }),
        wrong('INVALID_AVAILABILITY_ID', 'availabilityId', availabilityId),
      );
    for (const availabilityId of [BOOKED_DAY, `${BOOKED_DAY}T12:00`, '2027-03-12T11:00'])
      assert.equal((await refused({ productId: eventId, availabilityId })).error, 'INVALID_AVAILABILITY_ID');
    for (const changes of [
      { unitItems: [] },
      { unitItems: undefined },
      { unitItems: units(101) },
      { availabilityId: NEXT_DAY },
    ])
      assert.deepEqual(await refused(changes), { error: 'UNPROCESSABLE_ENTITY' });
    for (const changes of [
      { unitItems: 2 },
      { expirationMinutes: 0 },
      { uuid: 'none' },
      { notes: 'a\u0000b' },
      { contact: { emailAddress: 'ada' } },
      { currency: 'USD' },
    ])
      assert.deepEqual(await refused(changes), { error: 'BAD_REQUEST' }, JSON.stringify(changes));
    const broken = await museum.ask('POST', '/octo/bookings', {
      as: 'nobody',
      headers: { authorization: `Bearer ${reseller.token}`, 'content-type': 'application/json' },
      body: '{',
    });
    assert.deepEqual([broken.status, broken.json.error], [400, 'BAD_REQUEST']);
    assert.equal((await museum.api('GET', '/orders?state=held')).json.length, 0);
  });

  it('a hold is extended from now on, until a day after it was made at most', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const { uuid } = await reseller.reserve();
    museum.clock.advance(60_000);
    const extend = (body: Record<string, unknown>) => reseller.get('POST', `/bookings/${uuid}/extend`, body);
    assert.equal((await extend({ expirationMinutes: 60 })).utcExpiresAt, '2027-03-01T11:01:00Z');
    assert.equal((await extend({})).utcExpiresAt, '2027-03-01T10:31:00Z');
    assert.equal((await extend({ expirationMinutes: 100_000 })).utcExpiresAt, '2027-03-02T10:00:00Z');
    const confirmed = await reseller.confirm({ uuid });
    assert.equal(confirmed.utcExpiresAt, null);
    assert.equal(
      (await reseller.error('POST', `/bookings/${uuid}/extend`, {})).error,
      'UNPROCESSABLE_ENTITY',
    );
    assert.deepEqual(await reseller.error('POST', '/bookings/none/extend', {}), {
      ...{ error: 'INVALID_BOOKING_UUID', uuid: 'none' },
    });
  });

  it('a confirmed booking has tickets with codes, and is invoiced', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const held = await reseller.reserve();
    const contact = {
      fullName: 'Ada Lovelace',
      emailAddress: 'ada@example.com',
      locales: ['en'],
      notes: 'late',
    };
    const made = await reseller.confirm(held, { resellerReference: 'V-7', contact });
    assert.deepEqual(
      [made.status, made.resellerReference, made.utcConfirmedAt, made.contact.fullName, made.contact.country],
      ['CONFIRMED', 'V-7', '2027-03-01T10:00:00Z', 'Ada Lovelace', null],
    );
    const [first] = made.unitItems;
    assert.equal(first.uuid, held.unitItems[0].uuid);
    const [{ deliveryFormat, deliveryValue }] = first.ticket.deliveryOptions;
    assert.equal(deliveryFormat, 'QRCODE');
    const [file] = made.voucher.deliveryOptions;
    assert.equal(file.deliveryFormat, 'PDF_URL');
    const pdf = await museum.ask('GET', new URL(file.deliveryValue).pathname, { as: 'nobody' });
    assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf']);
    const other = file.deliveryValue.replace(/.{26}$/, `${'A'.repeat(22)}.pdf`);
    assert.equal((await museum.ask('GET', new URL(other).pathname, { as: 'nobody' })).status, 404);
    museum.clock.advance(9 * 24 * HOUR);
    const scan = await museum.api('POST', '/check-ins', { body: { code: deliveryValue }, as: 'gate' });
    assert.deepEqual([scan.json.verdict, scan.json.ticket.ticketId], ['admitted', first.uuid]);
    const once = await reseller.get('GET', `/bookings/${made.uuid}`);
    assert.deepEqual(
      [once.status, once.cancellable, once.unitItems[0].status, once.unitItems[1].status],
      ['CONFIRMED', false, 'REDEEMED', 'CONFIRMED'],
    );
    await museum.api('POST', '/check-ins', { body: { ticketId: made.unitItems[1].uuid }, as: 'gate' });
    const { status, utcRedeemedAt } = await reseller.get('GET', `/bookings/${made.uuid}`);
    assert.deepEqual([status, utcRedeemedAt], ['REDEEMED', '2027-03-10T10:00:00Z']);
    const { json: paid } = await museum.api('GET', '/reports/payments?startDate=2027-03-01&by=method');
    assert.deepEqual(paid.rows, [{ method: 'invoice', count: 1, paid: 24, refunded: 0 }]);
    const { json: sellers } = await museum.api('GET', '/reports/payments?startDate=2027-03-01&by=seller');
    assert.deepEqual(sellers.rows, [{ seller: 'partner', count: 1, paid: 24, refunded: 0 }]);
    const shown = await orderOf(museum, made);
    assert.deepEqual([shown.email, shown.reference], ['ada@example.com', 'V-7']);
    const { json: found } = await museum.api('GET', '/orders?email=ada@example.com');
    assert.deepEqual(
      found.map(({ orderId }: { orderId: string }) => orderId),
      [made.id],
    );
    await assertSound(museum);
  });

  it('confirming may change the units, again if the places are there, and changes nothing the second time', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 4);
    const held = await reseller.reserve();
    const path = `/bookings/${held.uuid}/confirm`;
    assert.equal((await reseller.error('POST', path, { unitItems: units(5) })).error, 'UNPROCESSABLE_ENTITY');
    assert.equal(
      (await reseller.error('POST', path, { unitItems: units(2, 'none') })).error,
      'INVALID_UNIT_ID',
    );
    const body = { contact: { fullName: 'Ada' }, unitItems: units(3) };
    const made = await reseller.get('POST', path, body);
    assert.deepEqual([made.unitItems.length, made.pricing.retail, await leftOf(museum)], [3, 3600, 1]);
    assert.deepEqual(await reseller.get('POST', path, body), made);
    assert.deepEqual((await orderOf(museum, made)).payments.length, 1);
    assert.deepEqual(await reseller.error('POST', '/bookings/none/confirm', { contact: {} }), {
      ...{ error: 'INVALID_BOOKING_UUID', uuid: 'none' },
    });
    await assertSound(museum);
  });

  it('a hold that ran out is confirmed while its places are there, and never after it was cancelled', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 2);
    const late = await reseller.reserve();
    museum.clock.advance(HOUR);
    await until(async () => (await leftOf(museum)) === 2);
    assert.equal((await reseller.confirm(late, { resellerReference: 'V-8' })).status, 'CONFIRMED');
    await reseller.get('POST', `/bookings/${late.uuid}/cancel`, {});
    const one = await reseller.reserve();
    museum.clock.advance(HOUR);
    await until(async () => (await leftOf(museum)) === 2);
    assert.equal((await reseller.reserve()).status, 'ON_HOLD');
    assert.equal(
      (await reseller.error('POST', `/bookings/${one.uuid}/confirm`, {})).error,
      'INVALID_BOOKING_UUID',
    );
    await museum.api('PUT', `/capacity/general/${BOOKED_DAY}`, { body: { capacity: 10 } });
    const [gone, takenBack] = [await reseller.reserve(), await reseller.reserve()];
    await reseller.get('POST', `/bookings/${gone.uuid}/cancel`, {});
    await museum.api('POST', `/orders/${takenBack.id}/release`, { as: 'manager' });
    for (const { uuid } of [gone, takenBack])
      assert.equal(
        (await reseller.error('POST', `/bookings/${uuid}/confirm`, {})).error,
        'UNPROCESSABLE_ENTITY',
      );
    await assertSound(museum);
  });

  it('shows a booking also when its unit is not sold any more', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const standard = { category: 'standard', name: 'Adults', unitType: 'ADULT' };
    const student = { category: 'student', name: 'Students', unitType: 'STUDENT' };
    const prices = [
      { category: 'standard', price: 12 },
      { category: 'student', price: 8 },
    ];
    await put(museum, '/categories', [standard, student]);
    await put(museum, '/general-entry/prices', prices);
    const { uuid } = await reseller.reserve({ unitItems: units(1, 'student') });
    await put(museum, '/general-entry/prices', prices.slice(0, 1));
    const shown = await reseller.get('GET', `/bookings/${uuid}`);
    assert.deepEqual(
      [shown.unitItems[0].unit.id, shown.unitItems[0].unit.internalName, shown.unitItems[0].pricing.original],
      ['student', 'Students', 800],
    );
    const { options } = await reseller.get('GET', '/products/general');
    assert.deepEqual(
      options[0].units.map(({ id }: { id: string }) => id),
      ['standard'],
    );
    assert.equal((await reseller.get('POST', `/bookings/${uuid}/cancel`, {})).status, 'CANCELLED');
  });

  it('of a held booking all is changed: day, product, units and contact', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    await limit(museum, 4);
    const { uuid } = await reseller.reserve();
    const change = (body: Record<string, unknown>) => reseller.get('PATCH', `/bookings/${uuid}`, body);
    const three = await change({ unitItems: units(3) });
    assert.deepEqual([three.unitItems.length, await leftOf(museum)], [3, 1]);
    const refused = await reseller.error('PATCH', `/bookings/${uuid}`, { unitItems: units(5) });
    assert.equal(refused.error, 'UNPROCESSABLE_ENTITY');
    const moved = await change({ availabilityId: NEXT_DAY });
    assert.deepEqual(
      [moved.availabilityId, moved.availability.localDateTimeStart],
      [NEXT_DAY, '2027-03-11T00:00:00+01:00'],
    );
    assert.equal(await leftOf(museum), 4);
    const product = { productId: eventId, optionId: 'DEFAULT', availabilityId: `${BOOKED_DAY}T14:30` };
    const tour = await change({ ...product, unitItems: units(4), expirationMinutes: 60 });
    assert.deepEqual(
      [tour.productId, tour.availability.localDateTimeEnd, tour.pricing.retail, tour.utcExpiresAt],
      [eventId, '2027-03-10T16:00:00+01:00', 10000, '2027-03-01T11:00:00Z'],
    );
    const contact = { fullName: 'Ada', emailAddress: 'ada@example.com', phoneNumber: '+44 1' };
    const named = await change({ contact, notes: 'By the lift', resellerReference: 'V-9' });
    assert.deepEqual(
      [named.contact.phoneNumber, named.notes, named.resellerReference],
      ['+44 1', 'By the lift', 'V-9'],
    );
    assert.deepEqual((await change({ notes: null })).notes, null);
    assert.equal(
      (await reseller.error('PATCH', `/bookings/${uuid}`, { availabilityId: 'none' })).error,
      'INVALID_AVAILABILITY_ID',
    );
    assert.equal(
      (await reseller.error('PATCH', `/bookings/${uuid}`, { productId: 'none' })).error,
      'INVALID_PRODUCT_ID',
    );
    assert.equal(
      (await reseller.error('PATCH', `/bookings/${uuid}`, { optionId: 'none' })).error,
      'INVALID_OPTION_ID',
    );
    assert.equal((await reseller.error('PATCH', '/bookings/none', {})).error, 'INVALID_BOOKING_UUID');
    await assertSound(museum);
  });

  it('of a confirmed booking only contact, notes and reference are changed', async (t) => {
    const { reseller } = await openForResellers(openMuseum, t);
    const made = await reseller.confirm(await reseller.reserve());
    const path = `/bookings/${made.uuid}`;
    const same = { productId: 'general', availabilityId: BOOKED_DAY, unitItems: units(2) };
    const named = await reseller.get('PATCH', path, {
      ...same,
      contact: { fullName: 'Grace' },
      resellerReference: 'V-2',
    });
    assert.deepEqual(
      [named.contact.fullName, named.resellerReference, named.status],
      ['Grace', 'V-2', 'CONFIRMED'],
    );
    for (const change of [{ unitItems: units(3) }, { availabilityId: NEXT_DAY }])
      assert.equal((await reseller.error('PATCH', path, change)).error, 'UNPROCESSABLE_ENTITY');
    await reseller.get('POST', `${path}/cancel`, {});
    assert.equal((await reseller.error('PATCH', path, { notes: 'x' })).error, 'UNPROCESSABLE_ENTITY');
  });

  it('a hold is cancelled at any time, and a confirmed booking until a day before the visit', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await limit(museum, 10);
    const cancel = (uuid: string, reason?: string) =>
      reseller.get('POST', `/bookings/${uuid}/cancel`, reason === undefined ? {} : { reason });
    const held = await reseller.reserve();
    const dropped = await cancel(held.uuid, 'changed plans');
    assert.deepEqual(
      [dropped.status, dropped.cancellation, dropped.cancellable, dropped.utcExpiresAt],
      [
        'CANCELLED',
        { refund: 'NONE', reason: 'changed plans', utcCancelledAt: '2027-03-01T10:00:00Z' },
        false,
        null,
      ],
    );
    assert.deepEqual(await cancel(held.uuid), dropped);
    const sold = await reseller.confirm(await reseller.reserve());
    assert.equal(sold.cancellable, true);
    // The museum closes at 18:00 on the day of the visit.
    museum.clock.advance(Date.parse('2027-03-09T17:00:00Z') - museum.clock.now());
    assert.equal((await reseller.get('GET', `/bookings/${sold.uuid}`)).cancellable, true);
    const back = await cancel(sold.uuid, 'ill');
    assert.deepEqual(
      [back.status, back.cancellation.refund, back.cancellation.reason],
      ['CANCELLED', 'FULL', 'ill'],
    );
    assert.deepEqual(
      back.unitItems.map(({ status }: { status: string }) => status),
      ['CANCELLED', 'CANCELLED'],
    );
    assert.equal(await leftOf(museum), 10);
    const { json: paid } = await museum.api('GET', '/reports/payments?startDate=2027-03-01&by=method');
    assert.deepEqual(paid.rows, [{ method: 'invoice', count: 2, paid: 24, refunded: 24 }]);
    const soon = await reseller.confirm(await reseller.reserve({ availabilityId: NEXT_DAY }));
    museum.clock.advance(Date.parse('2027-03-10T17:00:01Z') - museum.clock.now());
    // Within the hours of partners after the sale.
    assert.equal((await reseller.get('GET', `/bookings/${soon.uuid}`)).cancellable, false);
    assert.equal(
      (await reseller.error('POST', `/bookings/${soon.uuid}/cancel`, {})).error,
      'UNPROCESSABLE_ENTITY',
    );
    assert.deepEqual(await reseller.error('POST', '/bookings/none/cancel', {}), {
      ...{ error: 'INVALID_BOOKING_UUID', uuid: 'none' },
    });
    await assertSound(museum);
  });

  it('a cancelled booking is credited what its valid tickets cost, exchanged ones too, not what staff have kept', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const sold = await reseller.confirm(await reseller.reserve({ unitItems: units(4) }));
    const [exchanged, kept] = sold.unitItems;
    const instead = { ticketType: 'general', ticketDate: BOOKED_DAY, reason: 'They asked' };
    await museum.api('POST', `/tickets/${exchanged.uuid}/exchange`, { body: instead });
    await museum.api('POST', `/tickets/${kept.uuid}/void`, { body: { reason: 'Never came' } });
    const { cancellation } = await reseller.get('POST', `/bookings/${sold.uuid}/cancel`, {});
    assert.equal(cancellation.refund, 'PARTIAL');
    const { payments } = (await museum.api('GET', `/orders/${sold.id}`)).json;
    assert.deepEqual(
      payments.map(({ amount }: { amount: number }) => amount),
      [48, -36],
    );
    await assertSound(museum);
  });

  it('a booking that staff have moved shows what holds, and its reseller changes and cancels it as it is by now', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const tour = await announceTour(museum);
    const sold = await reseller.confirm(await reseller.reserve({ unitItems: units(3) }));
    const read = () => reseller.get('GET', `/bookings/${sold.uuid}`);
    const move = async (body: object) => {
      const answer = await museum.api('POST', `/orders/${sold.id}/exchange`, { body, as: 'cashier' });
      assert.equal(answer.status, 200, answer.text);
    };
    const statusesIn = ({ unitItems }: { unitItems: { status: string }[] }) =>
      unitItems.map(({ status }) => status);
    await move({ ticketDate: '2027-03-20' });
    const moved = await read();
    assert.deepEqual(
      [moved.status, moved.availabilityId, moved.productId],
      ['CONFIRMED', '2027-03-20', 'general'],
    );
    assert.equal(moved.availability.localDateTimeStart, '2027-03-20T00:00:00+01:00');
    assert.deepEqual(statusesIn(moved), Array(3).fill('CONFIRMED'));
    assert.ok(!moved.unitItems.some(({ uuid }: { uuid: string }) => uuid === sold.unitItems[0].uuid));
    const { deliveryValue } = moved.voucher.deliveryOptions[0];
    const file = await museum.ask('GET', new URL(deliveryValue).pathname);
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/pdf']);
    for (const availabilityId of [sold.availabilityId, moved.availabilityId]) {
      const changed = { availabilityId, contact: { fullName: availabilityId } };
      const shown = await reseller.get('PATCH', `/bookings/${sold.uuid}`, changed);
      assert.deepEqual([shown.availabilityId, shown.contact.fullName], ['2027-03-20', availabilityId]);
    }
    const other = { availabilityId: '2027-03-21' };
    const refused = await reseller.error('PATCH', `/bookings/${sold.uuid}`, other);
    assert.equal(refused.error, 'UNPROCESSABLE_ENTITY');
    const found = async (day: string) => (await reseller.get('GET', `/bookings?localDate=${day}`)).length;
    assert.deepEqual([await found(BOOKED_DAY), await found('2027-03-20')], [0, 1]);
    const [{ uuid: one }] = moved.unitItems;
    await move({
      ...{ ticketIds: [one], eventId: tour, ticketDate: BOOKED_DAY, entryTime: '14:30' },
      payment: { method: 'invoice', amount: 13 },
    });
    const parted = await read();
    assert.deepEqual([parted.availabilityId, parted.unitItems.length], ['2027-03-20', 3]);
    await move({ eventId: tour, ticketDate: BOOKED_DAY, entryTime: '14:30' });
    const onTour = await read();
    assert.deepEqual([onTour.productId, onTour.availabilityId], [tour, `${BOOKED_DAY}T14:30`]);
    assert.deepEqual(
      [onTour.availability.localDateTimeStart, onTour.availability.localDateTimeEnd],
      [`${BOOKED_DAY}T14:30:00+01:00`, `${BOOKED_DAY}T16:00:00+01:00`],
    );
    await move({ ticketType: 'general', ticketDate: '2027-03-20', entryTime: null });
    museum.clock.advance(12 * 24 * HOUR); // later than it was booked for
    assert.equal((await read()).cancellable, true);
    const { status, cancellation } = await reseller.get('POST', `/bookings/${sold.uuid}/cancel`, {});
    assert.deepEqual([status, cancellation.refund], ['CANCELLED', 'PARTIAL']);
    const { account } = await orderOf(museum, sold);
    assert.deepEqual(account, { worth: 0, paid: 13, due: 0, kept: 13 });
    await assertSound(museum);
  });

  it('a booking of the same day is cancelled within the hours of partners, before any admission', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const book = async () => reseller.confirm(await reseller.reserve({ availabilityId: '2027-03-01' }));
    const [one, other] = [await book(), await book()];
    assert.equal(one.cancellable, true);
    assert.equal((await reseller.get('POST', `/bookings/${one.uuid}/cancel`, {})).status, 'CANCELLED');
    await museum.api('POST', '/check-ins', { body: { ticketId: other.unitItems[0].uuid }, as: 'gate' });
    assert.equal(
      (await reseller.error('POST', `/bookings/${other.uuid}/cancel`, {})).error,
      'UNPROCESSABLE_ENTITY',
    );
  });

  it('what staff make void, and what is cancelled with its event, the reseller sees as cancelled', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    const sold = await reseller.confirm(await reseller.reserve());
    const voided = { reason: 'fire drill', refund: { method: 'invoice', amount: 12 } };
    await museum.api('POST', `/orders/${sold.id}/void`, { body: voided, as: 'manager' });
    const { status, cancellation } = await reseller.get('GET', `/bookings/${sold.uuid}`);
    assert.deepEqual(
      [status, cancellation.refund, cancellation.reason],
      ['CANCELLED', 'PARTIAL', 'fire drill'],
    );
    const tour = { productId: eventId, availabilityId: `${BOOKED_DAY}T11:00` };
    const [held, confirmed] = [
      await reseller.reserve(tour),
      await reseller.confirm(await reseller.reserve(tour)),
    ];
    await museum.api('DELETE', `/special-events/${eventId}`);
    const statusOf = async ({ uuid }: { uuid: string }) =>
      (await reseller.get('GET', `/bookings/${uuid}`)).status;
    assert.equal(await statusOf(confirmed), 'CANCELLED');
    await until(async () => (await statusOf(held)) === 'CANCELLED');
    const shown = await reseller.get('GET', `/bookings/${confirmed.uuid}`);
    assert.deepEqual([shown.product.internalName, shown.unitItems[0].ticket.deliveryOptions], ['Tour', []]);
  });

  it('bookings are found by reference and by the day of the visit, by their own reseller only', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const eventId = await announceTour(museum);
    const one = await reseller.reserve({ resellerReference: 'V-1' });
    const other = await reseller.reserve({ productId: eventId, availabilityId: '2027-03-09T11:00' });
    const found = async (query: string, by = reseller) =>
      (await by.get('GET', `/bookings?${query}`)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await found('resellerReference=V-1'), [one.id]);
    assert.deepEqual(await found(`supplierReference=${other.supplierReference}`), [other.id]);
    assert.deepEqual(await found(`localDate=${BOOKED_DAY}`), [one.id]);
    assert.deepEqual(await found(`localDateStart=2027-03-09&localDateEnd=${BOOKED_DAY}`), [other.id, one.id]);
    assert.deepEqual(await found(`localDateStart=2027-03-09&localDateEnd=${BOOKED_DAY}&productId=general`), [
      one.id,
    ]);
    await reseller.get('PATCH', `/bookings/${one.uuid}`, { availabilityId: NEXT_DAY });
    assert.deepEqual(await found(`localDate=${BOOKED_DAY}`), []);
    for (const query of ['', 'localDateStart=2027-03-09', 'localDate=tomorrow', 'productId=general'])
      assert.equal((await reseller.error('GET', `/bookings?${query}`)).error, 'BAD_REQUEST', query);
    const elsewhere = await Reseller.of(museum, 'other-partner');
    assert.deepEqual(await found('resellerReference=V-1', elsewhere), []);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/confirm'],
      ['POST', '/cancel'],
      ['POST', '/extend'],
    ] as const)
      assert.equal(
        (await elsewhere.error(method, `/bookings/${one.uuid}${path}`, method === 'GET' ? undefined : {}))
          .error,
        'INVALID_BOOKING_UUID',
      );
  });

  it('general entry with entry times has start times, also after midnight', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    await museum.api('PUT', '/general-entry/times', { body: { every: 120, places: 5, lastEntry: 60 } });
    await museum.api('PUT', `/museum-hours/${BOOKED_DAY}`, {
      body: { timeOpen: '20:00', timeClose: '02:00' },
    });
    const found = await availabilityOf(reseller, 'general', { localDate: BOOKED_DAY });
    assert.deepEqual(
      found.map(({ id, localDateTimeStart }: Record<string, string>) => [id, localDateTimeStart]),
      [
        [`${BOOKED_DAY}T20:00`, '2027-03-10T20:00:00+01:00'],
        [`${BOOKED_DAY}T22:00`, '2027-03-10T22:00:00+01:00'],
        [`${BOOKED_DAY}T00:00`, '2027-03-11T00:00:00+01:00'],
      ],
    );
    const made = await reseller.confirm(await reseller.reserve({ availabilityId: found[2].id }));
    assert.deepEqual(
      [made.availability.localDateTimeStart, made.availability.localDateTimeEnd, made.availability.allDay],
      ['2027-03-11T00:00:00+01:00', '2027-03-11T02:00:00+01:00', false],
    );
  });

  it('yen are counted whole', async (t) => {
    const { reseller } = await openForResellers(openMuseum, t, {
      MUSEUM_CURRENCY: 'JPY',
      MUSEUM_GENERAL_PRICE: '1500',
    });
    const { pricing } = await reseller.reserve();
    assert.deepEqual([pricing.retail, pricing.currency, pricing.currencyPrecision], [3000, 'JPY', 0]);
  });

  it('who made a booking is forgotten with it: a week after its release, on demand, and when its tickets are old', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const forgetOld = retention(museum, 30);
    const contact = { fullName: 'Ada', emailAddress: 'ada@example.com' };
    const released = await reseller.reserve({ contact, notes: 'By the lift' });
    await reseller.get('POST', `/bookings/${released.uuid}/cancel`, {});
    const sold = await reseller.confirm(await reseller.reserve({ contact, notes: 'By the lift' }));
    const known = async ({ uuid }: { uuid: string }) => {
      const { contact: shown, notes } = await reseller.get('GET', `/bookings/${uuid}`);
      return [shown.fullName, shown.emailAddress, notes];
    };
    const nobody = [null, null, null];
    assert.deepEqual(await known(sold), ['Ada', 'ada@example.com', 'By the lift']);
    museum.clock.advance(7 * 24 * HOUR + 1);
    await until(async () => `${await known(released)}` === `${nobody}`);
    museum.clock.advance(20 * 24 * HOUR);
    assert.deepEqual(await known(sold), ['Ada', 'ada@example.com', 'By the lift']);
    museum.clock.advance(20 * 24 * HOUR);
    await forgetOld();
    assert.deepEqual(await known(sold), nobody);
    assert.deepEqual((await museum.api('GET', '/orders?email=ada@example.com')).json, []);
    await reseller.get('PATCH', `/bookings/${sold.uuid}`, { contact });
    await reseller.confirm(await reseller.reserve({ availabilityId: '2027-04-20' }));
    museum.clock.advance(45 * 24 * HOUR);
    await forgetOld();
    assert.deepEqual(await known(sold), nobody);
  });
});
