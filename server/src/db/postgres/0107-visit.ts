import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // How often something was opened on a day of the universe's clocks, by nobody in particular.
  `create table visit_count (
    universe uuid not null references universe,
    survey int not null,
    kind text not null,
    -- A page, a view or a screen by its name; empty: the kind says all.
    subject text not null,
    day date not null,
    visits int not null,
    primary key (universe, survey, kind, subject, day),
    foreign key (universe, survey) references survey
  )`,
  // By whom, for as long as the universe keeps it.
  `create table visit_person (
    universe uuid not null,
    person uuid not null,
    day date not null,
    survey int not null,
    kind text not null,
    subject text not null,
    primary key (universe, person, day, survey, kind, subject),
    foreign key (universe, survey) references survey,
    foreign key (universe, person) references membership on delete cascade
  )`,
  'create index visit_person_survey on visit_person (universe, survey, day)',
  // How many people it were in a week, which begins on Monday.
  `create table visit_week (
    universe uuid not null references universe,
    survey int not null,
    kind text not null,
    subject text not null,
    week date not null,
    people int not null,
    primary key (universe, survey, kind, subject, week),
    foreign key (universe, survey) references survey
  )`,
]

/** What is opened in Kaiku, and by how many. */
export const visits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['visit_count', 'visit_person', 'visit_week'], 'universe')
  },
}
