import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import { importInto } from '../../fixtures/importing.ts';
import { KEYBOARDS, keyboardsNamed, typedWith, WITH_CAPS_LOCK } from '../../fixtures/keyboards.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, eventPurchase, TODAY } from '../../fixtures/samples.ts';
import { revokeKey } from '../../src/codes/index.ts';
import { readTicketCode } from '../../src/codes/read-ticket-code.js';
import { OPERATOR } from '../../src/core/actor.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { learn } from '../../src/web/gate/assets/knowledge.js';
import { meantCode } from '../../src/web/gate/assets/meant-code.js';

const US_ON_GERMAN = keyboardsNamed('US on German');
const US_ON_FRENCH = keyboardsNamed('US on French');
const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as never;

let made = 0;
const newId = () => `0199f3a2-7b1c-7d3e-8f4a-${(++made).toString(16).padStart(12, '0')}`;

describeOnDatabase((openMuseum) => {
  it('admits a ticket once, whatever keyboard layout its code was typed with', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    for (const keyboards of [...KEYBOARDS, ...WITH_CAPS_LOCK]) {
      const purchase = keyboards === US_ON_GERMAN ? eventPurchase(eventId, { ticketDate: TODAY }) : undefined;
      const { code, ticketId } = await ticketWithCode(museum, purchase);
      const scan = { checkInId: newId(), code: typedWith(keyboards, code), gate: 'East door' };
      const first = await checkIn(museum, scan);
      assert.deepEqual([first.status, first.json.ticket?.ticketId], [201, ticketId], keyboards.name);
      const again = await checkIn(museum, scan);
      assert.deepEqual([again.status, again.text], [200, first.text], 'the same scan gets the same answer');
      assert.equal((await checkIn(museum, { code })).json.reason, 'already-admitted');
      assert.equal((await checkIn(museum, { ...scan, code })).status, 422, 'the text is another one');
    }
  });

  it('records what a gate decided alone on a code that was typed with another keyboard layout', async (t) => {
    const museum = await openMuseum(t);
    const { code, ticketId } = await ticketWithCode(museum);
    const at = new Date(museum.clock.now()).toISOString();
    const scan = { checkInId: newId(), code: typedWith(US_ON_FRENCH, code), at, verdict: 'admitted' };
    const { json } = await museum.api('POST', '/check-ins/batch', { body: { checkIns: [scan] }, as: 'gate' });
    assert.deepEqual([json[0].verdict, json[0].ticket?.ticketId], ['admitted', ticketId]);
    assert.equal((await checkIn(museum, { code })).json.reason, 'already-admitted');
  });

  it('admits by a confirmation code of which the scanner can have meant one only', async (t) => {
    const museum = await openMuseum(t);
    const { confirmationCode } = await ticketWithCode(museum);
    const typed = typedWith(US_ON_FRENCH, confirmationCode);
    const { json } = await checkIn(museum, { confirmationCode: typed });
    assert.deepEqual([json.verdict, json.ticket?.confirmationCode], ['admitted', confirmationCode]);
  });

  it('decides without a network as the service does, and knows the keyboard layouts', async (t) => {
    const museum = await openMuseum(t);
    const [valid, voided] = [await ticketWithCode(museum), await ticketWithCode(museum)];
    // Nothing proves what a withdrawn code was, so a text that is a code as it arrived is taken for that.
    let withdrawn: Sold;
    do withdrawn = await ticketWithCode(museum);
    while (!('refusal' in readTicketCode(typedWith(US_ON_GERMAN, withdrawn.code))));
    const forged = `${valid.code.slice(0, -1)}${valid.code.endsWith('A') ? 'B' : 'A'}`;
    await museum.api('POST', `/tickets/${voided.ticketId}/void`, { body: { reason: 'Ill' } });
    await importInto(museum, `code,ticketType,ticketDate\nTKY-100-ZZ,general,${TODAY}`);
    const codes = [valid.code, voided.code, forged, valid.code.slice(1), 'TKY-100-ZZ', 'TKY-100-ZY', 'HELLO'];
    const knows = async () => learn((await museum.api('GET', '/gate/snapshot', { as: 'gate' })).json, 0);
    const compare = async (code: string) => {
      const knowledge = await knows();
      for (const keyboards of [...KEYBOARDS, ...WITH_CAPS_LOCK]) {
        const typed = typedWith(keyboards, code);
        const meant = await meantCode(typed, knowledge);
        const scan = { checkInId: '', code: meant?.code ?? typed };
        const { decision } = await decideAlone(scan, knowledge, settings, museum.clock.now());
        const { json } = await checkIn(museum, { code: typed, direction: 'out' });
        const name = `${code} ${keyboards.name}`;
        if (decision.verdict === 'admitted') {
          assert.equal(meant?.code, code, name);
          // With Caps Lock, some codes are typed the same with two layouts.
          if (KEYBOARDS.includes(keyboards)) assert.deepEqual(meant?.layouts, keyboards.layouts, name);
        }
        const expected = decision.verdict === 'admitted' ? 'not-inside' : decision.reason;
        assert.equal(json.reason, expected, name);
      }
    };
    for (const code of codes) await compare(code);
    const keyId = withdrawn.code.slice(1, 3);
    await revokeKey(museum.store, OPERATOR, keyId, { reason: 'Lost', isMailed: false }, museum.clock.now());
    await compare(withdrawn.code);
    const meant = await meantCode(typedWith(US_ON_GERMAN, withdrawn.code), await knows());
    assert.equal(meant?.code, withdrawn.code, 'so that the page can say what to ask for');
  });
});

describeOnEachDatabase((openMuseum) => {
  it('admits an imported ticket whose code no bar code is likely to have as it arrived', async (t) => {
    const museum = await openMuseum(t);
    const codes = ['TKY-100-ZZ', 'Øst #4711', '4711007', 'é"\'(', 'AY2X', 'AZ2X'];
    const lines = codes.map((code) => `"${code.replace('"', '""')}",general,${TODAY}`);
    await importInto(museum, ['code,ticketType,ticketDate', ...lines].join('\n'));
    const scan = async (code: string) => {
      const { json } = await checkIn(museum, { code });
      return json.reason ?? json.verdict;
    };
    assert.equal(await scan(typedWith(US_ON_GERMAN, 'TKY-100-ZZ')), 'admitted');
    assert.equal(await scan('TKY-100-ZZ'), 'already-admitted');
    assert.equal(await scan(typedWith(US_ON_FRENCH, '4711007')), 'admitted');
    assert.equal(await scan(']C14711007\u001d'), 'already-admitted');
    assert.equal(await scan('é"\'('), 'admitted', 'its own code comes first');
    assert.equal(await scan('Øst #4711'), 'admitted');
    assert.equal(
      await scan('TKZ-100-YY'),
      'unreadable',
      'it may be the code of a ticket that was not imported',
    );
    assert.equal(await scan(typedWith(US_ON_FRENCH, 'AZ2X')), 'unreadable', 'a German scanner means AY2X');
  });
});

type Sold = Awaited<ReturnType<typeof ticketWithCode>>;

function checkIn(museum: Museum, body: object) {
  return museum.api('POST', '/check-ins', { body, as: 'gate' });
}
