import { figuresOf } from '@kaiku/e2e/figures.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { surveyByNumber } from '@kaiku/server/survey/survey.ts'
import type { Journal } from './journal.ts'
import { marksIn, openSurveys, places, regionOf, type Survey } from './survey.ts'
import type { World } from './world.ts'

type Stored = { readonly store: string; readonly score: number }

/** Holds every figure of the siege's open surveys against plain sums over the answers that PostgreSQL has. */
export async function checkFigures(world: World, stores: Stores, facts: string[]): Promise<void> {
  for (const survey of openSurveys) await checkSurvey(world, stores, survey, facts)
  await checkProjection(stores, world.journal, facts)
}

async function checkSurvey({ client, people, journal }: World, stores: Stores, survey: Survey, facts: string[]) {
  const figures = figuresOf(client.address, `Bearer ${people.aino.authToken}`, people.aino.universe, survey)
  const stored = await storedAnswers(stores, survey)
  const asked: [path: string, holds: (one: Stored) => boolean][] = [['place,all', () => true]]
  for (const [region, stores] of Object.entries(places)) {
    asked.push([`place,all,${region}`, ({ store }) => regionOf(store) === region])
    for (const name of stores) asked.push([`place,all,${region},${name}`, ({ store }) => store === name])
  }
  for (const [path, holds] of asked) {
    const scores = stored.filter(holds).map(({ score }) => score)
    const [sum, n] = [scores.reduce((all, one) => all + one, 0), scores.length]
    const share = (of: (score: number) => boolean) => scores.filter(of).length / n
    const nps = 100 * (share((score) => score >= 9) - share((score) => score <= 6))
    const told = [
      await figures.count(path),
      (await figures.tile(path, 'mean')).value,
      (await figures.tile(path, 'nps')).value,
    ] as const
    const due = n === 0 ? ([0, null, null] as const) : ([n, sum / n, nps] as const)
    const isEqual = told.every((value, at) => {
      const expected = due[at] ?? null
      return value === expected || (value !== null && expected !== null && Math.abs(value - expected) < 1e-9)
    })
    if (!isEqual) journal.faults.push(`figures of ${survey} ${path} are ${told.join(', ')}, not ${due.join(', ')}`)
  }
  facts.push(`${asked.length * 3} figures of ${stored.length} answers to ${survey} held against plain sums`)
}

async function storedAnswers({ service }: Stores, survey: Survey): Promise<Stored[]> {
  const { rows } = await service.query<{ mark: string | null; score: number }>(
    `select i.answers ->> 'mark' as mark, (i.answers ->> 'score')::int as score from interview i
     join survey s on s.number = i.survey where s.ext_name = $1 and i.excluded_at is null`,
    [survey],
  )
  return rows.flatMap(({ mark, score }) => marksIn(mark ?? '').map(({ store }) => ({ store, score })))
}

/** Of every survey whose single interviews may be counted, ClickHouse has as many as PostgreSQL. */
async function checkProjection(stores: Stores, journal: Journal, facts: string[]): Promise<void> {
  const { rows } = await stores.service.query<{ survey: number; name: string; n: number }>(
    `select s.number as survey, s.ext_name as name, count(i.id)::int as n from survey s
     left join interview i on i.survey = s.number and i.excluded_at is null group by 1, 2`,
  )
  let open = 0
  for (const { survey, name, n } of rows) {
    const { definition } = await surveyByNumber(stores, survey)
    if (definition.settings.protection) continue
    open += 1
    const [row] = await stores.clickhouse.read<[string]>(`SELECT toString(sum(sign)) FROM ${tableOf(survey)}`)
    if (Number(row?.[0]) !== n) journal.faults.push(`ClickHouse has ${row?.[0]} interviews of ${name}, PostgreSQL ${n}`)
  }
  facts.push(`interviews of ${open} surveys counted in both stores`)
}
