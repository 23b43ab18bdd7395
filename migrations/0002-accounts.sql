CREATE TABLE accounts (
  account_id TEXT NOT NULL PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'cashier', 'partner', 'gate', 'viewer')),
  -- argon2id in the PHC string format, parameters included.
  password_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  disabled_at BIGINT
);

-- Failed sign-ins that still count, by what they are counted under: an account name with an address, or
-- an address alone. Both are stored only as a keyed hash.
CREATE TABLE failed_sign_ins (
  counted_under TEXT NOT NULL PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at BIGINT NOT NULL
);
CREATE INDEX failed_sign_ins_by_age ON failed_sign_ins (last_at);
