-- How far each of those who tell the world what happens has read the journal.
CREATE TABLE feeds (
  name TEXT NOT NULL PRIMARY KEY,
  -- The number of the last entry of which everything is planned.
  read_to BIGINT NOT NULL,
  -- Of the next entry, when it concerns many: the last ticket number that was looked at.
  looked_at BIGINT NOT NULL DEFAULT 0
);
INSERT INTO feeds (name, read_to) SELECT 'webhooks', coalesce(max(number), 0) FROM journal;
INSERT INTO feeds (name, read_to) SELECT 'mail', coalesce(max(number), 0) FROM journal;

-- What is to be told, to whom, and what has become of it. No e-mail address is in it.
CREATE TABLE deliveries (
  -- Follows from what is told and to whom: the receiver is given it, and knows what it was told already.
  delivery_id TEXT NOT NULL PRIMARY KEY,
  channel TEXT NOT NULL CHECK (channel IN ('webhook', 'mail')),
  -- Who takes its turn among the others: the id of a webhook, or the mail server.
  receiver TEXT NOT NULL,
  -- The type of a webhook's news; of mail, what it is about.
  kind TEXT NOT NULL,
  -- The ticket, event or day that it is about.
  subject TEXT NOT NULL,
  -- A JSON object: the body of a webhook's message; of mail, the facts to write it from.
  content TEXT NOT NULL,
  -- dropped: not sent, because it was no longer true or nobody is there to be told.
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
