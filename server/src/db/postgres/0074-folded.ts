import { type Kysely, type Migration, sql } from 'kysely'

/**
 * `fold` of core, word for word: what a text looks like where texts are compared. What stands in for å, ä and ö while
 * other letters lose their marks are no letters of any text.
 */
const folded = `create function folded(written text) returns text language sql immutable strict parallel safe return
  normalize(translate(
    regexp_replace(
      normalize(translate(
        normalize(lower(normalize(written, nfc) collate pg_unicode_fast), nfc),
        'åäö', U&'\\FDD0\\FDD1\\FDD2'), nfd),
      U&'[\\0300-\\036F]', '', 'g'),
    U&'\\FDD0\\FDD1\\FDD2ς', 'åäöσ'), nfc)`

export const foldedText: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(folded).execute(db)
  },
}
