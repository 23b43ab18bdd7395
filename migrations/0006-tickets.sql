-- Tickets are facts: added, never changed. Whether one is cancelled follows from its event.
CREATE TABLE tickets (
  -- Counted up from 1. The confirmation code is a keyed permutation of it, hence unique without an index.
  number INTEGER NOT NULL PRIMARY KEY,
  ticket_id TEXT NOT NULL UNIQUE,
  ticket_type TEXT NOT NULL CHECK (ticket_type IN ('event', 'general')),
  event_id TEXT REFERENCES special_events (event_id),
  ticket_date TEXT NOT NULL,
  -- What it was sold at.
  price_cents INTEGER NOT NULL,
  currency TEXT NOT NULL,
  confirmation_code TEXT NOT NULL,
  -- The key that its code is signed with, now and always.
  key_id TEXT NOT NULL REFERENCES signing_keys (key_id),
  email TEXT NOT NULL,
  phone TEXT,
  sold_by TEXT NOT NULL REFERENCES accounts (account_id),
  sold_at BIGINT NOT NULL,
  CHECK ((ticket_type = 'event') = (event_id IS NOT NULL))
);

-- The next ticket number that no instance has reserved. Numbers are reserved in blocks, so gaps are normal.
CREATE TABLE ticket_numbers (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  next BIGINT NOT NULL
);
INSERT INTO ticket_numbers (id, next) VALUES (1, 1);

-- Answers to requests that carried an Idempotency-Key, to be given again word for word.
CREATE TABLE idempotent_answers (
  account_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  -- SHA-256 of the operation and the request's body, in base64url.
  request_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  -- A JSON object of header names and values.
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (answered_at);
