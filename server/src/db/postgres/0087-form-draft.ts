import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Forms have a draft of the next ones, too.
  `alter table page_draft add file text not null default 'pages.json'`,
  'alter table page_draft drop constraint page_draft_pkey',
  'alter table page_draft add primary key (universe, survey, file)',
  // How many complete answers count against a quota of a form. A period begins on its day; in total: on none.
  `create table form_quota (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    form text not null,
    quota text not null,
    period text not null,
    taken int not null,
    primary key (universe, survey, form, quota, period),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  // Quotas that an answer counts against, with their periods, until it is stored.
  `alter table form_answer add seats jsonb not null default '[]'`,
  'alter table form_answer drop constraint form_answer_state_check',
  `alter table form_answer add constraint form_answer_state_check
    check (state in ('open', 'done', 'partial', 'screenedOut', 'full'))`,
  'grant maintain on form_quota to service',
]

export const formDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['form_quota'], 'universe')
  },
}
