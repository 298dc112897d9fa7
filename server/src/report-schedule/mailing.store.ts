import { type MailingState, mailingStates } from '@kaiku/contract/report-schedule.ts'
import type pg from 'pg'
import { bool, jsonBy, nullable, number, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { MadeMail } from '../scheduled-mail/make-scheduled-mail.ts'

/** Has each of these people get a run, once however often this is said. `at`: the run’s own time. */
export const planMailings = (
  client: pg.PoolClient,
  { universe, id }: { readonly universe: string; readonly id: string },
  people: readonly string[],
  at: Date,
  byHand: boolean,
) =>
  client.query(
    `insert into report_mailing (universe, schedule, person, run_at, by_hand)
     select $1, $2, p.id, $4, $5 from person p where p.id = any($3::uuid[]) on conflict do nothing`,
    [universe, id, people, at, byHand],
  )

const waitingColumns = { schedule: text, person: text, byHand: bool } satisfies Shape

/** What is to be made under an id; null: nothing any more. */
export async function readWaiting({ service }: Stores, id: string) {
  const { rows } = await query(
    service,
    waitingColumns,
    `select schedule, person, by_hand as "byHand" from report_mailing where id = $1 and state = 'waiting'`,
    [id],
  )
  return rows[0] ?? null
}

/** What somebody was sent last of a schedule: of what state of the data, and a hash of its figures. */
export async function lastSent({ service }: Stores, universe: string, schedule: string, person: string) {
  const { rows } = await query(
    service,
    { loadCount: number, figures: text },
    `select coalesce(load_count, -1)::float8 as "loadCount", coalesce(figures, '') as figures from report_mailing
     where universe = $1 and schedule = $2 and person = $3 and state in ('made', 'sent', 'unknown')
     order by run_at desc limit 1`,
    [universe, schedule, person],
  )
  return rows[0] ?? null
}

/** Says what became of one that waits; false: somebody else said it, or it waits no more. */
export async function endMailing(
  client: pg.Pool | pg.PoolClient,
  { id, attempts }: { readonly id: string; readonly attempts: number },
  state: MailingState,
  made: MadeMail | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_mailing set state = $3, ended_at = case when $3 = 'made' then null else now() end, fault = null,
       rights = $4, load_count = $5, place = $6, figures = $7, file_name = $8
     where id = $1 and attempts = $2 and state = 'waiting'`,
    [
      ...[id, attempts, state, made?.rights ?? null, made?.loadCount ?? null, made?.place ?? null],
      ...[made?.figures ?? null, made?.fileName ?? null],
    ],
  )
  return rowCount === 1
}

export const setMail = (client: pg.PoolClient, id: string, mail: string) =>
  client.query('update report_mailing set mail = $2 where id = $1', [id, mail])

/** What is to be looked at again before a mail goes; null: it is none of these. */
export async function mailingOf({ service }: Stores, mail: string) {
  const { rows } = await query(
    service,
    { id: text, universe: text, schedule: text, person: text, rights: text },
    `select id, universe, schedule, person, coalesce(rights, '') as rights from report_mailing where mail = $1 and state = 'made'`,
    [mail],
  )
  return rows[0] ?? null
}

export const withhold = ({ service }: Stores, id: string, state: MailingState) =>
  service.query(`update report_mailing set state = $2, ended_at = now() where id = $1 and state = 'made'`, [id, state])

/** Notes what became of the mails that were put into the mailbox. */
export const noteSent = ({ service }: Stores) =>
  service.query(
    `update report_mailing m set ended_at = now(), fault = f.fault,
       state = case when f.state = 'sent' then 'sent' when f.begun then 'unknown' else 'failed' end
     from (select m.id, b.state, b.begun_at is not null as begun, coalesce(b.fault, 'the mail was removed') as fault
       from report_mailing m left join mailbox b on b.id = m.mail
       where m.state = 'made' and (b.id is null or b.state <> 'waiting')) f
     where m.id = f.id`,
  )

const historyColumns = {
  mailingId: text,
  person: text,
  runAt: time,
  isByHand: bool,
  state: oneOf(...mailingStates),
  endedAt: nullable(time),
  place: nullable(text),
  fileName: nullable(text),
  fault: nullable(text),
  openedAt: nullable(time),
} satisfies Shape

const mostShown = 500

/** What became of each, the newest first, as the service may read it. `person`: of theirs alone. */
export async function readHistory(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  schedule: string,
  person: string | null,
) {
  const { rows } = await query(
    client,
    historyColumns,
    `select id as "mailingId", person, run_at as "runAt", by_hand as "isByHand", state, ended_at as "endedAt",
       place, file_name as "fileName", fault,
       (select min(e.at) from analytics_event e where e.linkable = m.id::text and e.person = m.person) as "openedAt"
     from report_mailing m where universe = $1 and schedule = $2 and ($3::uuid is null or person = $3)
     order by run_at desc, id limit ${mostShown}`,
    [universe, schedule, person],
  )
  return rows
}

const isState = (text: string): text is MailingState => mailingStates.some((one) => one === text)
type Counts = Partial<Record<MailingState, number>>
const counts = jsonBy((value): Counts => {
  const found: Counts = {}
  for (const [state, n] of Object.entries(Object(value))) if (isState(state)) found[state] = Number(n)
  return found
})

/** The last run of each schedule of a universe: when, and how many are in each state. `person`: of theirs alone. */
export async function lastRuns(client: pg.Pool | pg.PoolClient, universe: string, person: string | null) {
  const { rows } = await query(
    client,
    { schedule: text, at: time, states: counts },
    `select schedule, run_at as at, jsonb_object_agg(state, n) as states from (
       select m.schedule, m.run_at, m.state, count(*)::int as n,
         rank() over (partition by m.schedule order by m.run_at desc) as turn
       from report_mailing m where m.universe = $1 and ($2::uuid is null or m.person = $2)
       group by m.schedule, m.run_at, m.state) r
     where turn = 1 group by schedule, run_at`,
    [universe, person],
  )
  return new Map(rows.map(({ schedule, at, states }) => [schedule, { at: at.toISOString(), states }]))
}
