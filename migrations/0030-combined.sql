-- Tickets for an event that include general entry.

-- Tickets with this id or one before include it, which is a fact of their sale: ids are in the order of sales. With the highest id
-- that there is, those that will be sold do too. Null: none does.
ALTER TABLE special_events ADD COLUMN entry_through TEXT;
-- Whether what is sold takes places of general entry too.
ALTER TABLE special_events ADD COLUMN takes_place INTEGER NOT NULL DEFAULT 0;

-- How many places of general entry it takes beside those of its event; null: none.
ALTER TABLE tickets ADD COLUMN entry_places INTEGER;

-- Which entry of its ticket a passage used: null, that of what it is for; 'included', general entry; 'both', out of the museum.
ALTER TABLE check_ins ADD COLUMN entry TEXT CHECK (entry IN ('included', 'both'));
