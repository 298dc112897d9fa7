import { describe, expect, it } from 'vitest'
import { csv, inferText, rowsOf, turn } from './inference.fixture.ts'

const of = (header: string, make: (row: number) => string | number, rows = 300) =>
  inferText(
    csv(
      ['Region', header],
      rowsOf(rows, (row) => [turn(['North', 'South', 'East'], row), make(row)]),
    ),
  )

describe('numbers of strangers', () => {
  it('stay numbers beside a few odd cells, which are told', async () => {
    const odd = ['secret', 'about 4k', '60-70k', '?', 'ask my boss']
    const found = await of('Yearly', (row) => (row % 60 === 1 ? turn(odd, Math.floor(row / 60)) : 30_000 + row * 37))
    expect(found.question('Yearly').type).toBe('number')
    for (const text of odd) expect(found.said('Yearly')).toContain(text)
    expect(found.faults).toEqual([])
  })

  it('stay numbers beside more odd cells than can be listed: all else is no answer', async () => {
    const found = await of('Yearly', (row) => (row % 7 === 1 ? `about ${row} k` : 30_000 + row * 37), 700)
    expect(found.reading('Yearly')?.otherwise).toBeNull()
    expect(found.said('Yearly')).toContain('and others, 100 rows together, taken as no answer')
    expect(found.faults).toEqual([])
  })

  it.each(['72 000', '72\u00a0000', '72\u2009000', '72\u202f000', "72'000"])('are read from %s', async (text) => {
    const found = await of('Yearly', (row) => (row % 2 ? text : `${40 + (row % 30)}${text.slice(2)}`))
    expect(found.question('Yearly')).toMatchObject({ type: 'number', missing: [] })
    expect(found.said('Yearly')).toContain('number from 40000 to 72000')
    expect(found.faults).toEqual([])
  })

  it.each([
    [',', '.'],
    ['.', ','],
  ])(
    'are read where one is written with a %2$s among many with a %1$s, by a definition that is accepted',
    async (sign, other) => {
      const found = await of('Pay', (row) => (row === 7 ? `63312${other}5` : `${2000 + row}${sign}25`))
      expect(found.question('Pay')).toMatchObject({ type: 'number', decimals: 2 })
      expect(found.reading('Pay')?.recode).toEqual({ [`63312${other}5`]: 63_312.5 })
      expect(found.faults).toEqual([])
    },
  )

  it('are shown in percent where they are written so', async () => {
    const found = await of('Remote', (row) => `${row % 90} %`)
    expect(found.question('Remote')).toMatchObject({ type: 'number', unit: '%' })
    expect(found.faults).toEqual([])
  })

  it('are not made of telephone numbers or post codes', async () => {
    expect((await of('Puhelin', (row) => `040 ${100 + row} ${200 + row}`)).question('Puhelin').type).toBe('text')
    expect((await of('ZIP', (row) => 10_000 + (row % 200) * 7)).question('ZIP').type).toBe('text')
  })
})

describe('columns of strangers', () => {
  it('named by where somebody works are places', async () => {
    const towns = ['Helsinki', 'Tampere', 'Oulu', 'Turku', 'Vaasa']
    const found = await inferText(
      csv(
        ['Missä kaupungissa työskentelet?', 'Arvosana'],
        rowsOf(100, (row) => [turn(towns, row), 1 + (row % 5)]),
      ),
    )
    expect(found.said('Missä kaupungissa työskentelet?')).toContain('its name says that it is a place')
  })

  it('with a few comments that come again are comments', async () => {
    const texts = ['Great talk', 'Too cold', 'More coffee', 'Loved it', 'Too long', 'No seats', 'See you']
    expect((await of('Comments', (row) => turn(texts, row))).question('Comments')).toMatchObject({ roles: ['comment'] })
  })

  it('of working hours are no days of the month, and do not hide the date', async () => {
    const found = await inferText(
      csv(
        ['Answered', 'Working days', 'Päivätyön tunnit'],
        rowsOf(90, (row) => [`2.${1 + (row % 12)}.2025 ${row % 24}.05.09`, 1 + (row % 22), 4 + (row % 20)]),
      ),
    )
    expect(found.question('Answered')).toMatchObject({ type: 'date', roles: ['date'] })
    for (const column of ['Working days', 'Päivätyön tunnit'])
      expect(found.said(column)).not.toContain('day of the month')
    expect(found.faults).toEqual([])
  })

  it.each([
    ['2025/03/02 9:16:33 AM GMT+3', "yyyy/MM/dd hh:mm:ss a 'GMT'"],
    ['2.3.2025 klo 9.16.33', "d.M.yyyy 'klo' HH.mm.ss"],
  ])('dated as forms write them (%s) are dates', async (text, format) => {
    const found = await of('Timestamp', (row) => text.replace('16', String(10 + (row % 50))))
    expect(found.question('Timestamp').type).toBe('date')
    expect(found.reading('Timestamp')?.formats?.[0]).toContain(format)
    expect(found.faults).toEqual([])
  })

  it('with the same name are both kept, under names that tell them apart, and that is said', async () => {
    const found = await inferText(
      ['Score,Score,Region', ...rowsOf(60, (row) => `${1 + (row % 5)},${row * 31},${turn(['a', 'b'], row)}`)].join(
        '\n',
      ),
    )
    expect(found.question('Score (1)').type).toBe('scale')
    expect(found.question('Score (2)').type).toBe('number')
    expect(found.said('Score (2)')).toContain('one of 2 columns named Score')
  })

  it('dated 1970-01-01 among rows of today are left without a date, and that is said', async () => {
    const found = await of('Answered', (row) => (row % 50 === 3 ? '1970-01-01' : `2025-0${1 + (row % 9)}-15`))
    expect(found.said('Answered')).toContain('1970-01-01 (6 rows) taken as no date')
    expect(found.reading('Answered')?.recode).toEqual({ '1970-01-01': null })
  })

  it('of rows that are wholly blank are no interviews, and that is said', async () => {
    const rows = rowsOf(60, (row) => `${row + 1},${1 + (row % 5)}`)
    const found = await inferText(['Id,Rating', ...rows, ',', ' ,  '].join('\n'))
    expect(found.definition.imports[0]?.key).toEqual(['Id'])
    expect(found.said('(all)')).toContain('2 rows passed over')
  })
})

describe('several answers in a cell', () => {
  const tools = ['CI/CD (GitHub Actions, GitLab CI, Jenkins)', 'Docker', 'Kubernetes, managed', 'React', 'SQL']

  it('are found however many combinations there are, options with commas in them whole', async () => {
    const found = await of(
      'Tools',
      (row) => {
        const own = tools.filter((_, at) => ((row * 2654435761) >>> 0) & (1 << (at + 9)))
        return [...own, ...(row % 41 === 3 ? [`something of my own, number ${row}`] : [])].join(', ')
      },
      600,
    )
    const question = found.question('Tools')
    expect(question.type).toBe('multiple')
    const codes = question.type === 'multiple' ? question.options.map(({ code }) => code) : []
    expect(codes.toSorted()).toEqual([...tools, 'something of my own'].toSorted())
    expect(found.said('Tools')).toContain('2 options contain it themselves')
    expect(found.faults).toEqual([])
  })

  it('are not made of places and countries, names, or sentences', async () => {
    const towns = ['Turku, Finland', 'Oulu, Finland', 'Umeå, Sweden', 'Bergen, Norway', 'Helsinki, Finland']
    const sentences = (row: number) => `It was fine, and visit ${row} was short, so thank you, all ${row % 7} of you`
    expect((await of('Home', (row) => turn(towns, row))).question('Home').type).toBe('choice')
    expect((await of('Why', sentences)).question('Why').type).toBe('text')
  })
})

describe('scales of strangers', () => {
  it('are found in value for money and prices beside ratings, not in counts', async () => {
    const found = await inferText(
      csv(
        ['Value for money', 'Price', 'Food', 'Service', 'Room', 'Number of persons'],
        rowsOf(300, (row) => [...[3, 4, 7, 11, 13].map((by) => 1 + ((row * by) % 5)), 1 + (row % 5)]),
      ),
    )
    for (const column of ['Value for money', 'Price', 'Food', 'Service', 'Room'])
      expect(found.question(column)).toMatchObject({ type: 'scale', min: 1, max: 5 })
    expect(found.question('Number of persons').type).not.toBe('scale')
  })
})
