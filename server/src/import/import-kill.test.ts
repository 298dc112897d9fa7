import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import { publish } from '../publishing/definition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { importFile } from './import.ts'

const kaiku = fileURLToPath(new URL('../../kaiku.mjs', import.meta.url))
const soak = process.env.KAIKU_SOAK === '1'
const rows = soak ? 400_000 : 60_000
/** Committed rows after which the importing process is killed, one after the other. */
const kills = soak ? [1, 60_000, 120_000, 200_000, 300_000] : [1, 20_000]

let opened: TestStores
let stores: Stores
beforeAll(async () => {
  opened = await openTestStores({ own: true })
  stores = opened.stores
})
afterAll(async () => {
  await opened?.close()
})

async function prepare() {
  const { id } = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  const questions = [
    { id: 'score', type: 'scale', title: 'Score', min: 1, max: 5 },
    { id: 'store', type: 'choice', title: 'Store', open: true },
    { id: 'comment', type: 'text', title: 'Comment' },
  ]
  const columns = questions.map((question) => ({ column: question.id, question: question.id }))
  const files = {
    'settings.json': { extName: 'retail', title: 'Retail' },
    'questions.json': { questions },
    'views.json': {
      views: [
        { extName: 'org', title: 'Org', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
      ],
    },
    'imports.json': { imports: [{ name: 'all', match: {}, key: ['id'], columns }] },
  }
  await publish(stores, id, new Map(Object.entries(files).map(([name, text]) => [name, JSON.stringify(text)])), 'test')
  // Every thousandth row cannot be kept, so that rejects go through the kills too.
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i},${i % 1000 === 999 ? 'x' : (i % 5) + 1},s${i % 40},"text ${i}"`,
  )
  const file = join(opened.data, 'answers.csv')
  await writeFile(file, `id,score,store,comment\n${lines.join('\n')}\n`)
  return { id, file }
}

const progress = async (survey: number) =>
  (
    await stores.service.query<{ id: string; state: string; done: number }>(
      'select id, state, done_rows::float8 as done from import where survey = $1 order by started_at',
      [survey],
    )
  ).rows

it(
  'loses nothing and doubles nothing when its process is killed again and again',
  async () => {
    const { id, file } = await prepare()
    const dictionary = await findSurvey(stores, id, 'retail')
    for (const least of kills) {
      const child = spawn(process.execPath, [kaiku, 'import', 'retail', file, '--data', opened.data], {
        cwd: opened.data,
        stdio: 'ignore',
      })
      const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)))
      let done = 0
      while (done < least && child.exitCode === null) {
        await pause(10)
        done = (await progress(dictionary.survey))[0]?.done ?? 0
      }
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
    }
    const [killed, ...others] = await progress(dictionary.survey)
    expect(others).toEqual([])
    expect(killed?.state).toBe('running')
    expect(killed?.done).toBeGreaterThanOrEqual(kills.at(-1) ?? 0)
    expect(killed?.done).toBeLessThan(rows)

    const rejects: number[] = []
    const report = await importFile(stores, dictionary, file, { onReject: ({ line }) => rejects.push(line) })
    const kept = rows - rows / 1000
    expect(report).toMatchObject({
      importId: killed?.id,
      state: 'done',
      rows,
      inserted: kept,
      corrected: 0,
      unchanged: 0,
      rejected: rows / 1000,
    })
    expect(rejects).toEqual(Array.from({ length: rows / 1000 }, (_, i) => i * 1000 + 1001))
    const { rows: truth } = await stores.service.query(
      `select count(*)::int as all, count(distinct row_key)::int as keys, sum((answers->>'score')::int)::int as score,
         (select count(*)::int from interview_change c where c.survey = i.survey) as changes
       from interview i where survey = $1 group by survey`,
      [dictionary.survey],
    )
    const score = Array.from({ length: rows }, (_, i) => (i % 1000 === 999 ? 0 : (i % 5) + 1)).reduce((a, b) => a + b)
    expect(truth).toEqual([{ all: kept, keys: kept, score, changes: kept }])
  },
  soak ? 1_200_000 : 300_000,
)
