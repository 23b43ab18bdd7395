-- Ticket numbers keep up with the clock, so that none is given twice after a restore: INTEGER on PostgreSQL is too
-- narrow for that. On SQLite it holds any whole number, and there is nothing to do.
-- PostgreSQL: ALTER TABLE tickets ALTER COLUMN number TYPE BIGINT;

-- How to reach whoever holds a ticket: apart from the ticket, which is a fact for good, so that this can be forgotten.
CREATE TABLE contacts (
  number INTEGER NOT NULL PRIMARY KEY REFERENCES tickets (number),
  email TEXT NOT NULL,
  phone TEXT
);
-- PostgreSQL: ALTER TABLE contacts ALTER COLUMN number TYPE BIGINT;
INSERT INTO contacts (number, email, phone) SELECT number, email, phone FROM tickets;
ALTER TABLE tickets DROP COLUMN email;
ALTER TABLE tickets DROP COLUMN phone;

-- Answers to requests that carried an Idempotency-Key, to be given again word for word.
CREATE TABLE kept_answers (
  account_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  -- Of the operation and the request's body, keyed, since the body holds an e-mail address.
  request_hash TEXT NOT NULL,
  -- As the door that was asked wrote it, and will read it.
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
