-- What is recorded enters one short index (journal_unsealed), so that no sale waits long for it, and these once it is sealed.
DROP INDEX journal_by_subject;
CREATE INDEX journal_by_subject ON journal (subject, position) WHERE number IS NOT NULL;
DROP INDEX journal_by_kind;
CREATE INDEX journal_by_kind ON journal (kind, position) WHERE number IS NOT NULL;
DROP INDEX journal_by_account;
CREATE INDEX journal_by_account ON journal (account_id, position) WHERE number IS NOT NULL;
