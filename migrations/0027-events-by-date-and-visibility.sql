-- Who finds an event, on which terms it is sold on one of its dates, and categories that an event is not sold to.

-- A date of an event that has entry times of its own: a JSON array of HH:mm in the row of its whole day; NULL: those of the
-- event.
ALTER TABLE slots ADD COLUMN own_times TEXT;

-- 0: not sold, though it has a price; only standard of an event can be so.
ALTER TABLE prices ADD COLUMN on_sale INTEGER NOT NULL DEFAULT 1;

-- Whether everybody finds the event, or who knows its id, or only who arranges the programme. Days of a draft are not
-- listed in slots.
ALTER TABLE special_events ADD COLUMN visibility TEXT NOT NULL DEFAULT 'public';
-- 0: it never was public.
ALTER TABLE special_events ADD COLUMN was_public INTEGER NOT NULL DEFAULT 1;
