-- When a day was taken off its event, alone or with the whole event. Holders of its tickets are paid back, unless it was over
-- by then. NULL: it is on sale, or was taken off before this column was there.
ALTER TABLE slots ADD COLUMN taken_off_at BIGINT;
