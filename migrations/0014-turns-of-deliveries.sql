-- Many people share the queue of one mail server, and none of them holds up the others.

-- A keyed hash of the address, from when a mail is planned until an hour after it was sent; NULL: one that was planned before
-- this column was there, and anything but mail.
ALTER TABLE deliveries ADD COLUMN recipient_hash BIGINT;
-- What has a lower one is sent first: the more waited for the same recipient when it was planned, the higher it is.
ALTER TABLE deliveries ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX deliveries_by_turn ON deliveries (channel, receiver, turn, next_at, delivery_id) WHERE state = 'waiting';
CREATE INDEX deliveries_by_recipient ON deliveries (recipient_hash, state, settled_at) WHERE recipient_hash IS NOT NULL;
