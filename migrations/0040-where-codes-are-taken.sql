-- Where a code is taken, as its terms say: whoever asks whether any is taken there reads one row of an index.
ALTER TABLE discount_codes ADD COLUMN at_desk INTEGER NOT NULL DEFAULT 1;
ALTER TABLE discount_codes ADD COLUMN in_shop INTEGER NOT NULL DEFAULT 1;
-- The last instant that there is stands for none.
CREATE INDEX discount_codes_at_desk ON discount_codes (coalesce(valid_to, 9007199254740991))
  WHERE enabled = 1 AND at_desk = 1;
CREATE INDEX discount_codes_in_shop ON discount_codes (coalesce(valid_to, 9007199254740991))
  WHERE enabled = 1 AND in_shop = 1;
