-- What was called off, that the buyer is owed for; NULL: something else.
ALTER TABLE dues ADD COLUMN product TEXT;
ALTER TABLE dues ADD COLUMN day TEXT;
