-- Other systems that are told what happens.
CREATE TABLE webhooks (
  webhook_id TEXT NOT NULL PRIMARY KEY,
  url TEXT NOT NULL,
  -- A JSON array of the types of news that it wants; ["*"]: all.
  types TEXT NOT NULL,
  description TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- What its messages are signed with, encrypted.
  secret TEXT NOT NULL,
  -- A JSON array of what they were signed with before, each with until when that counts.
  old_secrets TEXT NOT NULL,
  -- It is told of what stands behind this number in the journal.
  told_from BIGINT NOT NULL,
  -- While it is told again of what was: how far that has come in the journal, and where it ends.
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
