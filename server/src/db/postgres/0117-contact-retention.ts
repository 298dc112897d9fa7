import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What contacts that are kept no longer are hashed with: the 64-byte key of an HMAC, as its two pads.
  `create table contact_secret (
    universe uuid primary key references universe on delete cascade,
    inner_pad bytea not null check (length(inner_pad) = 64),
    outer_pad bytea not null check (length(outer_pad) = 64)
  )`,
  // What stands for a contact once it is gone, equal for equal contacts; null where the universe has forgotten none yet.
  `create function gone_contact(of_universe uuid, contact text) returns text language sql stable as $$
    select 'gone:' || encode(sha256(s.outer_pad || sha256(s.inner_pad || convert_to(contact, 'UTF8'))), 'hex')
    from contact_secret s where s.universe = of_universe
  $$`,
  // A contact of which one interview was told to forget is known by its hash in every interview of the survey. The lock
  // is the one that forgetting holds alone: no interview comes between its look and its change.
  `create function keep_contact_gone() returns trigger language plpgsql as $$
    declare
      gone text;
    begin
      if new.contact is null then
        if tg_op = 'UPDATE' and old.contact like 'gone:%' then new.contact := old.contact; end if;
        return new;
      end if;
      if new.contact like 'gone:%' then return new; end if;
      gone := gone_contact(new.universe, new.contact);
      if gone is null then return new; end if;
      perform pg_advisory_xact_lock_shared(hashtext('contacts'), new.survey);
      if exists (select from interview where universe = new.universe and survey = new.survey and contact = gone) then
        new.contact := gone;
      end if;
      return new;
    end
  $$`,
  `create trigger interview_contact_came before insert on interview
    for each row when (new.contact is not null) execute function keep_contact_gone()`,
  `create trigger interview_contact_changed before update of contact on interview
    for each row when (new.contact is distinct from old.contact) execute function keep_contact_gone()`,
  'alter table sample add gone_contact text, add gone_external_id text',
  'create index sample_gone_contact on sample (universe, gone_contact) where gone_contact is not null',
  'create index sample_gone_external on sample (universe, survey, gone_external_id) where gone_external_id is not null',
  // What rules have removed, by the day on which they did.
  `create table retention_removal (
    universe uuid not null,
    survey int not null,
    on_day date not null,
    what text not null check (what in ('interviews', 'contacts', 'answers', 'samples', 'messages', 'letters', 'replies')),
    count bigint not null,
    -- When it was gone from the disk as well.
    purged_at timestamptz,
    primary key (universe, survey, on_day, what),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  'create index retention_removal_unpurged on retention_removal (survey) where purged_at is null',
  'grant maintain on contact_secret, retention_removal to service',
]

/** Contacts that are kept for a time only, and what was removed by rule. */
export const contactRetention: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['contact_secret', 'retention_removal'], 'universe')
  },
}
