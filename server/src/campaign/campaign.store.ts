import { type CampaignRules, campaignRules } from '@kaiku/contract/campaign-rules.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import { campaignStandings, mailActions, messageKinds } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { bool, json, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { leaveWaiting } from '../recipient/recipient.ts'

const columns = {
  universe: text,
  survey: number,
  id: text,
  name: text,
  kind: oneOf(...messageKinds),
  action: oneOf(...mailActions),
  parent: nullable(text),
  parentName: nullable(text),
  template: nullable(text),
  templateTitle: nullable(text),
  version: nullable(number),
  /** A second template that is compared with the first; null: none is. */
  splitTemplate: nullable(text),
  splitTitle: nullable(text),
  splitVersion: nullable(number),
  /** The subject of B where it differs in that alone. */
  splitSubject: nullable(json(storedLocalised)),
  splitShare: nullable(number),
  splitRest: bool,
  splitAt: nullable(time),
  splitBetter: nullable(oneOf('a', 'b')),
  splitP: nullable(number),
  path: text,
  rules: json(campaignRules),
  takenTo: nullable(text),
  sentTo: nullable(time),
  state: oneOf(...campaignStandings),
  reason: nullable(text),
  person: nullable(text),
  at: time,
  begunAt: nullable(time),
  endedAt: nullable(time),
} satisfies Shape
export type StoredCampaign = RowOf<typeof columns>

const selected = `select c.universe, c.survey, c.id, c.name, c.kind, c.action, c.parent, p.name as "parentName", c.template,
    t.title as "templateTitle", c.version, c.split_template as "splitTemplate", b.title as "splitTitle",
    c.split_version as "splitVersion", c.split_subject as "splitSubject",
    c.split_share as "splitShare", c.split_rest as "splitRest", c.split_at as "splitAt",
    c.split_better as "splitBetter", c.split_p as "splitP", c.path, c.rules,
    c.taken_to as "takenTo", c.sent_to as "sentTo", c.state, c.reason, c.person, c.at, c.begun_at as "begunAt",
    c.ended_at as "endedAt"
  from campaign c left join campaign p on (p.universe, p.id) = (c.universe, c.parent)
    left join template t on (t.universe, t.id) = (c.universe, c.template)
    left join template b on (b.universe, b.id) = (c.universe, c.split_template)`

type Of = Pick<Dictionary, 'universe' | 'survey'>
/** The newest that lists show. */
const most = 500

export async function readCampaigns(
  client: pg.PoolClient,
  { universe, survey }: Of,
): Promise<readonly StoredCampaign[]> {
  const { rows } = await query(
    client,
    columns,
    `${selected} where c.universe = $1 and c.survey = $2 order by c.at desc, c.id desc limit ${most}`,
    [universe, survey],
  )
  return rows
}

export async function readCampaign(
  client: pg.PoolClient,
  { universe, survey }: Of,
  id: string,
): Promise<StoredCampaign | null> {
  const { rows } = await query(client, columns, `${selected} where c.universe = $1 and c.survey = $2 and c.id = $3`, [
    universe,
    survey,
    id,
  ])
  return rows[0] ?? null
}

/** One that is due, locked. Null: it waits no more. */
export async function campaignToSend(client: pg.PoolClient, id: string): Promise<StoredCampaign | null> {
  const { rows } = await query(client, columns, `${selected} where c.id = $1 and c.state = 'waiting' for update of c`, [
    id,
  ])
  return rows[0] ?? null
}

type NewCampaign = Pick<
  StoredCampaign,
  | ('kind' | 'name' | 'action' | 'parent' | 'template' | 'version' | 'path' | 'person')
  | ('splitTemplate' | 'splitVersion' | 'splitSubject' | 'splitShare' | 'splitRest')
> & {
  readonly rules: CampaignRules
}

export async function insertCampaign(
  client: pg.PoolClient,
  { universe, survey }: Of,
  made: NewCampaign,
  state: 'waiting' | 'sent',
): Promise<string> {
  const { kind, name, action, parent, template, version, path, rules, person } = made
  const { splitTemplate, splitVersion, splitSubject, splitShare, splitRest } = made
  const { rows } = await query(
    client,
    { id: text },
    `insert into campaign (universe, survey, kind, name, action, parent, template, version, path, rules, state, person,
       next_at, ended_at, split_template, split_version, split_share, split_rest, taken_to, sent_to, split_subject)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13, now()),
       case when $11 = 'sent' then now() end, $14, $15, $16, $17,
       case when $18 then uuidv7(greatest($13, now()) - now()) end, case when $18 then greatest($13, now()) end, $19) returning id`,
    [
      universe,
      survey,
      kind,
      name,
      action,
      parent,
      template,
      version,
      path,
      JSON.stringify(rules),
      state,
      person,
      rules.sendAt,
      splitTemplate,
      splitVersion,
      splitShare,
      splitRest,
      rules.continuous !== null && !rules.continuous.withPresent,
      splitSubject === null ? null : JSON.stringify(splitSubject),
    ],
  )
  const [kept] = rows
  if (!kept) throw new Error('a campaign was not kept')
  return kept.id
}

/** Brings one into a state, from one of others; false: it was in none of them. Who waits when it is
 * stopped gets nothing any more. */
export async function setStanding(
  client: pg.PoolClient,
  universe: string,
  id: string,
  from: readonly StoredCampaign['state'][],
  { state, reason = null }: { readonly state: StoredCampaign['state']; readonly reason?: string | null },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update campaign set state = $4, reason = $5, attempts = 0, fault = null,
       next_at = greatest(now(), coalesce((rules ->> 'sendAt')::timestamptz, now())),
       ended_at = case when $4 in ('sent', 'stopped', 'failed') then now() end
     where universe = $1 and id = $2 and state = any($3)`,
    [universe, id, from, state, reason],
  )
  if (rowCount === 1 && state === 'stopped') await leaveWaiting(client, universe, id)
  return rowCount === 1
}

export const noteBegun = (client: pg.PoolClient, { universe, id }: StoredCampaign) =>
  client.query('update campaign set begun_at = coalesce(begun_at, now()) where universe = $1 and id = $2', [
    universe,
    id,
  ])

/** Days after its first message in which a comparison is looked at. */
const judgedFor = 90

/** One whose comparison was not looked at for a minute, locked; null: there is none. */
export async function campaignToJudge(client: pg.PoolClient): Promise<StoredCampaign | null> {
  const { rows } = await query(
    client,
    columns,
    `${selected} where c.split_template is not null and c.split_at is null
       and c.begun_at > now() - interval '${judgedFor} days'
       and (c.split_judged_at is null or c.split_judged_at < now() - interval '1 minute')
     order by c.split_judged_at nulls first limit 1 for update of c skip locked`,
    [],
  )
  return rows[0] ?? null
}

/** Keeps what a look at a comparison found; `better`: it is decided. */
export const noteJudged = (
  client: pg.PoolClient,
  { universe, id }: StoredCampaign,
  { p, better }: { readonly p: number | null; readonly better: 'a' | 'b' | null },
) =>
  client.query(
    `update campaign set split_judged_at = now(), split_p = $3, split_better = $4, split_at = case when $4::text is not null then now() end
     where universe = $1 and id = $2`,
    [universe, id, p, better],
  )

/** Up to which sample nothing that is under way may still bring one; null: not known yet. */
export async function settledTo(client: pg.PoolClient, { universe, id }: StoredCampaign): Promise<string | null> {
  const { rows } = await query(
    client,
    { to: nullable(text) },
    `select look_to as to from campaign where universe = $1 and id = $2 and look_tx <= pg_snapshot_xmin(pg_current_snapshot())`,
    [universe, id],
  )
  return rows[0]?.to ?? null
}

/**
 * Everybody up to `settled` is taken up; `last`: of so many that only those up to this one are. Then it is found out anew
 * how far that may be said.
 */
export const noteTaken = (
  client: pg.PoolClient,
  { universe, id }: StoredCampaign,
  settled: string | null,
  last: string | null,
) =>
  client.query(
    // A restored database counts its transactions from elsewhere.
    `with now_so as (
       select id, ($3::uuid is not null and $4::uuid is null) or look_tx is null
           or look_tx > pg_snapshot_xmax(pg_current_snapshot()) as is_anew
       from campaign where universe = $1 and id = $2)
     update campaign c set
       taken_to = case when $3::uuid is null then taken_to else greatest(taken_to, least($3::uuid, $4::uuid)) end,
       look_to = case when is_anew then uuidv7(interval '-1 minute') else look_to end,
       look_tx = case when is_anew then pg_snapshot_xmax(pg_current_snapshot()) else look_tx end
     from now_so n where c.universe = $1 and c.id = n.id and (is_anew or $3::uuid is not null)`,
    [universe, id, settled, last],
  )

/** Whoever got the message that is followed up to then is taken up. */
export const noteSentTo = (client: pg.PoolClient, { universe, id }: StoredCampaign, to: Date) =>
  client.query('update campaign set sent_to = $3 where universe = $1 and id = $2', [universe, id, to])

/** The continuous reminders of a campaign that still go on. */
export async function remindersOf(client: pg.PoolClient, universe: string, id: string): Promise<readonly string[]> {
  const { rows } = await query(
    client,
    { id: text },
    `select id from campaign where universe = $1 and parent = $2 and action = 'reminder'
       and state in ('waiting', 'paused') and rules -> 'continuous' <> 'null'`,
    [universe, id],
  )
  return rows.map((one) => one.id)
}
