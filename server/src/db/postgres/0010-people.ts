import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// People cross universes; what they may do in one is a membership and its roles.
const people = [
  `create table person (
    id uuid primary key default uuidv7(),
    username citext not null unique,
    email citext,
    given_name text not null default '',
    family_name text not null default '',
    locale text not null default 'en',
    theme text not null default 'system',
    is_root boolean not null default false,
    deactivated_at timestamptz,
    -- argon2id; null: signs in elsewhere, or has not chosen one yet.
    password_hash text,
    password_at timestamptz,
    created_at timestamptz not null default now(),
    -- When names, mail, language or state changed last.
    changed_at timestamptz not null default now()
  )`,
  'create index person_email on person (email)',
  // Who an identity provider says somebody is.
  `create table person_subject (
    issuer text not null,
    subject text not null,
    person uuid not null references person on delete cascade,
    primary key (issuer, subject)
  )`,
  `create table session (
    id uuid primary key default uuidv7(),
    token_hash bytea not null unique,
    person uuid not null references person on delete cascade,
    -- Root, who acts as this person.
    actor uuid references person on delete cascade,
    universe uuid references universe,
    remembered boolean not null default false,
    -- A second factor was shown in it, or set up.
    second_factor boolean not null default false,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    address text not null default '',
    agent text not null default ''
  )`,
  'create index session_person on session (person)',
  // A provider's sessions that were ended here before they ran out.
  `create table ended_provider_session (
    issuer text not null,
    sid text not null,
    ended_at timestamptz not null default now(),
    primary key (issuer, sid)
  )`,
  // Invitation, forgotten password, first start, one-time sign-in: used once, kept as a hash.
  `create table ticket (
    hash bytea primary key,
    purpose text not null,
    person uuid references person on delete cascade,
    universe uuid references universe,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  // Failed attempts by account and by address, so that guessing becomes slow.
  `create table attempt (
    key text primary key,
    failed int not null,
    last_at timestamptz not null
  )`,
  // What the identity provider that comes with Kaiku keeps between two requests.
  `create table provider_state (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    user_code text,
    expires_at timestamptz,
    primary key (model, id)
  )`,
  'create index provider_state_expiry on provider_state (expires_at)',
  'create index provider_state_grant on provider_state (grant_id)',
  'create index provider_state_uid on provider_state (model, uid)',
  // Keys of this installation, made once.
  `create table installation_secret (
    name text primary key,
    value jsonb not null,
    created_at timestamptz not null default now()
  )`,
  `create table second_factor (
    person uuid primary key references person on delete cascade,
    totp_secret text,
    -- Null while it was shown but no code of it was entered yet.
    totp_since timestamptz,
    -- The last time step that was used: a code works once.
    totp_step bigint not null default 0
  )`,
  `create table passkey (
    id text primary key,
    person uuid not null references person on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null default '{}',
    name text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,
  'create index passkey_person on passkey (person)',
  `create table recovery_code (
    person uuid not null references person on delete cascade,
    hash bytea not null,
    used_at timestamptz,
    primary key (person, hash)
  )`,
  // Every mail, until the mail server has taken it; without a mail server it stays here.
  `create table mailbox (
    id uuid primary key default uuidv7(),
    at timestamptz not null default now(),
    recipient text not null,
    subject text not null,
    -- Emptied once it is sent: a link that signs somebody in must not lie about.
    text text not null,
    html text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    attempts int not null default 0,
    next_at timestamptz not null default now(),
    sent_at timestamptz,
    -- What the mail server said last.
    fault text
  )`,
  `create index mailbox_waiting on mailbox (next_at) where state = 'waiting'`,
  `create table analytics_event (
    id uuid primary key default uuidv7(),
    at timestamptz not null default now(),
    name text not null,
    path text not null,
    survey text,
    linkable text,
    -- Stands in the browser that made it; joined to a person at sign-in.
    anonymous text not null,
    person uuid references person on delete set null
  )`,
]

const ofPeople = [
  'person',
  'person_subject',
  'session',
  'ended_provider_session',
  'ticket',
  'attempt',
  'provider_state',
  'installation_secret',
  'second_factor',
  'passkey',
  'recovery_code',
  'mailbox',
  'analytics_event',
]

const inUniverses = [
  `create table membership (
    universe uuid not null references universe,
    person uuid not null references person on delete cascade,
    state text not null default 'active' check (state in ('invited', 'active', 'deactivated')),
    -- What SCIM calls the person.
    external_id text,
    -- By a claim of an identity provider's token; it goes when the claim goes.
    by_claim boolean not null default false,
    -- Rises with each change of the member, roles included.
    version int not null default 1,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    seen_at timestamptz,
    primary key (universe, person)
  )`,
  'create index membership_person on membership (person)',
  `create table role (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    name citext not null,
    description text not null default '',
    permissions text[] not null,
    -- Names of surveys; null: all of them.
    surveys text[],
    -- View -> paths of node ids from below the root; a view that is not named is not narrowed.
    rows jsonb not null default '{}',
    -- The same for figures where it is wider; null: as rows.
    figures jsonb,
    -- Claims of a token that give this role to who carries them.
    rules jsonb not null default '[]',
    -- A group of the directory that speaks SCIM, and what that calls it.
    is_group boolean not null default false,
    external_id text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    primary key (universe, id),
    unique (universe, name)
  )`,
  `create table role_member (
    universe uuid not null,
    role uuid not null,
    person uuid not null,
    -- Who gave it: a person by hand, a rule on a token's claims, or SCIM. Each takes back only its own.
    source text not null check (source in ('hand', 'rule', 'scim')),
    primary key (universe, role, person, source),
    foreign key (universe, role) references role on delete cascade,
    foreign key (universe, person) references membership on delete cascade
  )`,
  'create index role_member_person on role_member (universe, person)',
  `create table scim_token (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    hash bytea not null unique,
    name text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    primary key (universe, id)
  )`,
  // What must stay true of somebody's access whatever happens to roles.
  `create table access_assertion (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    person uuid not null references person on delete cascade,
    survey text not null,
    permission text not null,
    path text not null,
    may boolean not null,
    note text not null default '',
    primary key (universe, id)
  )`,
  `create table audit (
    universe uuid references universe,
    id uuid not null default uuidv7(),
    at timestamptz not null default now(),
    actor uuid,
    actor_name text not null,
    -- In whose name, where it was not the actor's own.
    acting_as text,
    action text not null,
    subject text not null default '',
    address text not null default '',
    before jsonb,
    after jsonb,
    primary key (id)
  )`,
  'create index audit_order on audit (universe, id desc)',
]

const times = [
  `create function mark_change() returns trigger language plpgsql as
    'begin new.changed_at = now(); return new; end'`,
  `create trigger person_changed before update of username, email, given_name, family_name, locale, deactivated_at
    on person for each row execute function mark_change()`,
  `create trigger membership_changed before update of state, external_id, version
    on membership for each row execute function mark_change()`,
  `create trigger role_changed before update of name, is_group, external_id
    on role for each row execute function mark_change()`,
]

/** Universes keep settings with a version, so that two administrators do not overwrite each other. */
const settings = ['alter table universe add column version int not null default 1']

export const peopleAndRoles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...people, ...inUniverses, ...times, ...settings]) await sql.raw(statement).execute(db)
    await secure(db, ['membership', 'role', 'role_member', 'scim_token', 'access_assertion', 'audit'], 'universe')
    for (const table of ofPeople)
      for (const statement of [
        `alter table ${table} enable row level security`,
        `alter table ${table} force row level security`,
        `create policy ${table}_service on ${table} to service using (true) with check (true)`,
        `create policy ${table}_owner on ${table} to owner using (true) with check (true)`,
        `grant select, insert, update, delete on ${table} to service`,
      ])
        await sql.raw(statement).execute(db)
    // What happened stays written.
    await sql.raw('revoke update, delete, truncate on audit from app, service').execute(db)
  },
}
