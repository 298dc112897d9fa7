import type { Filter } from '@kaiku/contract/filter.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import { recipientsSeen } from '../campaign/campaign-count.ts'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { campaignAttribute } from '../dictionary/interview-attribute.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import type { FigureRequest } from '../result/result.ts'
import { and, countOf } from '../selection/sql.ts'

/** The newest that are offered. */
const most = 200

/** Campaigns that write to people whom the viewer may write to, newest first. */
async function campaignNames(client: pg.PoolClient, who: Viewer, dictionary: Dictionary) {
  const { values, bind, from } = recipientsSeen(who, dictionary)
  const { rows } = await query(
    client,
    { id: text, name: text },
    `select c.id, c.name from campaign c where c.universe = ${bind(dictionary.universe)} and c.survey = ${bind(dictionary.survey)}
       and exists (select from ${from} and r.campaign = c.id) order by c.at desc, c.id desc limit ${most}`,
    values,
  )
  return rows
}

/** The campaigns whose recipients answered in a selection, newest first, with how many interviews those gave. */
export async function campaignOptions({
  stores,
  who,
  dictionary,
  selection,
}: FigureRequest): Promise<Filter['options']> {
  const names = await inUniverse(stores.pool, dictionary.universe, (client) => campaignNames(client, who, dictionary))
  if (names.length === 0) return []
  const { question, column } = campaignAttribute
  const others = { ...selection, chosen: selection.chosen.filter(({ name }) => name !== question.id) }
  const { where, ...periods } = conditions(narrowedByPersonal(who, others, question), null)
  const source = { dictionary, conditions: { ...periods, where: and([where, `notEmpty(${column})`]) } }
  const campaign = `arrayJoin(arrayDistinct(arrayMap(code -> splitByChar(':', code)[1], ${column})))`
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const rows = await stores.clickhouse.read(sumStatement(source, [campaign], [countOf()]), {}, options)
  const counts = new Map(rows.map(([id, n]) => [String(id), Number(n)]))
  return names.flatMap(({ id, name }) => {
    const n = counts.get(id)
    return n === undefined ? [] : [{ extName: id, title: name, n }]
  })
}
