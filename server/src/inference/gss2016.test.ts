import { beforeAll, describe, expect, it } from 'vitest'
import { openTable } from '../table-reader/table.ts'
import { type FoundDefinition, inferFile, levelsOf, sharedFile } from './inference.fixture.ts'

const file = sharedFile('gss2016/GSS.sav')

describe.skipIf(file === null)('trying the General Social Survey', () => {
  let found: FoundDefinition
  let labels = new Map<string, string | null>()
  beforeAll(async () => {
    found = await inferFile(file ?? '')
    const table = await openTable(file ?? '')
    labels = new Map(table.variables?.map(({ name, label }) => [name, label]))
    await table.close()
  })

  it('reads every row of the file', async () => {
    expect(await found.unread()).toEqual([])
  })

  it('accounts for each of the 362 variables: a question, the row key, or left out with a word', () => {
    expect(labels.size).toBe(362)
    for (const column of labels.keys())
      expect([column, Boolean(found.reading(column)) || found.said(column) !== '']).toEqual([column, true])
  })

  it('keeps variable labels as titles and value labels as options', () => {
    for (const [column, label] of labels)
      if (label && found.reading(column)) expect(found.question(column).title).toBe(label)
    const happy = found.question('happy')
    expect(happy.type === 'choice' && happy.options.map(({ code, title }) => [code, title])).toEqual([
      ['0', 'IAP'],
      ['1', 'VERY HAPPY'],
      ['2', 'PRETTY HAPPY'],
      ['3', 'NOT TOO HAPPY'],
      ['8', 'DK'],
      ['9', 'NA'],
    ])
  })

  it('takes codes labelled as no answer for missing and gives the reason', () => {
    expect(found.question('happy').missing).toEqual(['0', '8', '9'])
    expect(found.said('happy')).toContain('0, 8, 9 taken as no answer: labelled IAP, labelled DK, labelled NA')
    expect(found.question('owngun').missing).toContain('3')
    expect(found.said('owngun')).toContain('labelled REFUSED')
  })

  it('takes declared missing codes for missing', async () => {
    const table = await openTable(file ?? '')
    const declared = (table.variables ?? []).filter(
      ({ missing, missingRange }) => missing.length > 0 || missingRange !== null,
    )
    await table.close()
    expect(declared).toHaveLength(1)
    for (const { name, missing } of declared)
      expect(found.question(name).missing.map(String)).toEqual(expect.arrayContaining(missing.map(String)))
  })

  it('takes age for a number whose 98 and 99 are missing and 89 is not', () => {
    expect(found.question('age')).toMatchObject({
      type: 'number',
      missing: [98, 99],
      labels: expect.arrayContaining([{ code: 89, title: '89 OR OLDER' }]),
    })
  })

  it('proposes region as view', () => {
    expect(levelsOf(found)[0]).toEqual(['region'])
  })

  it('weights by the variable the file declares', () => {
    expect(found.definition.questions.filter(({ roles }) => roles.includes('weight')).map(({ id }) => id)).toEqual([
      'wtss',
    ])
  })

  it('does not take codes for missing that the dictionary does not call so', () => {
    expect(found.question('tolerance').missing).toEqual([])
    expect(found.question('authoritarianism').missing).toEqual([])
  })
})
