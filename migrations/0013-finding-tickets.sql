CREATE INDEX tickets_by_day ON tickets (ticket_date, number);

-- A keyed hash of the e-mail address in lower case, by which tickets are found. It is forgotten with the contact.
ALTER TABLE contacts ADD COLUMN email_hash BIGINT;
-- By blocks of some weeks (ticket numbers keep up with the clock), so that a sale writes near the last one and not anywhere in a large index.
CREATE INDEX contacts_by_hash ON contacts ((number / 68719476736), email_hash);
-- The service fills in what is missing.
CREATE INDEX contacts_unhashed ON contacts (number) WHERE email_hash IS NULL;
