import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Titles are templates: what they say of an interview is read from its answers, so that it is gone with them.
  `create table alert (
    universe uuid not null,
    id uuid not null default uuidv7(),
    survey int not null,
    rule text not null,
    -- The rule as it was: its own title, and what the alert says.
    rule_title jsonb not null,
    title jsonb not null,
    description jsonb not null,
    -- Null: the interview is gone.
    interview bigint,
    -- Of the interview: where it belongs in every view, as in interview.leaves, and when it was.
    leaves int[] not null,
    day date,
    -- The view in which its place is named and its owner looked for.
    view text not null,
    state text not null default 'open' check (state in ('open', 'inProgress', 'waiting', 'solved')),
    severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
    owner uuid references person on delete set null,
    tags text[] not null default '{}',
    root_cause text,
    action text,
    created_at timestamptz not null default now(),
    due_at timestamptz,
    -- When it last became open: escalations count from here.
    opened_at timestamptz not null default now(),
    -- The first change by a person, and when it was solved; null: not yet, or not any more.
    first_action_at timestamptz,
    solved_at timestamptz,
    reopened int not null default 0,
    -- Steps of the rule's escalation that were taken since it was opened, and when the next is due.
    escalated int not null default 0,
    escalate_at timestamptz,
    version int not null default 1,
    primary key (universe, id),
    -- Once per rule and interview, whatever is tried again.
    unique (universe, survey, rule, interview),
    foreign key (universe, survey) references survey,
    foreign key (universe, survey, interview) references interview on delete set null (interview)
  )`,
  'create index alert_interview on alert (universe, survey, interview)',
  `create index alert_unsolved on alert (universe, survey, due_at, id) where state <> 'solved'`,
  `create index alert_owner on alert (universe, survey, owner) where state <> 'solved'`,
  `create index alert_escalation on alert (escalate_at) where escalate_at is not null`,
  `create table alert_event (
    universe uuid not null,
    id uuid not null default uuidv7(),
    alert uuid not null,
    at timestamptz not null default now(),
    kind text not null check (kind in ('created', 'changed', 'note', 'escalated', 'notified')),
    -- Null: Kaiku itself, or somebody whose account is gone.
    person uuid references person on delete set null,
    is_by_kaiku boolean not null,
    -- Field -> what it was and became.
    before jsonb not null default '{}',
    after jsonb not null default '{}',
    note text,
    mentions uuid[] not null default '{}',
    -- The alert's version after it.
    version int not null,
    -- Changes that were made together, and may be taken back together.
    bulk uuid,
    primary key (universe, id),
    foreign key (universe, alert) references alert on delete cascade
  )`,
  'create index alert_event_order on alert_event (universe, alert, id)',
  'create index alert_event_bulk on alert_event (universe, bulk) where bulk is not null',
  // How far the rules have looked at interview_change. Those that came before there were rules are no news.
  `create table alert_cursor (
    only_one boolean primary key default true check (only_one),
    tx xid8 not null,
    seq bigint not null
  )`,
  `insert into alert_cursor (tx, seq)
   select coalesce(last.tx, '0'), coalesce(last.seq, 0) from (select) one
   left join lateral (select tx, seq from interview_change order by tx desc, seq desc limit 1) last on true`,
  'grant select, update on alert_cursor to service',
  // Only moved to another place of the tree, which is no news for a rule.
  'alter table interview_change add column placed boolean not null default false',
]

export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['alert', 'alert_event'], 'universe')
  },
}
