import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // An alert is about an interview, or about a node of its view: what was found there, as the rule saw it.
  'alter table alert add column node int, add column facts jsonb',
  'alter table alert add constraint alert_about check ((node is null) = (facts is null) and (node is null or interview is null))',
  // Raised for a day that was past when its rule was published.
  'alter table alert add column backfilled boolean not null default false',
  // Once per rule, node and day on which it began to hold.
  'create unique index alert_place on alert (universe, survey, rule, view, node, day) where node is not null',
  // For how long a rule holds at a node. Until it is over nothing is raised there again.
  `create table alert_episode (
    universe uuid not null,
    survey int not null,
    rule text not null,
    view text not null,
    node int not null,
    since date not null,
    -- The day on which it was over; null: it lasts.
    until date,
    primary key (universe, survey, rule, view, node, since),
    foreign key (universe, survey) references survey
  )`,
  'create unique index alert_episode_lasting on alert_episode (universe, survey, rule, view, node) where until is null',
  // The last day that a rule on places was evaluated for; null: none yet.
  `create table alert_rule_day (
    universe uuid not null,
    survey int not null,
    rule text not null,
    day date,
    primary key (universe, survey, rule),
    foreign key (universe, survey) references survey
  )`,
]

export const placeAlerts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['alert_episode', 'alert_rule_day'], 'universe')
  },
}
