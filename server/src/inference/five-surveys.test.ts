import { describe, expect, it } from 'vitest'
import { openTable } from '../table-reader/table.ts'
import { inferFile, sharedFile } from './inference.fixture.ts'
import { type Kind, kindOf } from './stranger.fixture.ts'

type Rule = readonly [columns: RegExp, kind: Kind | 'aside']
type Survey = { readonly path: string; readonly rules: readonly Rule[]; readonly headline: readonly [string, string] }

/** What the dictionaries of the public surveys say of their columns; the first rule that names a column holds. */
const surveys: readonly Survey[] = [
  {
    path: 'airline-satisfaction/test.csv',
    rules: [
      [/^(?:column_1|id)$/, 'aside'],
      [/^(?:Gender|Customer Type|Type of Travel|Class|satisfaction)$/, 'choice'],
      [/^(?:Age|Flight Distance)$|Delay/, 'number'],
      [/./, 'scale'],
    ],
    headline: ['share', 'satisfaction'],
  },
  {
    path: 'clothing-reviews/reviews.csv',
    rules: [
      [/^(?:column_1|row_id|)$/, 'aside'],
      [/^Review Text$/, 'comment'],
      [/^Title$/, 'text'],
      [/^Rating$/, 'scale'],
      [/^Age$|Count$/, 'number'],
      [/./, 'choice'],
    ],
    headline: ['mean', 'rating'],
  },
  {
    path: 'hcahps/responses.csv',
    rules: [
      [/^(?:Completed|Response)/, 'number'],
      [/./, 'choice'],
    ],
    headline: ['mean', 'completed-surveys'],
  },
  {
    path: 'sfo-airport-survey/sfo2018.csv',
    rules: [
      [/^(?:RESPNUM|CCGID|Q18ZIP)$/, 'aside'],
      [/^(?:ARRTIME|DEPTIME)$/, 'text'],
      [/^Q15A$/, 'comment'],
      [/^WEIGHT$/, 'number'],
      [/^(?:Q7|Q9)[A-Z]|^Q10Safe|^Q12PRECHECKRATE|^Q13GETRATE|^Q14|^NETPRO/, 'scale'],
      [/^(?:Q2PURP|Q3GETTO)\d|^Q\d+-\d$/, 'multiple'],
      [/./, 'choice'],
    ],
    headline: ['nps', 'netpro'],
  },
]
const leastRight = 0.95

describe.each(surveys)('the columns of $path, tried as they are', ({ path, rules, headline }) => {
  const file = sharedFile(path)

  it.skipIf(file === null)('are of the right kind, 95 of 100 at least, and the headline is the right one', async () => {
    const table = await openTable(file ?? '')
    const { headers } = table
    await table.close()
    const found = await inferFile(file ?? '')
    const wrong = headers.flatMap((header) => {
      const made = found.reading(header) ? kindOf(found, header) : 'hidden'
      const kind = rules.find(([columns]) => columns.test(header.trim()))?.[1]
      return made === (kind === 'aside' ? 'hidden' : kind) ? [] : [`${header}: ${made} instead of ${kind}`]
    })
    expect(wrong.length <= headers.length * (1 - leastRight) ? [] : wrong).toEqual([])
    const [lead] = found.definition.indicators
    expect([lead?.measure, lead && 'question' in lead && lead.question]).toEqual(headline)
  })
})

const gss = sharedFile('gss2016/GSS.sav')

describe.skipIf(gss === null)('the variables of the General Social Survey, tried as they are', () => {
  it('are choices where the dictionary names their codes, else numbers, and no quiz leads', async () => {
    const table = await openTable(gss ?? '')
    const variables = table.variables ?? []
    await table.close()
    const found = await inferFile(gss ?? '')
    const wrong = variables.filter(({ name, valueLabels }) => {
      if (!found.reading(name)) return false
      const question = found.question(name)
      const isText = question.type === 'text'
      // Without a label few codes are those of a choice all the same: 0 and 1, 1 to 3.
      return valueLabels.size > 0 ? isText : question.type === 'choice' && question.options.length > 5
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
    expect(found.definition.indicators[0]).toMatchObject({ measure: 'share', question: 'happy' })
  })
})
