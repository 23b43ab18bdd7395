-- Tickets that staff mail again.

-- The delivery of the mail with the ticket that was asked for last; NULL: that of the sale. No other delivery brings the
-- ticket any more.
ALTER TABLE contacts ADD COLUMN mail_id TEXT;
