import { setTimeout as pause } from 'node:timers/promises'
import { figuresOf } from '@kaiku/e2e/figures.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { count } from './journal.ts'
import { marksIn, minimumN, places, staff } from './survey.ts'
import type { World } from './world.ts'

const paths = ['place,all', ...Object.keys(places).map((region) => `place,all,${region}`)]

/** An administrator who looks for single people in the protected survey, while answers to it come. */
export async function lookForPeople({ client, journal, over, people, random }: World): Promise<void> {
  const [chance, as] = [random.own('protection'), people.aino]
  while (!over.aborted) {
    await pause(500 + chance.whole(2_000))
    const path = encodeURIComponent(chance.one(paths))
    const list = await client.ask(
      'lists of a protected survey',
      `api/vuejs/reports/recordtable/${staff}/${path}?format=csv&columns=store,mark`,
      { as },
    )
    if (marksIn(list.text).length > 0) journal.faults.push(`single interviews of ${staff}: ${list.text.slice(0, 300)}`)
    const place = await client.ask('figures of a protected survey', `api/result/place/${staff}/${path}`, { as })
    const n = place.ok ? (JSON.parse(place.text) as { nInterviews: number | null }).nInterviews : null
    if (n !== null && n > 0 && n < minimumN) journal.faults.push(`${staff} tells of ${n} people`)
    const body = { components: [{ type: 'Comments', question: 'mark', limit: 50 }] }
    const told = await client.ask('figures of a protected survey', `api/result/query/${staff}/${path}`, { as, body })
    const comments = marksIn(told.text).length
    if (comments > 0 && comments < minimumN) journal.faults.push(`${staff} tells ${comments} comments`)
    count(journal, 'looks for single people of a protected survey')
  }
}

/** Figures of the protected survey are those of whole groups, of which none is small, and of nobody besides. */
export async function checkProtected({ client, journal, people }: World, stores: Stores, facts: string[]) {
  const { rows } = await stores.service.query<{ survey: number; of: string; n: number; answered: number }>(
    `select s.number as survey, p.of_group::text as of, count(*)::int as n,
       (select count(*)::int from interview i where i.survey = s.number) as answered
     from protected_interview p join survey s on s.number = p.survey where s.ext_name = $1 group by 1, 2`,
    [staff],
  )
  const [survey, released] = [rows[0]?.survey, rows.reduce((sum, { n }) => sum + n, 0)]
  if (survey === undefined) return void journal.faults.push(`no group of ${staff} was released`)
  for (const { of, n } of rows) if (n < minimumN) journal.faults.push(`the group ${of} of ${staff} has ${n} people`)
  const [row] = await stores.clickhouse.read<[string]>(`SELECT toString(sum(sign)) FROM ${tableOf(survey)}`)
  if (Number(row?.[0]) !== released)
    journal.faults.push(`ClickHouse has ${row?.[0]} interviews of ${staff}, ${released} are released`)
  const figures = figuresOf(client.address, `Bearer ${people.aino.authToken}`, people.aino.universe, staff)
  const told = await figures.count('place,all')
  if (told !== released) journal.faults.push(`${staff} tells of ${told} interviews, ${released} are released`)
  facts.push(
    `${rows.length} groups of ${staff} with ${released} of ${rows[0]?.answered} answers, none of fewer than ${minimumN}, as its figures tell`,
  )
}
