-- What staff set about the museum: its name, languages, shop, texts and so on. Instances of the version before know only the
-- environment, and go on with it.

-- One row. What is not in it has its default, and what the environment sets counts instead of what is in it.
CREATE TABLE museum_settings (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- A JSON object: the value of each setting by its path, such as "shop/open".
  chosen TEXT NOT NULL,
  -- NULL: nobody has changed a setting yet.
  changed_at BIGINT,
  -- NULL: nobody, or the operator on the command line.
  changed_by TEXT REFERENCES accounts (account_id)
);
-- Where visitors have ordered already, the shop stays open.
INSERT INTO museum_settings (id, chosen)
  SELECT 1, CASE WHEN EXISTS (
    SELECT 1 FROM orders JOIN accounts ON accounts.account_id = orders.sold_by WHERE accounts.username = ':shop'
  ) THEN '{"shop/open":true}' ELSE '{}' END;

-- Pages of the museum's own: imprint, privacy and the like; no row: it has none.
CREATE TABLE museum_texts (
  name TEXT NOT NULL PRIMARY KEY,
  -- A JSON object: the address of a page elsewhere, or the texts by language.
  content TEXT NOT NULL
);

INSERT INTO revisions (topic, revision) VALUES ('settings', 1);

-- Of a contact whose time is over, but whose buyer is owed something or comes on a later day: on which day that was seen last.
ALTER TABLE contacts ADD COLUMN kept_on TEXT;
CREATE INDEX contacts_kept ON contacts (number) WHERE kept_on IS NOT NULL;
