import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What somebody answers on a form, page by page, until it is an interview; then its answers stand there alone.
  `create table form_answer (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    id uuid not null default uuidv7() unique,
    -- What is kept of the token by which its respondent comes back.
    hash bytea not null unique,
    form text not null,
    -- What the address said, and what was answered.
    given jsonb not null,
    answers jsonb not null default '{}',
    state text not null default 'open' check (state in ('open', 'done', 'partial', 'screenedOut')),
    -- Which of the form's endings was told; null: the usual one.
    ending int,
    begun_at timestamptz not null,
    saved_at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  'create index form_answer_saved on form_answer (state, saved_at)',
  'grant maintain on form_answer to service',
]

export const formAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['form_answer'], 'universe')
  },
}
