/** Imported before the tests of a process: suites that one database is enough for run on PostgreSQL. See databases.ts. */
process.env.MUSEUM_TEST_DATABASE = 'postgres';
