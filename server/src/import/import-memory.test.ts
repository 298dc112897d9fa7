import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import { publish } from '../publishing/definition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { importFile } from './import.ts'

const soak = process.env.KAIKU_SOAK === '1'
/** About 200 bytes each: five gigabytes in the long run. */
const rows = soak ? 25_000_000 : 150_000
const megabytes = 2 ** 20

let opened: TestStores
let stores: Stores
beforeAll(async () => {
  opened = await openTestStores({ own: true })
  stores = opened.stores
})
afterAll(async () => {
  await opened?.close()
})

function* lines() {
  const questions = Array.from({ length: 20 }, (_, i) => `q${i}`)
  yield `id,store,${questions.join(',')},comment\n`
  for (let from = 0; from < rows; from += 1000) {
    let text = ''
    for (let i = from; i < from + 1000; i++)
      text += `${i},store ${i % 3000},${questions.map((_, at) => (i * (at + 3)) % 7).join(',')},"Answer number ${i}, ""as it was"" given\nand a second line of it that makes the row as long as rows are, with some more words"\n`
    yield text
  }
}

it(
  'needs less than three quarters of a gigabyte for a file of any size',
  async () => {
    const { id } = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
    const scales = Array.from({ length: 20 }, (_, i) => ({
      id: `q${i}`,
      type: 'scale',
      title: `Q${i}`,
      min: 0,
      max: 6,
    }))
    const questions = [
      ...scales,
      { id: 'store', type: 'choice', title: 'Store', open: true },
      { id: 'comment', type: 'text', title: 'Comment' },
    ]
    const columns = questions.map((question) => ({ column: question.id, question: question.id }))
    const files = {
      'settings.json': { extName: 'big', title: 'Big' },
      'questions.json': { questions },
      'views.json': {
        views: [
          { extName: 'org', title: 'Org', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
        ],
      },
      'imports.json': { imports: [{ name: 'all', match: {}, key: ['id'], columns }] },
    }
    await publish(
      stores,
      id,
      new Map(Object.entries(files).map(([name, text]) => [name, JSON.stringify(text)])),
      'test',
    )
    const file = join(opened.data, 'big.csv')
    await pipeline(Readable.from(lines()), createWriteStream(file))

    // What the files that this process tested before have left is not the import's.
    const before = process.memoryUsage().rss
    let most = 0
    const onProgress = () => {
      most = Math.max(most, process.memoryUsage().rss)
    }
    const report = await importFile(stores, await findSurvey(stores, id, 'big'), file, { preview: true, onProgress })
    expect(report).toMatchObject({ rows, inserted: rows, rejected: 0 })
    expect((most - before) / megabytes).toBeLessThan(768)
  },
  soak ? 3_600_000 : 300_000,
)
