import { refusal } from '@kaiku/core/text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv, filterOf, inferText, levelsOf, rowsOf, turn } from './inference.fixture.ts'

const filler = (row: number) => turn(['North', 'South', 'East', 'West'], row)

describe('numbers', () => {
  it('reads decimal commas', async () => {
    const found = await inferText(
      csv(
        ['Region', 'Summa'],
        rowsOf(40, (row) => [filler(row), `${row * 3},${row % 10}5`]),
      ),
    )
    expect(found.question('Summa')).toMatchObject({ type: 'number', decimals: 2 })
    expect(found.reading('Summa')?.decimal).toBe(',')
    expect(found.said('Summa')).toContain('decimal comma')
  })

  it('says where a decimal sign may part thousands', async () => {
    const found = await inferText(
      csv(
        ['Store', 'Spent', 'Share'],
        rowsOf(40, (row) => [`s${row % 4}`, `${row + 1},${250 + row}`, `0,${125 + row}`]),
      ),
    )
    expect(found.said('Spent')).toContain('decimal comma: thousands may be written so, too: doubtful')
    expect(found.said('Share')).toContain('decimal comma: numbers are written with it')
  })

  it('takes a stand-in far from the others for no answer', async () => {
    const found = await inferText(
      csv(
        ['Age'],
        rowsOf(60, (row) => [row % 20 === 7 ? 999 : 20 + (row % 50)]),
      ),
    )
    expect(found.question('Age')).toMatchObject({ type: 'number', missing: [999] })
  })

  it('takes words among numbers for no answer, and says which', async () => {
    const found = await inferText(
      csv(
        ['Region', 'Minutes'],
        rowsOf(60, (row) => [filler(row), row % 15 === 3 ? 'unknown' : 31 * row]),
      ),
    )
    expect(found.reading('Minutes')?.recode).toEqual({ unknown: null })
    expect(found.said('Minutes')).toContain('unknown (4 rows) taken as no answer')
  })

  it('keeps needless zeros: a post code is no number', async () => {
    const found = await inferText(
      csv(
        ['Postinumero'],
        rowsOf(90, (row) => [`00${100 + (row % 30)}`]),
      ),
    )
    expect(found.question('Postinumero').type).toBe('choice')
  })
})

describe('dates', () => {
  const dated = (header: string, make: (row: number) => string) =>
    inferText(
      csv(
        ['Region', header],
        rowsOf(60, (row) => [filler(row), make(row)]),
      ),
    )
  const two = (value: number) => String(value).padStart(2, '0')

  it.each([
    ['ISO', (row: number) => `2026-03-${two((row % 28) + 1)}`, ['yyyy-MM-dd']],
    ['European', (row: number) => `${(row % 28) + 1}.3.2026`, ['d.M.yyyy']],
    [
      'American with a.m. and p.m.',
      (row: number) => `03/${two((row % 28) + 1)}/2026 10:15:00 PM`,
      ['MM/dd/yyyy hh:mm:ss a'],
    ],
    [
      'with a zone',
      (row: number) => `2026-03-${two((row % 28) + 1)}T10:15:00.123Z`,
      [`yyyy-MM-dd'T'HH:mm:ss.SSS${'X'.repeat(3)}`],
    ],
    ['with the month in letters', (row: number) => `${(row % 28) + 1} Mar 2026`, ['d MMM yyyy']],
  ])('reads %s dates and makes them the days of the interviews', async (_, make, formats) => {
    const found = await dated('Answered', make)
    expect(found.question('Answered')).toMatchObject({ type: 'date', roles: ['date'] })
    expect(found.reading('Answered')?.formats).toEqual(formats)
    expect(found.definition.filters.time.filterGroups[0]?.filters[0]?.extName).toBe('ftime')
  })

  it('says when day and month cannot be told apart', async () => {
    const found = await dated('Date', (row) => `0${(row % 9) + 1}/0${(row % 8) + 1}/2026`)
    expect(found.said('Date')).toContain('cannot be told apart')
  })

  it('makes the answering day lead over a birthday', async () => {
    const found = await inferText(
      csv(
        ['Birthdate', 'Completed at'],
        rowsOf(50, (row) => [`19${two(50 + (row % 40))}-05-01`, `2026-01-${two((row % 28) + 1)}`]),
      ),
    )
    expect(found.definition.questions.filter(({ roles }) => roles.includes('date')).map(({ id }) => id)).toEqual([
      'completed-at',
    ])
  })
})

describe('scales', () => {
  const ratings = (header: string, values: readonly (string | number)[]) =>
    inferText(
      csv(
        ['Region', header],
        rowsOf(values.length * 40, (row) => [filler(row), turn(values, row)]),
      ),
    )

  const tens = [0, 2, 5, 6, 7, 7, 8, 8, 9, 9, 10, 10, 3, 1, 4]
  it.each([
    'How likely are you to recommend us?',
    'Kuinka todennäköisesti suosittelisit meitä ystävälle?',
    'Hur sannolikt är det att du rekommenderar oss?',
    'Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?',
    'Recommanderiez-vous notre service ?',
    'eNPS',
  ])('takes 0 to 10 under "%s" for a recommendation with NPS', async (header) => {
    const found = await ratings(header, tens)
    expect(found.question(header)).toMatchObject({ type: 'scale', min: 0, max: 10 })
    expect(found.definition.indicators[0]).toMatchObject({ measure: 'nps' })
  })

  it.each(['Q1', 'Overall grade', 'Pain today', 'Kokonaisarvosana'])(
    'takes a lone scale from 0 to 10 under "%s" for a mean, not for NPS',
    async (header) => {
      const found = await ratings(header, tens)
      expect(found.question(header)).toMatchObject({ type: 'scale', min: 0, max: 10 })
      expect(found.definition.indicators.map(({ measure }) => measure)).toEqual(['mean'])
    },
  )

  it.each([
    ['year', (row: number) => (row < 400 ? 2024 : 2025)],
    ['channel', (row: number) => (row % 3 ? 'web' : 'paper')],
    ['no column', () => 'same'],
  ])('doubts a scale aloud whose use changes with the %s, and leads with another', async (_, when) => {
    const old = (row: number, at: string | number) => (at === 'same' ? row < 400 : at === 2024 || at === 'web')
    const found = await inferText(
      csv(
        ['Wave', 'Recommend us', 'Rating'],
        rowsOf(600, (row) => [when(row), old(row, when(row)) ? 1 + (row % 5) : (row * 7) % 11, 1 + (row % 5)]),
      ),
    )
    expect(found.said('Recommend us')).toContain('the scale may have changed: answers keep to 5 at most where')
    expect(found.said('Recommend us')).toContain('doubtful')
    expect(found.definition.indicators[0]).toMatchObject({ measure: 'mean', question: 'rating' })
    expect(found.definition.indicators.map(({ measure }) => measure)).not.toContain('nps')
    expect(found.said('Rating')).not.toContain('doubtful')
  })

  it('doubts a scale to 10 that hardly anybody uses beyond 5', async () => {
    const found = await inferText(
      csv(
        ['Overall rating'],
        rowsOf(400, (row) => [row % 40 === 7 ? 6 + (Math.floor(row / 40) % 5) : 1 + (row % 5)]),
      ),
    )
    expect(found.said('Overall rating')).toContain('of 100 answers are 5 or less on a scale to 10')
  })

  it('finds 1 to 7 and leaves 9 out', async () => {
    const found = await ratings('Trust', [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 7, 7, 9])
    expect(found.question('Trust')).toMatchObject({ type: 'scale', min: 1, max: 7, missing: [9] })
  })

  it.each([
    ['English', ['Very dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very satisfied']],
    [
      'Finnish',
      [
        'Täysin eri mieltä',
        'Jokseenkin eri mieltä',
        'Ei samaa eikä eri mieltä',
        'Jokseenkin samaa mieltä',
        'Täysin samaa mieltä',
      ],
    ],
    ['Swedish', ['Mycket missnöjd', 'Missnöjd', 'Varken nöjd eller missnöjd', 'Nöjd', 'Mycket nöjd']],
    ['German', ['Sehr schlecht', 'Schlecht', 'Befriedigend', 'Gut', 'Sehr gut']],
  ])('orders the words of a %s scale', async (_, words) => {
    const found = await ratings('Q5', words)
    expect(found.question('Q5')).toMatchObject({ type: 'scale', min: 1, max: 5 })
    expect(found.reading('Q5')?.recode).toEqual(Object.fromEntries(words.map((word, at) => [word, at + 1])))
  })

  it('reads numbers with words behind them and leaves "do not know" out', async () => {
    const found = await ratings('Overall rating', ['1 - Poor', '2', '3', '4', '5 - Excellent', 'Do not know'])
    expect(found.question('Overall rating')).toMatchObject({ type: 'scale', min: 1, max: 5 })
    expect(found.reading('Overall rating')?.recode).toMatchObject({ '5 - Excellent': 5, 'Do not know': null })
  })

  it('does not take categories, incomes or ages for ratings', async () => {
    for (const header of ['Age', 'Income class', 'Language code', 'Month'])
      expect([header, (await ratings(header, [1, 2, 2, 3, 3, 3, 4, 4, 5])).question(header).type]).not.toEqual([
        header,
        'scale',
      ])
  })
})

describe('choices', () => {
  it.each([
    ['yes', 'no'],
    ['Kyllä', 'Ei'],
    ['Ja', 'Nej'],
    ['Ja', 'Nein'],
    ['TRUE', 'FALSE'],
    ['1', '0'],
  ])('takes %s and %s for yes and no', async (yes, no) => {
    const found = await inferText(
      csv(
        ['Region', 'Q1'],
        rowsOf(40, (row) => [filler(row), row % 3 ? yes : no]),
      ),
    )
    expect(found.definition.indicators).toContainEqual(
      expect.objectContaining({ measure: 'share', question: 'q1', set: [yes] }),
    )
  })

  it('reads spellings that differ in capitals as one', async () => {
    const found = await inferText(
      csv(
        ['Channel'],
        rowsOf(60, (row) => [turn(['Phone', 'phone', 'Phone', 'Mail', 'Chat'], row)]),
      ),
    )
    expect(found.reading('Channel')?.recode).toEqual({ phone: 'Phone' })
  })

  it('splits several answers in a cell', async () => {
    const parts = ['Price', 'Service', 'Selection', 'Parking', 'Opening hours']
    const found = await inferText(
      csv(
        ['Why'],
        rowsOf(80, (row) => [`${turn(parts, row)}; ${turn(parts, row * 3 + 1 + (row % 2))};${turn(parts, row >> 2)}`]),
      ),
    )
    expect(found.question('Why').type).toBe('multiple')
    expect(found.reading('Why')?.separator).toBe(';')
  })

  it('joins ticked columns to one question', async () => {
    const found = await inferText(
      csv(
        ['Region', 'Q3_1', 'Q3_2', 'Q3_3'],
        rowsOf(40, (row) => [filler(row), row % 2, row % 3 ? 1 : 0, row % 5 ? 0 : 1]),
      ),
    )
    expect(found.reading('Q3_1')).toMatchObject({ column: ['Q3_1', 'Q3_2', 'Q3_3'], question: 'q3', chosen: '1' })
  })

  it('offers no filter on a column with the same answer everywhere', async () => {
    const found = await inferText(
      csv(
        ['Region', 'Wave'],
        rowsOf(40, (row) => [filler(row), 'Spring']),
      ),
    )
    expect(filterOf(found, 'wave')).toBeUndefined()
    expect(found.said('Wave')).toContain('the same answer everywhere')
  })
})

describe('people', () => {
  it('hides mail addresses, phones and names, and tells customers apart by the address', async () => {
    const found = await inferText(
      csv(
        ['Email', 'Phone', 'First name', 'Division Name'],
        rowsOf(60, (row) => [`p${row % 50}@example.com`, `+358 40 ${1000000 + row}`, `Anna${row}`, filler(row)]),
      ),
    )
    expect(found.question('Email')).toMatchObject({ hidden: true, roles: ['pii', 'contact'] })
    for (const column of ['Phone', 'First name'])
      expect(found.question(column)).toMatchObject({ hidden: true, roles: ['pii'] })
    for (const id of ['email', 'phone', 'first-name']) expect(filterOf(found, id)).toBeUndefined()
    expect(found.question('Division Name').roles).toEqual([])
  })

  it('hides identifiers that hardly repeat', async () => {
    const found = await inferText(
      csv(
        ['Region', 'Respondent', 'Token'],
        rowsOf(50, (row) => [filler(row), row, `x${row * 7919}y`]),
      ),
    )
    expect(found.definition.imports[0]?.key).toEqual(['Respondent'])
    expect(found.question('Token')).toMatchObject({ type: 'text', hidden: true, roles: ['identifier'] })
  })
})

describe('headers', () => {
  it('makes names of any header and keeps it as the title', async () => {
    const headers = ['A/B & C; D=E, "F"', 'Ääni', 'ääni', 'Дом', '家', 'ftime', '1. Yleisarvosana %']
    const found = await inferText(
      csv(
        headers,
        rowsOf(40, (row) => headers.map((_, at) => turn(['x', 'y', 'z'], row + at))),
      ),
    )
    const ids = headers.map((header) => found.question(header).id)
    expect(ids).toEqual(['a-b-c-d-e-f', 'aani', 'aani-2', 'column-4', 'column-5', 'ftime-2', '1-yleisarvosana'])
    expect(headers.map((header) => found.question(header).title)).toEqual(headers)
    expect(filterOf(found, 'ftime-2')?.extName).toBe('ftime-2')
  })

  it('reads both of two columns with one header, under names that tell them apart', async () => {
    const found = await inferText(
      ['Region,Region,Q1', ...rowsOf(30, (row) => `${filler(row)},other,${(row % 5) + 1}`)].join('\n'),
    )
    expect(found.definition.imports[0]?.columns.map(({ column }) => column)).toEqual(['Region (1)', 'Region (2)', 'Q1'])
    expect(found.definition.questions.map(({ title }) => title)).toEqual(['Region (1)', 'Region (2)', 'Q1'])
    expect(found.faults).toEqual([])
  })

  it('refuses more columns than a survey may have questions', async () => {
    const wide = [rowsOf(20_000, (at) => `q${at}`).join(','), rowsOf(20_000, () => '1').join(',')].join('\n')
    await expect(inferText(wide)).rejects.toMatchObject({ code: 'too_large' })
    const less = [rowsOf(2001, (at) => `q${at}`).join(','), rowsOf(2001, () => '1').join(',')].join('\n')
    await expect(inferText(less)).rejects.toThrow('has 2,001 columns, and a survey 2,000 questions at most')
  })

  it('leaves out empty columns, and says so', async () => {
    const found = await inferText(['Region,Empty', ...rowsOf(30, (row) => `${filler(row)},`)].join('\n'))
    expect(found.said('Empty')).toBe('left out: it is empty')
  })

  it('speaks the language of the file', async () => {
    const found = await inferText(
      csv(
        ['Alue', 'Avoin palaute'],
        rowsOf(40, (row) => [filler(row), `Palvelu ${row} oli erittäin hyvä ja nopea, mutta jono ei liikkunut`]),
      ),
    )
    expect(found.definition.settings.locale).toBe('fi')
  })

  it('names pages in every language of the interface, whatever that of the file is', async () => {
    const found = await inferText(
      csv(
        ['Alue', 'Avoin palaute'],
        rowsOf(40, (row) => [filler(row), `Palvelu ${row} oli erittäin hyvä ja nopea, mutta jono ei liikkunut`]),
      ),
    )
    const named = [
      ...found.definition.pages.map(({ title }) => title),
      ...found.definition.filters.standard.filterGroups.slice(0, 2).map(({ title }) => title),
      ...found.definition.views.map(({ root }) => root.title),
    ]
    for (const title of named) expect(Object.keys(title)).toEqual(['en', 'fi', 'sv', 'de'])
    expect(named[0]).toMatchObject({ en: 'Overview', fi: 'Yleiskuva' })
  })
})

describe('places', () => {
  it('finds country › region › store, with a column that says the same put aside', async () => {
    const stores = rowsOf(24, (store) => ({
      store: `Store ${store}`,
      number: 100 + store,
      region: `Region ${store >> 2}`,
      country: `Land ${store >> 3}`,
    }))
    const found = await inferText(
      csv(
        ['Store', 'Store number', 'Country', 'Region', 'Score'],
        rowsOf(480, (row) => {
          const { store, number, region, country } = turn(stores, row * 7)
          return [store, number, country, region, (row % 5) + 1]
        }),
      ),
    )
    expect(levelsOf(found)[0]).toEqual(['country', 'region', 'store'])
    expect(found.said('Store number')).toContain('says the same as Store')
  })

  it('has one place where no column groups the rows', async () => {
    const found = await inferText(
      csv(
        ['Score'],
        rowsOf(50, (row) => [(row % 5) + 1]),
      ),
    )
    expect(found.definition.imports[0]?.constants).toEqual({ source: 'tried.csv' })
    expect(levelsOf(found)).toEqual([['source']])
  })
})

describe('any table', () => {
  it('is refused in words when it has no columns or no rows', async () => {
    await expect(inferText('')).rejects.toThrow('is empty')
    await expect(inferText('a,b\n')).rejects.toThrow('has a header but no rows')
  })

  const odd = [
    '',
    ' ',
    '0',
    '1',
    '5',
    '11',
    '-1',
    '1,5',
    '1.5',
    '1e9',
    'NA',
    'yes',
    'no',
    'Good',
    'Poor',
    'a;b',
    '2026-01-01',
    '31.12.2026',
    '__proto__',
    'constructor',
    '€',
    '\u0000',
    '\ud800',
    'a@b.fi',
    '99999999999999999999',
  ]
  const cell = fc.oneof(
    fc.constantFrom(...odd),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.integer({ min: -3, max: 12 }).map(String),
    fc.double().map(String),
  )
  const table = fc.integer({ min: 1, max: 7 }).chain((width) => {
    const row = fc.array(cell, { minLength: width, maxLength: width })
    return fc.record({
      headers: row,
      rows: fc.array(row, { minLength: 1, maxLength: 40 }),
      often: fc.integer({ min: 1, max: 5 }),
    })
  })

  it('yields a definition that is accepted and reads every row that can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ headers, rows, often }) => {
        const repeated = rowsOf(often, () => rows).flat()
        const found = await inferText(csv(headers, repeated)).catch((error: unknown) => {
          // What is left of a table of blanks may be nothing, and a name may be none that can be kept.
          const fine = /has a header but no rows|is empty|holds no answers|name of column \d+ contains/
          if (error instanceof Error && fine.test(error.message)) return null
          throw error
        })
        if (!found) return
        expect(found.definition.questions.length).toBeGreaterThan(0)
        const storable = [...headers, ...rows.flat()].every((text) => refusal(text) === null)
        if (storable) expect(found.faults).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
