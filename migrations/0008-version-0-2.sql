-- From version 0.1 to 0.2: gate, desk, mail, webhooks, reports and journal, and one ledger of places.

-- What is for sale ---------------------------------------------------------------------------------------------------------

-- The ledger of places: one row for each day of an event, for each day of general entry that was sold or has a capacity of
-- its own, and for each entry time that was sold. Sales are guarded by it.
CREATE TABLE slots (
  -- 'general', or the id of an event.
  product TEXT NOT NULL,
  day TEXT NOT NULL,
  -- HH:mm; empty: the whole day.
  starts_at TEXT NOT NULL DEFAULT '',
  -- Of whole days, 1 while tickets are sold for it; 0 once the day was taken off the event or the event was cancelled.
  listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1)),
  -- 1: of a whole day of an event with entry times. Its places are in the slots of the times, and none is sold here.
  by_time INTEGER NOT NULL DEFAULT 0 CHECK (by_time IN (0, 1)),
  -- NULL: no limit.
  capacity INTEGER CHECK (capacity >= 0),
  -- 1: the capacity is this slot's own; 0: it is that of the event, of general entry or of its times, repeated here for the
  -- guard.
  own_capacity INTEGER NOT NULL DEFAULT 0 CHECK (own_capacity IN (0, 1)),
  -- Places of tickets that are not void.
  sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0),
  PRIMARY KEY (product, day, starts_at)
);
INSERT INTO slots (product, day, listed, capacity, sold) SELECT event_id, day, listed, capacity, sold FROM event_days;
INSERT INTO slots (product, day, capacity, own_capacity, sold)
  SELECT 'general', day, capacity, own_capacity, sold FROM general_days;
DROP TABLE event_days;
DROP TABLE general_days;
CREATE INDEX slots_by_day ON slots (day, product) WHERE listed = 1 AND starts_at = '';
-- Days of events that were taken off or cancelled: their tickets still come to the gate.
CREATE INDEX slots_unlisted ON slots (day, product) WHERE listed = 0;

-- Kinds of visitors, each with a price of its own. The first is always there.
CREATE TABLE categories (
  -- Stands for it in tickets and their codes. Whatever was sold keeps its category.
  number INTEGER NOT NULL PRIMARY KEY CHECK (number BETWEEN 0 AND 63),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- A JSON object: names by language.
  names TEXT NOT NULL,
  -- As OCTO calls it: ADULT, CHILD and so on.
  unit_type TEXT NOT NULL,
  min_age INTEGER,
  max_age INTEGER,
  -- What the entrance asks to see.
  proof TEXT,
  -- How many places, and persons, one ticket is for.
  places INTEGER NOT NULL CHECK (places >= 1),
  on_sale INTEGER NOT NULL CHECK (on_sale IN (0, 1)),
  -- Its place in the order shown, from 0.
  position INTEGER NOT NULL,
  CHECK (number > 0 OR (slug = 'standard' AND places = 1 AND on_sale = 1 AND position = 0))
);
INSERT INTO categories (number, slug, name, names, unit_type, places, on_sale, position)
  VALUES (0, 'standard', 'Standard', '{}', 'ADULT', 1, 1, 0);

-- Entry times of general entry, in the row that sales share: every so many minutes; NULL: whole days.
ALTER TABLE general_admission ADD COLUMN every_minutes INTEGER;
-- For each of these times; NULL: no limit.
ALTER TABLE general_admission ADD COLUMN places_each INTEGER CHECK (places_each >= 0);
-- The last one is so many minutes before closing.
ALTER TABLE general_admission ADD COLUMN last_entry INTEGER NOT NULL DEFAULT 0;
-- Counts changes of categories, of prices of general entry and of its times, so that sales read them only once.
ALTER TABLE general_admission ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- Entry times of an event, a JSON array of HH:mm, the same on each of its dates; none: whole days.
ALTER TABLE special_events ADD COLUMN times TEXT NOT NULL DEFAULT '[]';
-- How long it takes from each of these times.
ALTER TABLE special_events ADD COLUMN minutes INTEGER NOT NULL DEFAULT 60;

-- What a ticket costs.
CREATE TABLE prices (
  -- 'general', or the id of an event.
  product TEXT NOT NULL,
  -- A day with prices of its own; empty: every other day.
  day TEXT NOT NULL,
  -- The slug of a category.
  category TEXT NOT NULL,
  price_cents INTEGER NOT NULL CHECK (price_cents BETWEEN 0 AND 100000000),
  -- Hundredths of a percent of value added tax that are in the price; NULL: as usual in this museum.
  vat INTEGER CHECK (vat BETWEEN 0 AND 10000),
  PRIMARY KEY (product, day, category)
);
-- Whether a category has a price anywhere.
CREATE INDEX prices_by_category ON prices (category) WHERE category <> 'standard';
INSERT INTO prices (product, day, category, price_cents)
  SELECT event_id, '', 'standard', price_cents FROM special_events;
ALTER TABLE special_events DROP COLUMN price_cents;

-- Accounts -----------------------------------------------------------------------------------------------------------------

-- Tokens with which programs of partners sign in, beside the password. The token itself is nowhere.
CREATE TABLE account_tokens (
  -- Its beginning, by which people tell it from others.
  token_id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  -- Keyed.
  token_hash TEXT NOT NULL UNIQUE,
  made_at BIGINT NOT NULL,
  -- NULL: never.
  used_at BIGINT
);
CREATE INDEX account_tokens_by_account ON account_tokens (account_id);

-- Tickets ------------------------------------------------------------------------------------------------------------------

-- What few tickets have, NULL where it is as usual: the number of a category other than standard; places other than one; an
-- entry time, HH:mm; hundredths of a percent of value added tax in the price; the order that it was sold with.
ALTER TABLE tickets ADD COLUMN category INTEGER;
ALTER TABLE tickets ADD COLUMN places INTEGER;
ALTER TABLE tickets ADD COLUMN entry_time TEXT;
ALTER TABLE tickets ADD COLUMN vat INTEGER;
ALTER TABLE tickets ADD COLUMN order_id TEXT;
CREATE INDEX tickets_by_category ON tickets (category) WHERE category IS NOT NULL;
CREATE INDEX tickets_by_order ON tickets (order_id) WHERE order_id IS NOT NULL;

-- How to reach whoever holds a ticket: apart from the ticket, which never changes, so that this can be forgotten.
CREATE TABLE contacts (
  number INTEGER NOT NULL PRIMARY KEY REFERENCES tickets (number),
  email TEXT NOT NULL,
  phone TEXT,
  -- A keyed hash of the e-mail address in lower case, by which tickets are found. The service fills in what is missing.
  email_hash BIGINT,
  -- What its holder was mailed last, as JSON: whether it admits, and to what; NULL: nothing yet. What says the same again is
  -- not sent.
  last_mailed TEXT
);
-- PostgreSQL: ALTER TABLE contacts ALTER COLUMN number TYPE BIGINT;
-- With the constraint, PostgreSQL would look up the ticket of each row on its own. Below it checks all together.
-- PostgreSQL: ALTER TABLE contacts DROP CONSTRAINT contacts_number_fkey;
INSERT INTO contacts (number, email, phone) SELECT number, email, phone FROM tickets;
ALTER TABLE tickets DROP COLUMN email;
ALTER TABLE tickets DROP COLUMN phone;
-- Ticket numbers keep up with the clock, so that none is given twice after a restore: INTEGER on PostgreSQL is too
-- narrow for that. On SQLite it holds any whole number, and there is nothing to do. This writes every row anew, and only
-- that takes the dropped addresses out of the file.
-- PostgreSQL: ALTER TABLE tickets ALTER COLUMN number TYPE BIGINT;
-- PostgreSQL: ALTER TABLE contacts ADD FOREIGN KEY (number) REFERENCES tickets (number);
-- By blocks of some weeks (ticket numbers keep up with the clock), so that a sale writes near the last one and not anywhere
-- in a large index. A contact enters this index once its hash is known.
CREATE INDEX contacts_by_hash ON contacts ((number / 68719476736), email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX contacts_unhashed ON contacts (number) WHERE email_hash IS NULL;
CREATE INDEX tickets_by_day ON tickets (ticket_date, number);

-- Tickets that are void: the ticket itself stays as it was sold.
CREATE TABLE voids (
  number BIGINT NOT NULL PRIMARY KEY REFERENCES tickets (number),
  ticket_id TEXT NOT NULL,
  ticket_date TEXT NOT NULL,
  reason TEXT NOT NULL,
  voided_at BIGINT NOT NULL,
  voided_by TEXT,
  -- The ticket that it was exchanged for.
  replaced_by BIGINT REFERENCES tickets (number)
);
CREATE INDEX voids_by_day ON voids (ticket_date);
CREATE UNIQUE INDEX voids_by_replacement ON voids (replaced_by) WHERE replaced_by IS NOT NULL;

-- Tickets that were sold in another system and imported, with the code that they were sold with there. Nobody changes it.
CREATE TABLE imported_codes (
  ticket_date TEXT NOT NULL,
  number BIGINT NOT NULL REFERENCES tickets (number),
  -- Without white space around it.
  code TEXT NOT NULL UNIQUE,
  PRIMARY KEY (ticket_date, number)
);

-- Tickets that are bought together, at once or after a hold. A ticket that was sold alone has no row here.
CREATE TABLE orders (
  order_id TEXT NOT NULL PRIMARY KEY,
  order_code TEXT NOT NULL UNIQUE,
  -- The seller's own number.
  reference TEXT,
  -- void: every ticket of it is void.
  state TEXT NOT NULL CHECK (state IN ('held', 'sold', 'released', 'void')),
  -- A JSON array of what is ordered, with prices and the ids of the tickets.
  items TEXT NOT NULL,
  currency TEXT NOT NULL,
  language TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Of an order that is or was held: when the hold ends, and for how long it was given.
  expires_at BIGINT,
  hold_ms BIGINT,
  sold_at BIGINT,
  released_at BIGINT,
  released_by TEXT CHECK (released_by IN ('expiry', 'seller', 'buyer', 'event')),
  -- Until it is sold, or was released a week ago. After the sale the contact is that of the tickets.
  email TEXT,
  phone TEXT,
  -- As in contacts, for as long as an address is known.
  email_hash BIGINT,
  -- Of an order that is or was held in the shop. payment: its buyer chooses how to pay; provider: and is at a payment provider;
  -- desk: pays at the museum.
  held_for TEXT CHECK (held_for IN ('payment', 'provider', 'desk')),
  -- A keyed hash of the network from which a visitor holds it.
  network_hash BIGINT,
  -- Of a reseller's booking: the reseller's own id, the day of the visit, and a JSON object of what else is kept.
  booking_uuid TEXT,
  booking_day TEXT,
  booking TEXT,
  -- Of a booking, until they are forgotten: who made it, a JSON object, and the reseller's notes.
  contact TEXT,
  notes TEXT,
  CHECK (state <> 'held' OR expires_at IS NOT NULL),
  CHECK (state NOT IN ('sold', 'void') OR sold_at IS NOT NULL),
  CHECK ((state = 'released') = (released_by IS NOT NULL))
);
CREATE INDEX orders_held ON orders (expires_at) WHERE state = 'held';
CREATE INDEX orders_by_state ON orders (state, order_id);
CREATE INDEX orders_by_reference ON orders (reference, order_id) WHERE reference IS NOT NULL;
CREATE INDEX orders_by_hash ON orders (email_hash, order_id) WHERE email_hash IS NOT NULL;
CREATE INDEX orders_to_forget ON orders (released_at)
  WHERE state = 'released' AND (email IS NOT NULL OR phone IS NOT NULL OR contact IS NOT NULL OR notes IS NOT NULL);
CREATE UNIQUE INDEX orders_by_booking ON orders (sold_by, booking_uuid) WHERE booking_uuid IS NOT NULL;
CREATE INDEX orders_by_booking_day ON orders (booking_day, sold_by) WHERE booking_uuid IS NOT NULL;

CREATE INDEX orders_by_network ON orders (network_hash) WHERE state = 'held' AND network_hash IS NOT NULL;

-- The places that held orders of the shop have in each slot, so that visitors never hold too much of one.
CREATE TABLE shop_places (
  slot TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  places INTEGER NOT NULL,
  PRIMARY KEY (slot, order_id)
);
CREATE INDEX shop_places_by_order ON shop_places (order_id);

-- When the clock was set, and the ends of holds were moved by as much: what the clock said then, so that only one instance
-- does it.
CREATE TABLE hold_clock (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  set_at BIGINT NOT NULL
);
INSERT INTO hold_clock (id, set_at) VALUES (1, 0);

-- Money that was taken for an order, or paid back.
CREATE TABLE payments (
  payment_id TEXT NOT NULL PRIMARY KEY,
  -- Of the order, or of a ticket that was sold alone.
  order_id TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('cash', 'card', 'online', 'voucher', 'invoice', 'other')),
  -- Hundredths; below zero: paid back.
  amount_cents BIGINT NOT NULL CHECK (amount_cents <> 0),
  currency TEXT NOT NULL,
  -- The museum's day.
  day TEXT NOT NULL,
  at BIGINT NOT NULL,
  account_id TEXT,
  provider_reference TEXT
);
CREATE INDEX payments_by_order ON payments (order_id);
CREATE INDEX payments_by_day ON payments (day, account_id, method, currency, amount_cents);

-- Payments that a provider was asked to take. Nothing in it is about a person.
CREATE TABLE online_payments (
  -- Written before the provider is asked, and the idempotency key with which it is asked.
  online_payment_id TEXT NOT NULL PRIMARY KEY,
  order_id TEXT NOT NULL,
  provider TEXT NOT NULL CHECK (provider IN ('stripe', 'mollie')),
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  currency TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  -- open: it can still be paid, as far as is known; ended: it was not paid and can't be any more.
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'ended')),
  -- As the provider calls it; NULL: its answer has not arrived, so that nobody knows where to pay.
  session TEXT,
  -- The payment that records the money.
  payment_id TEXT REFERENCES payments (payment_id),
  CHECK ((state = 'paid') = (payment_id IS NOT NULL))
);
CREATE INDEX online_payments_by_order ON online_payments (order_id);
CREATE UNIQUE INDEX online_payments_by_session ON online_payments (session, provider) WHERE session IS NOT NULL;
CREATE INDEX online_payments_open ON online_payments (online_payment_id) WHERE state = 'open';

-- Money of online payments that goes back through the provider: owed until the provider has confirmed it.
CREATE TABLE refunds (
  refund_id TEXT NOT NULL PRIMARY KEY,
  online_payment_id TEXT NOT NULL REFERENCES online_payments (online_payment_id),
  -- Whose tickets it is for: the order of the online payment, or what its tickets were exchanged for.
  order_id TEXT NOT NULL,
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  reason TEXT NOT NULL CHECK (reason IN ('late', 'cancelled', 'paid-twice', 'changed', 'event', 'void')),
  -- The date that was cancelled.
  event_id TEXT,
  event_day TEXT,
  due_at BIGINT NOT NULL,
  -- How often the provider was asked, when it is asked next, and what it said when it did not pay it back.
  tries INTEGER NOT NULL,
  next_at BIGINT,
  failure TEXT,
  -- The payment that records that it was paid back.
  payment_id TEXT REFERENCES payments (payment_id),
  CHECK ((payment_id IS NULL) = (next_at IS NOT NULL)),
  CHECK ((reason = 'event') = (event_id IS NOT NULL AND event_day IS NOT NULL))
);
CREATE INDEX refunds_by_payment ON refunds (online_payment_id);
CREATE INDEX refunds_by_date ON refunds (event_id, event_day, order_id) WHERE event_id IS NOT NULL;
CREATE INDEX refunds_due ON refunds (next_at) WHERE payment_id IS NULL;

-- Answers to requests with an Idempotency-Key, to be given again word for word.
CREATE TABLE kept_answers (
  account_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  -- Of the operation and the request's body, keyed, since the body holds an e-mail address.
  request_hash TEXT NOT NULL,
  -- As the interface that was asked wrote it, and will read it.
  answer TEXT NOT NULL,
  -- 1: nothing was done (sold out and the like). Of these only the newest are kept.
  refused INTEGER NOT NULL CHECK (refused IN (0, 1)),
  -- The ticket or event that was made, where it is known.
  made TEXT,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX kept_answers_by_age ON kept_answers (answered_at);
CREATE INDEX kept_refusals_by_age ON kept_answers (answered_at) WHERE refused = 1;
-- The service puts these hashes under its key when it starts.
INSERT INTO kept_answers (account_id, idempotency_key, request_hash, answer, refused, answered_at)
  SELECT account_id, idempotency_key, 'unkeyed:' || request_hash, status || '
' || headers || '
' || body, CASE WHEN status >= 400 THEN 1 ELSE 0 END, answered_at FROM idempotent_answers;
DROP TABLE idempotent_answers;

-- How far contacts of tickets were erased because of their age: up to and with the tickets for that day.
CREATE TABLE retention (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  erased_to TEXT NOT NULL
);
INSERT INTO retention (id, erased_to) VALUES (1, '');

-- The gate -----------------------------------------------------------------------------------------------------------------

-- What was scanned: a row for every scan, refused ones too.
CREATE TABLE check_ins (
  -- Made by the device, or else by the service.
  check_in_id TEXT NOT NULL PRIMARY KEY,
  -- Of what was scanned and how: the same id always stands for the same scan.
  scan_hash TEXT NOT NULL,
  -- The ticket, where there is one, with what the gate needs of it.
  number BIGINT REFERENCES tickets (number),
  ticket_id TEXT,
  ticket_date TEXT,
  event_id TEXT,
  event_name TEXT,
  -- How many persons the ticket admits.
  places INTEGER NOT NULL DEFAULT 1,
  -- What the entrance was to ask to see.
  proof TEXT,
  -- Counts the times that a ticket came in or left, in the order of recording; NULL when nobody passed. That no two have
  -- the same is what keeps a ticket from being admitted twice.
  turn INTEGER,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  verdict TEXT NOT NULL CHECK (verdict IN ('admitted', 'refused', 'left')),
  -- Why it was refused, or what was overridden.
  reason TEXT,
  message TEXT NOT NULL,
  earlier_at BIGINT,
  earlier_gate TEXT,
  override_reason TEXT,
  gate TEXT,
  -- The museum's day that it counts for: a day lasts until closing time.
  day TEXT NOT NULL,
  -- When it happened; what the clock of a device said that decided alone; when it was written down.
  at BIGINT NOT NULL,
  device_at BIGINT,
  recorded_at BIGINT NOT NULL,
  -- NULL: the operator, on the command line.
  account_id TEXT,
  -- 1: a second admission of a ticket, let in by a gate that could not know.
  is_conflict INTEGER NOT NULL CHECK (is_conflict IN (0, 1)),
  -- Of an admission that was taken back.
  undone_at BIGINT,
  undone_by TEXT,
  CHECK (turn IS NULL OR (number IS NOT NULL AND ticket_date IS NOT NULL AND verdict <> 'refused'))
);
-- By the ticket's day, so that a busy day writes to few pages of a large index.
CREATE UNIQUE INDEX check_ins_by_ticket ON check_ins (ticket_date, number, turn) WHERE turn IS NOT NULL;
-- Tickets that somebody let in on another day than theirs.
CREATE INDEX check_ins_off_day ON check_ins (day, number) WHERE turn IS NOT NULL AND day <> ticket_date;
CREATE INDEX check_ins_conflicts ON check_ins (ticket_date) WHERE is_conflict = 1;

-- The journal, and what reads it -------------------------------------------------------------------------------------------

-- What happened, in the order in which it was written down. Rows are added in the transaction of what they record, and
-- never changed but for the last two columns. No e-mail address, telephone number or password is in it.
CREATE TABLE journal (
  -- Given by the database. There are gaps, and a lower one may appear after a higher one.
  position INTEGER NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  -- Of no one for the command line and for what the service does by itself.
  account_id TEXT,
  channel TEXT NOT NULL,
  request_id TEXT,
  kind TEXT NOT NULL,
  -- What it happened to: an id, a day, a name.
  subject TEXT NOT NULL,
  -- A JSON object.
  details TEXT NOT NULL,
  -- Its place in the sealed order, without gaps, and the chained hash of all up to it; NULL until it is sealed.
  number BIGINT UNIQUE,
  seal TEXT,
  CHECK ((number IS NULL) = (seal IS NULL))
);
-- PostgreSQL: ALTER TABLE journal ALTER COLUMN position ADD GENERATED BY DEFAULT AS IDENTITY;
-- A new entry enters this one short index, so that no sale waits long for it, and the others once it is sealed.
CREATE INDEX journal_unsealed ON journal (position) WHERE number IS NULL;
CREATE INDEX journal_by_subject ON journal (subject, position) WHERE number IS NOT NULL;
CREATE INDEX journal_by_kind ON journal (kind, position) WHERE number IS NOT NULL;
CREATE INDEX journal_by_account ON journal (account_id, position) WHERE number IS NOT NULL;

-- Background work, done by one instance at a time. What the columns are for: docs/decisions/jobs.md
CREATE TABLE jobs (
  name TEXT NOT NULL PRIMARY KEY,
  -- The instance that does it; NULL: none.
  holder TEXT,
  -- Counts how often it was taken. What a holder writes goes through only as long as this is the number that it got.
  fence BIGINT NOT NULL,
  -- Counts signs of life. Whoever has seen it stand still for as long as a lease lasts may take the job.
  renewals BIGINT NOT NULL
);

-- How far each reader of the journal has come.
CREATE TABLE feeds (
  name TEXT NOT NULL PRIMARY KEY,
  -- The number of the last entry of which everything is planned.
  read_to BIGINT NOT NULL,
  -- Of the next entry, when it concerns many: the last ticket number that was looked at.
  looked_at BIGINT NOT NULL DEFAULT 0
);
INSERT INTO feeds (name, read_to) VALUES ('webhooks', 0), ('mail', 0);

-- Messages to receivers, and what has become of them. No e-mail address is in it.
CREATE TABLE deliveries (
  -- Follows from the content and the receiver, who is given it and knows by it what came already.
  delivery_id TEXT NOT NULL PRIMARY KEY,
  channel TEXT NOT NULL CHECK (channel IN ('webhook', 'mail')),
  -- Who takes its turn among the others: the id of a webhook, or the mail server.
  receiver TEXT NOT NULL,
  -- The type of a webhook message; of mail, what it is about.
  kind TEXT NOT NULL,
  -- The ticket, event or day that it is about.
  subject TEXT NOT NULL,
  -- A JSON object: the body of a webhook message; of mail, the facts to write it from.
  content TEXT NOT NULL,
  -- dropped: not sent, because it was no longer true or there was no receiver.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  made_at BIGINT NOT NULL,
  -- Of one that waits: when it is tried (again).
  next_at BIGINT,
  -- Of any other: since when it waits no more.
  settled_at BIGINT,
  -- What came of the last attempt, and when.
  answer TEXT,
  answered_at BIGINT,
  CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (settled_at IS NULL))
);
CREATE INDEX deliveries_waiting ON deliveries (channel, receiver, next_at) WHERE state = 'waiting';
CREATE INDEX deliveries_by_receiver ON deliveries (channel, receiver, delivery_id);
CREATE INDEX deliveries_settled ON deliveries (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX deliveries_failed ON deliveries (channel, receiver, settled_at) WHERE state = 'failed';

-- Other systems that get messages.
CREATE TABLE webhooks (
  webhook_id TEXT NOT NULL PRIMARY KEY,
  url TEXT NOT NULL,
  -- A JSON array of the types of messages that it wants; ["*"]: all.
  types TEXT NOT NULL,
  -- The account whose sales it hears of, and of nothing else; NULL: of all that happens.
  seller TEXT REFERENCES accounts (account_id),
  description TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- What its messages are signed with, encrypted.
  secret TEXT NOT NULL,
  -- A JSON array of what they were signed with before, each with until when that counts.
  old_secrets TEXT NOT NULL,
  -- It gets messages about entries behind this number in the journal.
  told_from BIGINT NOT NULL,
  -- While messages are replayed to it: how far that has come in the journal, and where it ends.
  replayed_to BIGINT,
  replay_until BIGINT,
  -- When it answered 410 (Gone), which disables it.
  gone_at BIGINT,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  -- From then on there is none, but for its deliveries, which are removed a few at a time.
  removed_at BIGINT,
  CHECK ((replayed_to IS NULL) = (replay_until IS NULL))
);
-- Who mails what this account sells: the museum, or the seller itself.
ALTER TABLE accounts ADD COLUMN mails TEXT NOT NULL DEFAULT 'museum' CHECK (mails IN ('museum', 'self'));

-- Sales and visits added up from the journal by day, so that reports need not count tickets. What has happened since is
-- added when somebody asks.
CREATE TABLE report_progress (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- The number of the last entry of the journal of which everything is added up.
  read_to BIGINT NOT NULL,
  -- Of tickets that are older than the journal: the number of the last one that is added up; NULL: all are.
  old_tickets_to BIGINT,
  -- The number of the last ticket that is older than the journal; 0: none is.
  old_tickets_end BIGINT NOT NULL
);
INSERT INTO report_progress (id, read_to, old_tickets_to, old_tickets_end)
  SELECT 1, 0, 0, coalesce(max(number), 0) FROM tickets;

-- By the museum's day on which it was sold, or made void, in three ways, so that none has to add up many rows:
-- 'day': of a day; event_id is '' for general entry and '*' for all events together.
-- 'day-event': of a day and event; 'month-event': of a whole month and event, where period is YYYY-MM.
-- 'day-category': as 'day', of one category other than standard, which are part of 'day' too.
CREATE TABLE sales_figures (
  row_of TEXT NOT NULL,
  period TEXT NOT NULL,
  event_id TEXT NOT NULL,
  -- The number of the category; 0: all together.
  category INTEGER NOT NULL DEFAULT 0,
  sold_by TEXT NOT NULL,
  currency TEXT NOT NULL,
  sold BIGINT NOT NULL,
  sold_cents BIGINT NOT NULL,
  void BIGINT NOT NULL,
  void_cents BIGINT NOT NULL,
  exchanged BIGINT NOT NULL,
  exchanged_cents BIGINT NOT NULL,
  PRIMARY KEY (row_of, period, event_id, category, sold_by, currency)
);

-- By the museum's day for which somebody was let in, four times over: each by day, event, hour or the
-- number of the category, which is in row_key.
CREATE TABLE visit_figures (
  row_of TEXT NOT NULL,
  day TEXT NOT NULL,
  row_key TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  admitted BIGINT NOT NULL,
  went_out BIGINT NOT NULL,
  conflicts BIGINT NOT NULL,
  PRIMARY KEY (row_of, day, row_key, sold_by)
);
CREATE INDEX visit_figures_by_day ON visit_figures (day);

-- Days on which somebody came or went since they were counted for reports. They are counted when they are over.
CREATE TABLE uncounted_days (
  day TEXT NOT NULL PRIMARY KEY
);

-- The house ----------------------------------------------------------------------------------------------------------------

-- Who is signed in on the pages. A session is known by a keyed hash of its token, which only the browser has.
CREATE TABLE sessions (
  session_hash TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  -- A keyed hash of the account's password hash at sign-in: with another password the session is over.
  password_proof TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  -- Right to some minutes.
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- A mark that each transaction leaves, so that it can be told whether a commit whose answer was lost was done:
-- docs/decisions/isolation.md. SQLite is in the same process, where no answer gets lost.
-- PostgreSQL: CREATE TABLE commit_marks (
-- PostgreSQL:   connection UUID NOT NULL,
-- PostgreSQL:   transaction INTEGER NOT NULL,
-- PostgreSQL:   is_committed BOOLEAN NOT NULL,
-- PostgreSQL:   marked_at TIMESTAMPTZ NOT NULL DEFAULT now(),
-- PostgreSQL:   PRIMARY KEY (connection, transaction)
-- PostgreSQL: );

-- Counted up to find out whether the database can be written to.
CREATE TABLE write_probes (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  probes BIGINT NOT NULL
);
INSERT INTO write_probes (id, probes) VALUES (1, 0);

-- A museum that was made up to be looked at has one row here, and says so on every page.
CREATE TABLE demonstrations (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  furnished_at BIGINT NOT NULL
);
