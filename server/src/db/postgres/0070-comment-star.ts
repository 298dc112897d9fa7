import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Comments that somebody keeps for later, each for themselves; they go with the interview and with the person.
  `create table comment_star (
    universe uuid not null,
    survey int not null,
    person uuid not null references person on delete cascade,
    number bigint not null,
    question text not null,
    primary key (universe, survey, person, number, question),
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  'create index comment_star_interview on comment_star (universe, survey, number)',
]

export const commentStars: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['comment_star'], 'universe')
  },
}
