import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { readDefinition } from '../definition/read-definition.ts'
import { publish } from '../publishing/definition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { importFile } from './import.ts'
import { reportLines } from './report-text.ts'

let opened: TestStores
let universe = ''
beforeAll(async () => {
  opened = await openTestStores()
  universe = (await createUniverse(opened.stores, { name: 'odd', title: 'Odd', timeZone: 'Europe/Helsinki' })).id
})
afterAll(async () => {
  await opened?.close()
})

const options = ['CI/CD (GitHub Actions, GitLab CI, Jenkins)', 'Docker', 'SQL'].map((code) => ({ code, title: code }))
const questions = [
  { id: 'pay', type: 'number', title: 'Pay', decimals: 2 },
  { id: 'day', type: 'date', title: 'Day', roles: ['date'] },
  { id: 'tools', type: 'multiple', title: 'Tools', options },
  { id: 'tool', type: 'choice', title: 'Tool', options: [...options, { code: 'other', title: 'Other' }] },
  { id: 'place', type: 'choice', title: 'Place', open: true },
]

let made = 0
async function imported(columns: readonly object[], content: string | Uint8Array, mapping: object = {}) {
  const extName = `odd${++made}`
  const parts = {
    'settings.json': { extName, title: 'Odd' },
    'questions.json': { questions },
    'views.json': {
      views: [{ extName: 'v', title: 'V', root: { title: 'All' }, levels: [{ question: 'place', title: 'Place' }] }],
    },
    'imports.json': { imports: [{ name: 'm', match: {}, columns, ...mapping }] },
  }
  const files = new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]))
  readDefinition(files)
  await publish(opened.stores, universe, files, 'test')
  const dictionary = await findSurvey(opened.stores, universe, extName)
  const file = join(await mkdtemp(join(opened.data, 'files-')), typeof content === 'string' ? 'odd.csv' : 'odd.xlsx')
  await writeFile(file, content)
  const report = await importFile(opened.stores, dictionary, file)
  const { rows } = await opened.stores.service.query<{ answers: Record<string, unknown> }>(
    'select answers from interview where survey = $1 order by number',
    [dictionary.survey],
  )
  return { report, answers: rows.map((row) => row.answers) }
}

describe('an import of an odd file', () => {
  it('reads a recode to a number with a decimal point, whatever sign the file has', async () => {
    const columns = [{ column: 'pay', question: 'pay', decimal: ',', recode: { '63 k': 63_312.5, half: '0.5' } }]
    const { report, answers } = await imported(columns, 'pay;b\n63 k;\n"1 234,5";\nhalf;\n72\u00a0000;\n')
    expect(report.rejects).toEqual([])
    expect(answers.map(({ pay }) => pay)).toEqual([6_331_250, 123_450, 50, 7_200_000])
  })

  it('passes over rows without anything in any column, and tells how many', async () => {
    const { report } = await imported([{ column: 'pay', question: 'pay' }], 'id,pay\n1,5\n,\n  ,\u00a0\n2,\n', {
      key: ['id'],
    })
    expect(report).toMatchObject({ rows: 2, inserted: 2, rejected: 0, blankRows: 2 })
    expect(reportLines(report).join('\n')).toContain('2 rows without anything in any column: passed over')
  })

  it('tells days far from all others', async () => {
    const days = Array.from({ length: 90 }, (_, at) => `2025-0${1 + (at % 9)}-15`)
    const { report } = await imported(
      [{ column: 'day', question: 'day' }],
      `day\n${days.join('\n')}\n1970-01-01\n1970-01-01\n`,
    )
    expect(report.farDays).toEqual([{ day: '1970-01-01', rows: 2 }])
    expect(reportLines(report).join('\n')).toContain('far from all other days: 1970-01-01 (2 rows)')
  })

  it('keeps declared options that contain the separator whole', async () => {
    const { report, answers } = await imported(
      [{ column: 'tools', question: 'tools', separator: ',' }],
      'tools;n\n"SQL, CI/CD (GitHub Actions, GitLab CI, Jenkins)";1\nDocker;2\nnothing, really;3\n',
    )
    expect(answers.map(({ tools }) => tools)).toEqual([['SQL', options[0]?.code], ['Docker']])
    expect(report.rejects).toMatchObject([{ line: 4, reason: 'not an option of the question' }])
  })

  it('takes everything else for what the mapping says', async () => {
    const columns = [
      { column: 'tool', question: 'tool', recode: { docker: 'Docker' }, otherwise: 'other' },
      { column: 'pay', question: 'pay', otherwise: null },
    ]
    const { report, answers } = await imported(columns, 'tool,pay\ndocker,5\nVim,much\n#N/A,#N/A\n,7\n')
    expect(report.rejected).toBe(0)
    expect(answers).toEqual([{ tool: 'Docker', pay: 500 }, { tool: 'other' }, { tool: 'other' }, { pay: 700 }])
    const wrong = [{ column: 'tool', question: 'tool', otherwise: 'no option' }]
    await expect(imported(wrong, 'tool\nx\n')).rejects.toThrow('The definition has one fault.')
  })

  it('reads what a workbook shows as percent as it is shown', async () => {
    const rows = [
      ['pay', 'plain'],
      [1, 1],
      [0.855, 0.5],
    ]
    const style = { style: { numFmt: '0%' } }
    const cells = new Map([
      ['1,0', { ...style, value: 1 }],
      ['2,0', { ...style, value: 0.855 }],
    ])
    const book = await writeXlsx({ sheets: [{ name: 'A', rows, cells }] } as Parameters<typeof writeXlsx>[0])
    const { answers } = await imported([{ column: 'pay', question: 'pay' }], book)
    expect(answers).toEqual([{ pay: 10_000 }, { pay: 8550 }])
    const { answers: plain } = await imported([{ column: 'plain', question: 'pay' }], book)
    expect(plain).toEqual([{ pay: 100 }, { pay: 50 }])
  })
})
