import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // How Kaiku fared: of each minute for some days, then of each hour.
  `create table health_sample (
    span text not null check (span in ('minute', 'hour')),
    at timestamptz not null,
    -- What it is of: all of Kaiku, or one of its processes.
    process text not null,
    sample jsonb not null,
    primary key (span, at, process)
  )`,
  'grant select, insert, delete on health_sample to service',
  // What Kaiku told its operators of itself, or would have.
  `create table health_alert (
    id uuid primary key default uuidv7(),
    rule text not null,
    -- Which queue, loop or store; empty: there is but one.
    part text not null,
    begun_at timestamptz not null,
    -- When it was so last.
    seen_at timestamptz not null,
    -- The number that it is about, as it was last: in the rule's own unit.
    value double precision not null,
    told_at timestamptz,
    over_at timestamptz,
    over_told_at timestamptz
  )`,
  'create unique index health_alert_open on health_alert (rule, part) where over_at is null',
  'create index health_alert_over on health_alert (over_at)',
  'grant select, insert, update, delete on health_alert to service',
]

/** How Kaiku fares, minute by minute, and what it told of itself. */
export const health: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
