import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Who was mentioned where. It stays once it is read, so that nobody is told of one note twice.
  `create table mention (
    universe uuid not null,
    id uuid not null default uuidv7(),
    person uuid not null references person on delete cascade,
    survey int not null,
    interview bigint,
    alert uuid,
    -- A note about the interview, or an entry of the alert's timeline.
    note uuid not null,
    -- Who wrote it; null: their account is gone.
    author uuid references person on delete set null,
    at timestamptz not null default now(),
    -- Null: not yet.
    read_at timestamptz,
    primary key (universe, id),
    unique (universe, note, person),
    check ((interview is null) <> (alert is null)),
    foreign key (universe, survey, interview) references interview on delete cascade,
    foreign key (universe, alert) references alert on delete cascade
  )`,
  'create index mention_unread on mention (universe, person, id) where read_at is null',
  'create index mention_interview on mention (universe, survey, interview) where interview is not null',
  'create index mention_alert on mention (universe, alert) where alert is not null',
  // Those of before were told of, and are no news.
  `insert into mention (universe, person, survey, interview, note, author, at, read_at)
   select n.universe, p.id, n.survey, n.number, n.id, n.person, n.written_at, now()
   from interview_note n cross join lateral unnest(n.mentions) as m(person) join person p on p.id = m.person
   on conflict do nothing`,
]

export const mentions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['mention'], 'universe')
    await sql.raw('grant maintain on mention to service').execute(db)
  },
}
