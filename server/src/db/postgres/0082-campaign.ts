import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const ofSurvey = `universe uuid not null references universe on delete cascade,
    survey int not null,
    foreign key (universe, survey) references survey on delete cascade`

const statements = [
  `create table template (
    ${ofSurvey},
    id uuid not null default uuidv7() unique,
    kind text not null check (kind in ('mail')),
    title text not null,
    -- What is being written; what was published stands in the versions.
    content jsonb not null,
    -- Rises with each change.
    revision int not null default 1,
    -- The newest version that may be sent; null: none yet.
    published int,
    person uuid references person on delete set null,
    changed_at timestamptz not null default now(),
    is_archived boolean not null default false,
    primary key (universe, id)
  )`,
  `create index template_survey on template (universe, survey)`,
  // What was sent stays what it was.
  `create table template_version (
    universe uuid not null references universe on delete cascade,
    template uuid not null,
    version int not null,
    content jsonb not null,
    at timestamptz not null default now(),
    person uuid references person on delete set null,
    primary key (universe, template, version),
    foreign key (universe, template) references template on delete cascade
  )`,
  // A send-out, and a queue at once: a campaign that is due sends its next part.
  `create table campaign (
    ${ofSurvey},
    id uuid not null default uuidv7() unique,
    name text not null,
    kind text not null check (kind in ('mail')),
    action text not null check (action in ('new', 'reminder', 'again', 'test')),
    parent uuid,
    template uuid,
    version int,
    -- Whom it was made for: a drill path with its filters.
    path text not null,
    rules jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'paused', 'sent', 'stopped', 'failed')),
    -- Why it was stopped, as a word.
    reason text,
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    begun_at timestamptz,
    ended_at timestamptz,
    next_at timestamptz not null default now(),
    attempts int not null default 0,
    fault text,
    primary key (universe, id),
    foreign key (universe, template, version) references template_version,
    foreign key (universe, parent) references campaign on delete set null (parent)
  )`,
  `create index campaign_survey on campaign (universe, survey, at desc)`,
  `create index campaign_due on campaign (universe, next_at) where state = 'waiting'`,
  `create table campaign_recipient (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    campaign uuid not null,
    id uuid not null default uuidv7() unique,
    sample uuid not null,
    -- What their link holds: nobody can guess it, and it is the same however often the message is made.
    code text not null unique,
    locale text not null,
    state text not null default 'waiting' check (state in ('left', 'waiting', 'queued', 'delivered', 'failed')),
    -- Why they were left out, or why it failed.
    reason text,
    fault text,
    mail uuid,
    queued_at timestamptz,
    sent_at timestamptz,
    opened_at timestamptz,
    clicked_at timestamptz,
    -- Looks by programs that check mails before people do.
    machine_at timestamptz,
    unsubscribed_at timestamptz,
    primary key (universe, id),
    unique (universe, campaign, sample),
    foreign key (universe, campaign) references campaign on delete cascade,
    foreign key (universe, survey, sample) references sample on delete cascade
  )`,
  `create index campaign_recipient_sample on campaign_recipient (universe, survey, sample)`,
  `create index campaign_recipient_state on campaign_recipient (universe, campaign, state, id)`,
  `create index campaign_recipient_mail on campaign_recipient (mail) where mail is not null`,
  `create index campaign_recipient_queued on campaign_recipient (mail) where state = 'queued'`,
  // Whose form it is, where respondents are not protected.
  'alter table form_answer add sample uuid',
  'alter table form_answer add foreign key (universe, survey, sample) references sample on delete cascade',
  'create unique index form_answer_sample on form_answer (universe, survey, sample) where sample is not null',
  // Whose name stands before the address of the sender; null: Kaiku's own.
  'alter table mailbox add sender text',
  'grant maintain on template, template_version, campaign, campaign_recipient to service',
]

export const campaigns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['template', 'template_version', 'campaign', 'campaign_recipient'], 'universe')
  },
}
