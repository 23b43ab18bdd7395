import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csrfField, fieldsOf } from './forms.ts';

test('a field that is shown for the first time has its label, its hint and what it starts with', () => {
  const field = fieldsOf<'day'>('en').input('day', {
    label: 'Day',
    hint: 'From today on.',
    value: '2027-03-14',
    with: { type: 'date', required: true },
  });
  assert.equal(
    `${field}`,
    `<div class="field"><label for="day">Day</label>
<p class="hint" id="day-hint">From today on.</p>
<input value="2027-03-14" dir="auto" id="day" name="day" aria-describedby="day-hint" type="date" required>
</div>
`,
  );
});

test('a form that comes back keeps what was typed, and says what is wrong at the top and beside the field', () => {
  const fields = fieldsOf<'name' | 'day' | 'mail'>('de', {
    values: { name: '<Ada>' },
    faults: { name: 'Zu kurz.', day: undefined },
  });
  assert.equal(fields.isFaulty, true);
  assert.match(
    `${fields.faults()}`,
    /Es gibt ein Problem.*<li><a href="#name">Zu kurz\.<\/a><\/li>\n<\/ul>/s,
  );
  const name = `${fields.input('name', { label: 'Name', value: 'Grace' })}`;
  assert.match(name, /<p class="fault" id="name-fault">Zu kurz\.<\/p>/);
  assert.match(name, /value="&lt;Ada&gt;".* aria-describedby="name-fault" aria-invalid="true"/);
  assert.doesNotMatch(`${fields.input('day', { label: 'Tag', value: '2027-03-14' })}`, /value=|aria-/);
  assert.doesNotMatch(`${fields.checkbox('mail', { label: 'Mail', value: 'yes' })}`, /checked/);
});

test('a fault that belongs to no field is said without a link', () => {
  const fields = fieldsOf('en', { fault: 'The name or the password is wrong.' });
  assert.match(`${fields.faults()}`, /<p>The name or the password is wrong\.<\/p>\n<\/div>/);
  assert.equal(fieldsOf('en', { values: {} }).faults(), undefined);
});

test('a password is never sent back', () => {
  const fields = fieldsOf<'password'>('en', { values: { password: 'correct horse' } });
  assert.doesNotMatch(
    `${fields.input('password', { label: 'Password', with: { type: 'password' } })}`,
    /correct/,
  );
});

test('a select, a text and a checkbox show what was chosen', () => {
  const fields = fieldsOf<'door' | 'text' | 'mail'>('en', {
    values: { door: 'east', text: '\nSecond </textarea>', mail: 'on' },
  });
  const options = [
    { value: 'west', text: 'West door' },
    { value: 'east', text: 'East door' },
  ];
  assert.match(
    `${fields.select('door', { label: 'Door', options })}`,
    /<option value="east" selected>East door/,
  );
  assert.match(`${fields.textarea('text', { label: 'Text' })}`, />\n\nSecond &lt;\/textarea&gt;<\/textarea>/);
  assert.match(`${fields.checkbox('mail', { label: 'Mail' })}`, /<input type="checkbox" checked id="mail"/);
});

test('a choice shows all its options, and its fault links to the first of them', () => {
  const options = [
    { value: 'west', text: 'West door' },
    { value: 'east', text: 'East door' },
  ];
  const chosen = fieldsOf<'door'>('en').choice('door', { label: 'Door', options, value: 'east' });
  assert.match(`${chosen}`, /value="east" checked required><span>East door</);
  const none = fieldsOf<'door'>('en', { values: {}, faults: { door: 'Choose one.' } });
  assert.match(`${none.faults()}`, /href="#door"/);
  assert.match(
    `${none.choice('door', { label: 'Door', options, value: 'east' })}`,
    /role="radiogroup" aria-describedby="door-fault">.*id="door-fault">Choose one\.<.* id="door" name="door" value="west" required>(?!.*checked)/s,
  );
});

test('a form carries the CSRF token of its session', () => {
  assert.equal(`${csrfField('t"')}`, '<input type="hidden" name="csrf" value="t&quot;">');
});
