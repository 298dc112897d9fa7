import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table effect_run (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7() unique,
    survey int not null,
    block text not null,
    block_title jsonb not null,
    -- The interview by its number, or the change of an alert or the sample by its id, to which the block answers.
    subject text not null,
    -- Which effect of the block: its type, from the second of a type on with its ordinal.
    effect text not null,
    -- The effect as it was written when it was asked for, and in which version of the definition.
    asked jsonb not null,
    version int not null,
    interview bigint,
    alert uuid,
    sample uuid,
    backfilled boolean not null,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'nothing', 'failed')),
    -- Why there was nothing to do.
    reason text,
    -- Mails and SMS that were put where they wait to be sent.
    messages uuid[] not null default '{}',
    at timestamptz not null default now(),
    done_at timestamptz,
    next_at timestamptz not null default now(),
    attempts int not null default 0,
    fault text,
    primary key (universe, id),
    -- Once, whatever is tried again.
    unique (universe, survey, block, subject, effect),
    foreign key (universe, survey) references survey on delete cascade,
    foreign key (universe, survey, interview) references interview on delete cascade,
    foreign key (universe, alert) references alert on delete cascade,
    foreign key (universe, survey, sample) references sample on delete cascade
  )`,
  `create index effect_run_due on effect_run (universe, next_at) where state = 'waiting'`,
  'create index effect_run_interview on effect_run (universe, survey, interview) where interview is not null',
  'create index effect_run_alert on effect_run (universe, alert) where alert is not null',
  'create index effect_run_sample on effect_run (universe, survey, sample) where sample is not null',
  'create index effect_run_newest on effect_run (universe, survey, id)',
  // What became of alerts, and the samples that came, in surveys that have effect blocks, until held against them.
  `create table effect_event (
    universe uuid not null,
    id uuid not null,
    survey int not null,
    alert uuid,
    sample uuid,
    primary key (universe, id),
    foreign key (universe, alert) references alert on delete cascade,
    foreign key (universe, survey, sample) references sample on delete cascade
  )`,
  'create index effect_event_alert on effect_event (universe, alert)',
  'create index effect_event_sample on effect_event (universe, survey, sample)',
  `create function note_effect_events() returns trigger language plpgsql as $$
    begin
      insert into effect_event (universe, id, survey, alert)
      select h.universe, h.id, a.survey, h.alert from happened h
      join alert a on a.universe = h.universe and a.id = h.alert and not a.backfilled
      join survey s on s.universe = a.universe and s.number = a.survey
      where (h.kind = 'created' or h.kind = 'changed' and h.after ? 'state')
        and exists (select from definition_file f where (f.universe, f.survey, f.version, f.path)
          = (s.universe, s.number, s.version, 'effects.json'));
      return null;
    end $$`,
  `create trigger alert_event_effect after insert on alert_event referencing new table as happened
    for each statement execute function note_effect_events()`,
  `create function note_effect_samples() returns trigger language plpgsql as $$
    begin
      insert into effect_event (universe, id, survey, sample)
      select h.universe, h.id, h.survey, h.id from happened h
      join survey s on s.universe = h.universe and s.number = h.survey
      where exists (select from definition_file f where (f.universe, f.survey, f.version, f.path)
        = (s.universe, s.number, s.version, 'effects.json') and position('"sample"' in f.text) > 0);
      return null;
    end $$`,
  `create trigger sample_effect after insert on sample referencing new table as happened
    for each statement execute function note_effect_samples()`,
  // For which day the timer of a block has run.
  `create table effect_timer (
    universe uuid not null,
    survey int not null,
    block text not null,
    day date not null,
    primary key (universe, survey, block),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  // The block that tells a webhook something, and its title.
  'alter table webhook_delivery add effect jsonb',
  'grant maintain on effect_run to service',
]

export const effects: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['effect_run', 'effect_event', 'effect_timer'], 'universe')
  },
}
