-- A short name of a category, for the cells of the desk; NULL: none.
ALTER TABLE categories ADD COLUMN short_name TEXT;
