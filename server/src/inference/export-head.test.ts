import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExportSource } from '@kaiku/contract/new-survey.ts'
import { describe, expect, it } from 'vitest'
import { readDefinition } from '../definition/read-definition.ts'
import { openTable } from '../table-reader/table.ts'
import { infer } from './inference.ts'

/** Made up in the shape that each program writes. */
const rowsOf = (make: (at: number) => readonly (string | number)[], count = 30) =>
  Array.from({ length: count }, (_, at) => make(at))
const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
const text = (...rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map(cell).join(',')).join('\n')
const day = (at: number) => `2026-0${(at % 6) + 1}-1${at % 9}`

async function understood(name: string, content: string) {
  const file = join(await mkdtemp(join(tmpdir(), 'kaiku-export-')), name)
  await writeFile(file, content)
  const table = await openTable(file)
  try {
    const { files } = await infer(table, { name })
    const { definition } = readDefinition(files)
    const question = (title: string) => definition.questions.find((one) => one.title === title)
    const rows: (readonly string[])[] = []
    for await (const { cells } of table.rows()) rows.push(cells)
    return { table, rows, definition, question, mapping: definition.imports[0] }
  } finally {
    await table.close()
    await rm(dirname(file), { recursive: true })
  }
}

describe('exports of other programs', () => {
  it('of Qualtrics have three rows of head: names, questions, ids', async () => {
    const names = [
      'StartDate',
      'EndDate',
      'Status',
      'Progress',
      'ResponseId',
      'RecordedDate',
      'Q1',
      'Q2_1',
      'Q2_2',
      'Q2_3',
    ]
    const uses = 'Which of these do you use? - Selected Choice'
    const asked = ['Start Date', 'End Date', 'Response Type', 'Progress', 'Response ID', 'Recorded Date']
    const questions = ['How satisfied are you?', `${uses} - App`, `${uses} - Phone`, `${uses} - Shop`]
    const content = text(
      names,
      [...asked, ...questions],
      names.map((name) => `{"ImportId":"${name}","timeZone":"Z"}`),
      ...rowsOf((at) => [
        ...[`${day(at)} 10:00:00`, `${day(at)} 10:05:00`, 'IP Address', 100, `R_${1000 + at}`, `${day(at)} 10:05:02`],
        ...[(at % 5) + 1, at % 2 ? 'App' : '', at % 3 ? 'Phone' : '', at % 4 ? '' : 'Shop'],
      ]),
    )
    const { table, rows, question, mapping, definition } = await understood('q.csv', content)
    expect(table.source).toBe('qualtrics')
    expect(rows).toHaveLength(30)
    expect(mapping?.key).toEqual(['ResponseId'])
    expect(question('How satisfied are you?')).toMatchObject({ type: 'scale', min: 1, max: 5 })
    expect(question('Which of these do you use?')).toMatchObject({
      type: 'multiple',
      options: [{ code: 'App' }, { code: 'Phone' }, { code: 'Shop' }],
    })
    expect(question('Recorded Date')?.roles).toEqual(['date'])
    expect(mapping?.columns.map(({ column }) => column)).not.toContain('Status')
    expect(definition.questions.map(({ title }) => title)).not.toContain('Progress')
  })

  it('of SurveyMonkey have the question above the first of its columns', async () => {
    const content = text(
      [
        'Respondent ID',
        'Collector ID',
        'Date Created',
        'Date Modified',
        'How likely are you to recommend us?',
        'What did you buy?',
        '',
        '',
        'Anything else?',
      ],
      ['', '', '', '', 'Response', 'Coffee', 'Tea', 'Cake', 'Open-Ended Response'],
      ...rowsOf((at) => [
        ...[
          11_000 + at,
          77,
          `0${(at % 6) + 1}/1${at % 9}/2026 10:00:00 AM`,
          `0${(at % 6) + 1}/1${at % 9}/2026 10:09:00 AM`,
        ],
        ...[
          at % 11,
          at % 2 ? 'Coffee' : '',
          at % 3 ? '' : 'Tea',
          at % 5 ? '' : 'Cake',
          at % 4 ? '' : `Quite good, thank you, visit ${at}`,
        ],
      ]),
    )
    const { table, rows, question, mapping } = await understood('monkey.csv', content)
    expect(table.source).toBe('surveyMonkey')
    expect(rows).toHaveLength(30)
    expect(mapping?.key).toEqual(['Respondent ID'])
    expect(question('How likely are you to recommend us?')).toMatchObject({ type: 'scale', min: 0, max: 10 })
    expect(question('What did you buy?')).toMatchObject({ type: 'multiple' })
    expect(mapping?.columns.find(({ question: id }) => id === 'what-did-you-buy')?.column).toEqual([
      'What did you buy? – Coffee',
      'What did you buy? – Tea',
      'What did you buy? – Cake',
    ])
    expect(question('Date Modified')?.roles).toEqual(['date'])
    expect(question('Collector ID')).toBeUndefined()
  })

  it.each<[ExportSource, string, string | null, readonly string[], (at: number) => readonly (string | number)[]]>([
    [
      'googleForms',
      'Timestamp',
      null,
      ['Timestamp', 'How was your stay?'],
      (at) => [`2026/0${(at % 6) + 1}/1${at % 9} 9:00:00 AM EET`, (at % 5) + 1],
    ],
    [
      'typeform',
      'Submit Date (UTC)',
      '#',
      ['#', 'How was your stay?', 'Start Date (UTC)', 'Submit Date (UTC)', 'Network ID'],
      (at) => [`k${at}x${at * 7}`, (at % 5) + 1, `${day(at)} 10:00:00`, `${day(at)} 10:09:00`, `n${at % 4}`],
    ],
    [
      'limeSurvey',
      'Date submitted',
      'Response ID',
      ['Response ID', 'Date submitted', 'Last page', 'Start language', 'Seed', 'How was your stay?'],
      (at) => [at + 1, `${day(at)} 10:00:00`, 3, 'en', 12_345 + at, (at % 5) + 1],
    ],
    [
      'formbricks',
      'Timestamp',
      'Response ID',
      ['No.', 'Response ID', 'Timestamp', 'Finished', 'Survey ID', 'Formbricks ID (internal)', 'How was your stay?'],
      (at) => [at + 1, `cl${at}q`, `${day(at)} 10:00:00`, 'Yes', 'clsurvey', `p${at}`, (at % 5) + 1],
    ],
  ])('of %s are known by their heads: who answered and when', async (source, date, key, head, make) => {
    const { table, question, mapping } = await understood(`${source}.csv`, text(head, ...rowsOf(make)))
    expect(table.source).toBe(source)
    expect(mapping?.key).toEqual(key === null ? [] : [key])
    expect(question('How was your stay?')).toMatchObject({ type: 'scale', min: 1, max: 5 })
    if (source !== 'googleForms') expect(question(date)?.roles).toEqual(['date'])
    for (const technical of ['Network ID', 'Seed', 'Last page', 'Survey ID'])
      expect(question(technical)).toBeUndefined()
  })

  it('of LimeSurvey tick one column per option', async () => {
    const head = ['id', 'submitdate', 'lastpage', 'Seen in? [Paper]', 'Seen in? [Radio]']
    const content = text(head, ...rowsOf((at) => [at + 1, day(at), 2, at % 2 ? 'Y' : 'N', at % 3 ? 'N' : 'Y']))
    const { question } = await understood('lime.csv', content)
    expect(question('Seen in?')).toMatchObject({
      type: 'multiple',
      options: [
        { code: 'Seen in? [Paper]', title: 'Paper' },
        { code: 'Seen in? [Radio]', title: 'Radio' },
      ],
    })
  })

  it('are no others than these: a file with some of their names is read as it stands', async () => {
    const content = text(['Q1', 'Status'], ['How satisfied are you?', 'new'], ...rowsOf((at) => [(at % 5) + 1, 'old']))
    const { table, rows } = await understood('own.csv', content)
    expect(table.source).toBeNull()
    expect(rows).toHaveLength(31)
  })
})
