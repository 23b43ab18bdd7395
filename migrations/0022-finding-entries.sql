-- What happened of one kind, and what an account did: in the order of the journal, so that each entry is written at an end.
CREATE INDEX journal_by_kind ON journal (kind, position);
CREATE INDEX journal_by_account ON journal (account_id, position);
