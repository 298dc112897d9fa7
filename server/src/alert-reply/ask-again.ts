import type pg from 'pg'
import { alertColumns, alertTables, noteAsked, type StoredAlert, storedAlertColumns } from '../alert/stored-alert.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Customer, customerOf } from './customer.ts'
import { writeCustomer } from './write-customer.ts'

/** Days after its time in which somebody is still asked: a rule that is new asks nobody about last year. */
const late = 7
/** Days for which somebody who was asked again is left alone. */
const rest = 30
const atOnce = 50

/** In SQL, of alerts `a`: whether their customers may be asked at a moment, if a rule of their survey says so. */
export const askable = (now: string): string =>
  `a.state = 'solved' and a.asked_at is null and a.interview is not null and a.withdrawn_at is null
   and a.solved_at > ${now} - interval '90 days'`

/**
 * Asks the customers of alerts that were solved some days ago what they say now, each alert once, in one transaction
 * with the mail: wherever this dies and however many processes do it. Answers how many alerts were looked at. `now`:
 * milliseconds since 1970; `universe`: of this one alone.
 */
export async function askAgain(stores: Stores, now: number, universe: string | null = null): Promise<number> {
  const surveys = await query(
    stores.service,
    { survey: number },
    `select distinct a.survey from alert a where ${askable('to_timestamp($1 / 1000.0)')} and ($2::uuid is null or a.universe = $2)`,
    [now, universe],
  )
  let looked = 0
  for (const { survey } of surveys.rows) {
    const dictionary = await surveyByNumber(stores, survey)
    while (looked < atOnce && (await askOne(stores, dictionary, now))) looked += 1
  }
  return looked
}

/** False: nobody of the survey is to be asked now. */
async function askOne(stores: Stores, dictionary: Dictionary, now: number): Promise<boolean> {
  const { askAgain: rule, templates } = dictionary.definition.alertRules.replies
  const template = templates.find(({ id }) => id === rule?.template)
  if (!rule || !template) return false
  return inTransaction(stores.service, async (client) => {
    const alert = await dueAlert(client, dictionary, rule.days, now)
    if (!alert) return false
    await noteAsked(client, dictionary.universe, alert.id, now)
    const customer = await customerOf(client, dictionary, alert)
    if (typeof customer === 'string' || (await isLeftAlone(client, dictionary, alert, customer, now))) return true
    await writeCustomer(client, dictionary, { alert, template, customer, kind: 'asked', once: false })
    return true
  })
}

async function dueAlert(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  days: number,
  now: number,
): Promise<StoredAlert | undefined> {
  const { rows } = await query(
    client,
    storedAlertColumns,
    `select ${alertColumns} from ${alertTables}
     where a.universe = $1 and a.survey = $2 and a.state = 'solved' and a.asked_at is null and a.interview is not null
       and a.withdrawn_at is null and a.solved_at <= to_timestamp($3 / 1000.0) - make_interval(days => $4)
       and a.solved_at > to_timestamp($3 / 1000.0) - make_interval(days => $4 + ${late})
     order by a.solved_at limit 1 for update of a skip locked`,
    [universe, survey, now, days],
  )
  return rows[0]
}

/** They have answered again by themselves, or were asked about another alert lately. */
async function isLeftAlone(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  alert: StoredAlert,
  { email }: Customer,
  now: number,
): Promise<boolean> {
  const { rows } = await query(
    client,
    { answered: bool, asked: bool },
    `select exists (select from interview n join interview i on i.universe = n.universe and i.survey = n.survey
         and i.contact = n.contact where n.universe = $1 and n.survey = $2 and i.number = $3 and n.number > i.number
         and n.day > $4) as answered,
       exists (select from alert_reply where universe = $1 and person is null and lower(recipient) = lower($5)
         and at > to_timestamp($6 / 1000.0) - interval '${rest} days') as asked`,
    [universe, survey, alert.interview, alert.solvedAt, email, now],
  )
  return rows[0]?.answered === true || rows[0]?.asked === true
}
