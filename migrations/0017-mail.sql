-- What whoever holds the ticket was told last, as JSON: whether it admits, and where to; NULL: nothing yet. News that is no
-- news to them is not sent. It is forgotten with the contact.
ALTER TABLE contacts ADD COLUMN told TEXT;
-- Who mails what this account sells: the museum, or the seller itself.
ALTER TABLE accounts ADD COLUMN mails TEXT NOT NULL DEFAULT 'museum' CHECK (mails IN ('museum', 'self'));
