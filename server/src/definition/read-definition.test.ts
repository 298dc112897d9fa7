import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Fault } from '@kaiku/core/fault.ts'
import { describe, expect, it } from 'vitest'
import { faultLine } from '../fault/definition-fault.ts'
import { readDefinition } from './read-definition.ts'
import { json, small } from './small.fixture.ts'

/** Every fault of the small definition with some files replaced, as the command line prints them. */
function faultsOf(parts: Record<string, unknown>): string[] {
  const files = new Map([...small, ...Object.entries(parts).map(([file, part]) => [file, json(part)] as const)])
  try {
    readDefinition(files)
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return (error.details ?? []).map((detail) => faultLine(detail))
  }
}
const raw = (file: string, text: string) => {
  try {
    readDefinition(new Map([...small, [file, text]]))
    return []
  } catch (error) {
    return error instanceof Fault ? (error.details ?? []).map((detail) => faultLine(detail, text)) : [String(error)]
  }
}
const questions = (...more: unknown[]) => ({
  'questions.json': { questions: [...JSON.parse(small.get('questions.json') ?? '').questions, ...more] },
})
const filter = (one: object, set: 'standard' | 'time' = 'standard') => {
  const own = { filterGroups: [{ title: 'G', filters: [{ title: 'F', ...one }] }] }
  const none = { filterGroups: [] }
  return { 'filters.json': set === 'time' ? { standard: none, time: own } : { standard: own, time: none } }
}
const indicator = (...some: object[]) => ({
  'indicators.json': { indicators: some.map((one) => ({ title: 'T', ...one })) },
})
const view = (one: object) => ({
  'views.json': { views: [{ extName: 'v', title: 'V', root: { title: 'All' }, ...one }] },
})
const settings = (one: object) => ({ 'settings.json': { extName: 'small', title: 'Small', ...one } })

describe('a definition', () => {
  it('is complete with settings, questions and views only', () => {
    const { definition } = readDefinition(small)
    expect(definition.indicators.map(({ id, measure }) => [id, measure])).toEqual([
      ['nps', 'nps'],
      ['rating', 'mean'],
    ])
    expect(definition.pages[0]?.components.map(({ type }) => type)).toEqual([
      'IndicatorTiles',
      'Trend',
      'RankingTableComponent',
      'Distribution',
      'Comments',
    ])
    expect(definition.filters.time.filterGroups[0]?.filters[0]).toMatchObject({ extName: 'ftime', dateInterval: true })
    expect(definition.filters.standard.filterGroups[0]?.filters.map(({ extName }) => extName)).toEqual([
      'store',
      'nps',
      'rating',
      'age',
      'seen',
    ])
    expect(faultsOf({ 'filters.json': definition.filters, 'pages.json': { pages: definition.pages } })).toEqual([])
  })

  const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
  const names = existsSync(examples)
    ? readdirSync(examples, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []
  it.each(names)('of the example %s has no fault', (name) => {
    const files = readdirSync(`${examples}${name}`).filter((file) => file.endsWith('.json'))
    const texts = new Map(files.map((file) => [file, readFileSync(`${examples}${name}/${file}`, 'utf8')]))
    expect(() => readDefinition(texts)).not.toThrow()
  })

  it('tells every fault at once', () => {
    expect(
      faultsOf({ ...settings({ timeZone: 'Mars/Base', mainIndicators: ['no'] }), ...view({ key: 'no', nodes: [] }) }),
    ).toEqual([
      'settings.json timeZone: expected an IANA time zone (Europe/Helsinki), found "Mars/Base"',
      'settings.json mainIndicators[0]: expected the name of an indicator, found "no"',
      'views.json views[0].key: expected the name of a question, found "no"',
    ])
  })

  it('names the line and column of what is not JSON', () => {
    expect(raw('settings.json', '{\n  "extName": "a",\n  "title" "b"\n}')).toEqual([
      'settings.json 3:11: expected ":", found "b"',
    ])
    expect(raw('settings.json', '{"a": 1,}')).toEqual(['settings.json 1:9: expected a key in double quotes, found }'])
    expect(raw('settings.json', '{"a": [1 2]}')).toEqual(['settings.json 1:10: expected "," or "]", found 2'])
    expect(raw('settings.json', '')).toEqual(['settings.json 1:1: expected a value, found the end of the file'])
    expect(raw('settings.json', '{"a": 1} x')).toEqual(['settings.json 1:10: expected the end of the file, found x'])
    expect(raw('settings.json', '{"a": 1, "a": 2}')).toEqual([
      'settings.json 1:10: expected each key once, found a second "a"',
    ])
    expect(raw('settings.json', '{"a": "\\ud800"}')[0]).toContain(
      'settings.json 1:7: expected a text that can be stored',
    )
    expect(raw('settings.json', '{"a": "\\x"}')[0]).toContain('settings.json 1:7: expected a text with valid escapes')
    expect(raw('settings.json', `${'['.repeat(5000)}`)[0]).toContain('expected at most 64 levels')
  })

  it('names the line and column of a place that a schema refuses', () => {
    const text = '\uFEFF{\n  "extName": "small",\n  "title": "S",\n  "minimumN": "5"\n}'
    expect(raw('settings.json', text)).toEqual(['settings.json:4:15 minimumN: expected a number, found "5"'])
  })

  it('takes a message to everybody that can be read and followed safely', () => {
    const message = (one: object) => ({ 'system-message.json': { text: 'Late answers', ...one } })
    expect(faultsOf(message({}))).toEqual([])
    expect(faultsOf(message({ textColor: '#cc0000' }))).toEqual([
      'system-message.json textColor: expected a colour with a contrast of at least 4.5 to the background, found #cc0000, 1.5',
    ])
    expect(faultsOf(message({ link: 'javascript:alert(1)' }))[0]).toContain('https://')
    expect(faultsOf(message({ backgroundColor: 'red;position:fixed' }))[0]).toContain('#ff0000')
    const { definition } = readDefinition(new Map([...small, ['system-message.json', json({ text: 'Late answers' })]]))
    expect(definition.systemMessage).toMatchObject({ backgroundColor: '#ff0000', textColor: '#000000' })
  })

  it('checks rules for alerts against questions, views, filters and calendars', () => {
    const rule = { id: 'low', title: 'Low', when: 'nps=0*1', alert: { title: '{store}: {nps}' } }
    const ruled = (one: object, rest: object = {}) =>
      faultsOf({ 'alert-rules.json': { rules: [{ ...rule, ...one }], ...rest } })
    expect(ruled({ places: ['store,all'], view: 'store', escalation: [{ after: 4, role: 'Boss' }] })).toEqual([])
    const at = 'alert-rules.json rules[0]'
    expect(ruled({ when: 'nps=0*12' })).toEqual([
      `${at}.when: expected a whole number from 0 to 10, found "12" for "nps"`,
    ])
    expect(ruled({ when: 'ftime=rdays-7+0' })).toEqual([
      `${at}.when: expected a period that is the same on every day, found "rdays-7+0"`,
    ])
    expect(ruled({ alert: { title: { en: '{Nps}', fi: '{comment}' } } })).toEqual([
      `${at}.alert.title.en: expected the name of a question, or {place} or {day} (perhaps "nps"), found "Nps"`,
      `${at}.alert.title.fi: expected no comment: who may read it sees it beside, found {comment}`,
    ])
    expect(ruled({ places: ['store,top'], view: 'region' })).toEqual([
      `${at}.places[0]: expected the root "all" behind the view, found "top"`,
      `${at}.view: expected the name of a view, found "region"`,
    ])
    expect(ruled({ history: { days: 30, atLeast: 2 } })).toEqual([
      `${at}.history: expected a question with the role "contact", found none in questions.json`,
    ])
    expect(ruled({ escalation: [8, 8].map((after) => ({ after, role: 'Boss' })) })).toEqual([
      `${at}.escalation[1].after: expected more than 8, found 8`,
    ])
    const hours = [{ days: [1], from: '17:00', to: '09:00' }]
    expect(ruled({}, { calendars: [{ timeZone: 'Mars/Base', hours, holidays: ['02-30'] }] })).toEqual([
      'alert-rules.json calendars[0].timeZone: expected an IANA time zone (Europe/Helsinki), found "Mars/Base"',
      'alert-rules.json calendars[0].hours[0].to: expected later than 17:00, found 09:00',
      'alert-rules.json calendars[0].holidays[0]: expected a day of the calendar, found "02-30"',
    ])
    expect(faultsOf({ 'alert-rules.json': { rules: [rule] }, ...settings({ protection: true }) })).toEqual([
      'alert-rules.json rules: expected none in a protected survey: an alert tells who answered, found rules',
    ])
  })

  it.each(['interview.tag', 'interview.quality', 'interview.note', 'ftime', 'constructor', 'toString'])(
    'refuses a question and a filter that are called %s, as something else is',
    (id) => {
      expect(faultsOf(questions({ id, type: 'text', title: 'Mine' }))).toEqual([
        `questions.json questions[7].id: expected another name: Kaiku uses this one, found "${id}"`,
      ])
      const found = faultsOf(filter({ extName: id, question: 'nps', multipleSelections: true }, 'time'))
      expect(found[0]).toContain('filterGroups[0].filters[0].extName: expected another name: Kaiku looks at')
    },
  )

  it('takes a filter by its own name for the period and for a mark', () => {
    expect(faultsOf(filter({ extName: 'ftime', question: 'date', dateInterval: true }, 'time'))).toEqual([])
    expect(faultsOf(filter({ extName: 'interview.tag', question: 'interview.tag' }))).toEqual([])
  })

  it('refuses unknown files and asks for the needed ones', () => {
    expect(faultsOf({ 'colours.json': {} })[0]).toMatch(
      /^colours.json: expected one of settings.json, .*, found another file$/,
    )
    const files = new Map([...small].filter(([file]) => file !== 'views.json'))
    expect(() => readDefinition(files)).toThrow(Fault)
  })

  const refused: [Record<string, unknown>, string][] = [
    [settings({ colour: 1 }), 'settings.json: expected only known keys, found "colour"'],
    [
      settings({ extName: 'a b' }),
      'settings.json extName: expected a letter or digit, then letters, digits, dot, dash or underscore (80 at most), found "a b"',
    ],
    [settings({ title: { FI: 'x' } }), 'found "FI"'],
    [settings({ locale: 'no such' }), 'settings.json locale: expected a locale (en, fi, sv-FI), found "no such"'],
    [settings({ startFilter: 'store' }), 'settings.json startFilter: expected'],
    [
      settings({ startFilter: 'nowhere=a' }),
      'settings.json startFilter: expected the name of a filter, found "nowhere"',
    ],
    [settings({ startFilter: 'ftime=soon' }), 'settings.json startFilter: expected a period, found "soon" for "ftime"'],
    [settings({ alertFilter: 'age=9_1' }), 'settings.json alertFilter: expected'],
    [
      questions({ id: 'nps', type: 'text', title: 'Again' }),
      'questions.json questions[7].id: expected each name once, found a second "nps"',
    ],
    [
      questions({ id: 'x', type: 'slider', title: 'X' }),
      'questions.json questions[7].type: expected "scale" or "number" or "choice" or "multiple" or "text" or "date", found "slider"',
    ],
    [
      questions({ id: 'x', type: 'date', title: 'X', roles: ['date'] }),
      'questions.json questions[7].roles: expected one question with the role "date", found another one',
    ],
    [
      questions({ id: 'x', type: 'text', title: 'X', roles: ['weight'] }),
      'expected a question of type number or scale for the role "weight", found type text',
    ],
    [
      questions({ id: 'x', type: 'scale', title: 'X', min: 5, max: 1 }),
      'questions.json questions[7].max: expected more than 5, found 1',
    ],
    [
      questions({ id: 'x', type: 'scale', title: 'X', min: 1, max: 5, missing: ['9'] }),
      'questions.json questions[7].missing[0]: expected a number, found "9"',
    ],
    [
      questions({
        id: 'x',
        type: 'choice',
        title: 'X',
        options: [
          { code: 'a', title: 'A' },
          { code: 'a', title: 'B' },
        ],
      }),
      'questions[7].options[1].code: expected each name once, found a second "a"',
    ],
    [
      questions({
        id: 'x',
        type: 'number',
        title: 'X',
        bands: [
          { id: 'a', title: 'A', from: 1, to: 5 },
          { id: 'b', title: 'B', from: 5 },
        ],
      }),
      'questions[7].bands[1]: expected bands that do not overlap, found an overlap with bands[0]',
    ],
    [
      view({ levels: [{ question: 'seen', title: 'S' }] }),
      'views.json views[0].levels[0].question: expected a question of type choice, text, scale, number, found "seen" of type multiple',
    ],
    [
      view({ levels: [{ question: 'Store', title: 'S' }] }),
      'expected the name of a question (perhaps "store"), found "Store"',
    ],
    [
      view({
        key: 'store',
        nodes: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      }),
      'views.json views[0].nodes[1].id: expected each name once, found a second "a"',
    ],
    [
      view({ key: 'store', nodes: [{ id: 'a', name: 'A', parent: 'z' }] }),
      'views.json views[0].nodes[0].parent: expected the id of a node, found "z"',
    ],
    [
      view({
        key: 'store',
        nodes: [
          { id: 'a', name: 'A', parent: 'b' },
          { id: 'b', name: 'B', parent: 'a' },
        ],
      }),
      'views.json views[0].nodes[0].parent: expected a parent that is not below the node, found "b"',
    ],
    [
      view({ key: 'store', nodes: [{ id: 'a', name: 'A', validFrom: '2026-02-01', validTo: '2026-01-01' }] }),
      'expected 2026-02-01 or later, found 2026-01-01',
    ],
    [
      view({ key: 'store', nodes: [{ id: 'a', name: 'A', mergedInto: 'z' }] }),
      'views.json views[0].nodes[0].mergedInto: expected the id of a node, found "z"',
    ],
    [
      view({
        key: 'store',
        nodes: [
          { id: 'a', name: 'A', mergedInto: 'b' },
          { id: 'b', name: 'B', mergedInto: 'c' },
          { id: 'c', name: 'C', parent: 'a' },
        ],
      }),
      'views.json views[0].nodes[0].mergedInto: expected a place that is not below this one, nor part of it, found "b"',
    ],
    [
      view({
        key: 'store',
        nodes: [
          { id: 'a', name: 'A', codes: ['7', 'b'] },
          { id: 'b', name: 'B', codes: ['7'] },
        ],
      }),
      [
        'views.json views[0].nodes[0].codes[1]: expected a code that is no id of a node, found "b"',
        'views.json views[0].nodes[1].codes[0]: expected each name once, found a second "7"',
      ].join('\n'),
    ],
    [
      view({
        key: 'store',
        nodes: [
          {
            id: 'a',
            name: 'A',
            moves: [{ until: '2025-12-31', parent: 'z' }, { until: '2025-12-31' }],
          },
        ],
      }),
      [
        'views.json views[0].nodes[0].moves[0].parent: expected the id of a node, found "z"',
        'views.json views[0].nodes[0].moves[1].until: expected a day after 2025-12-31, found 2025-12-31',
      ].join('\n'),
    ],
    [
      view({
        key: 'store',
        nodes: [
          { id: 'a', name: 'A', moves: [{ until: '2025-12-31', parent: 'b' }] },
          { id: 'b', name: 'B', parent: 'a' },
          { id: 'c', name: 'C', moves: [{ until: '2024-12-31', parent: 'b' }] },
        ],
      }),
      'views.json views[0].nodes[0].moves[0].parent: expected a parent that was not below the node then, found "b" until 2025-12-31',
    ],
    [
      view({
        key: 'store',
        nodes: [{ id: 'a', name: 'A' }],
        plans: [
          { id: 'p', title: 'P', nodes: [{ id: 'a', name: 'A', parent: 'a' }] },
          { id: 'p', title: 'P', nodes: [{ id: 'new', name: 'New', mergedInto: 'z' }] },
        ],
      }),
      [
        'views.json views[0].plans[1].id: expected each name once, found a second "p"',
        'views.json views[0].plans[0].nodes[0].parent: expected a parent that is not below the node, found "a"',
        'views.json views[0].plans[1].nodes[0].mergedInto: expected the id of a node, found "z"',
      ].join('\n'),
    ],
    [
      view({ key: 'store', nodes: [{ id: 'a', name: 'A', validFrom: 'today' }] }),
      'nodes[0].validFrom: expected a day as yyyy-mm-dd, found "today"',
    ],
    [
      view({ key: 'store', nodes: [{ id: 'a', name: 'A', validFrom: '0000-01-01' }] }),
      'nodes[0].validFrom: expected a day of the calendar, found "0000-01-01"',
    ],
    [
      filter({ extName: 'f' }),
      'filters.json standard.filterGroups[0].filters[0].question: expected the name of a question, found nothing',
    ],
    [
      filter({ extName: 'f', question: 'store', range: true }),
      '.range: expected a question of type number or scale, found a question of type choice',
    ],
    [
      filter({ extName: 'f', question: 'date' }),
      '.question: expected one of dateInterval, dateRef, today for a date, found none of them',
    ],
    [
      filter({ extName: 'f', question: 'comment' }),
      '.question: expected "submatch" for a text, else a question with codes, found a question of type text',
    ],
    [
      filter({ extName: 'f', question: 'store', options: [{ extName: 'z', title: 'Z' }] }),
      '.options[0].extName: expected a code of "store", found "z"',
    ],
    [
      filter({ extName: 'f', question: 'age', range: true, dateInterval: true }),
      '.dateInterval: expected one kind of value (it has "range"), found a second one',
    ],
    [
      filter({ extName: 'ftime', dateInterval: true }),
      '.extName: expected "ftime" among the time filters, found standard',
    ],
    [
      filter({ extName: 'once', tableDate: true }, 'time'),
      '.tableDate: expected a question with the role "contact", found none in questions.json',
    ],
    [
      indicator({ id: 'a', measure: 'mean', question: 'store' }),
      'indicators.json indicators[0].question: expected a question of type scale or number for the measure "mean", found "store" of type choice',
    ],
    [
      indicator({ id: 'a', measure: 'mean', question: 'gone' }),
      'indicators.json indicators[0].question: expected the name of a question, found "gone"',
    ],
    [
      indicator({ id: 'a', measure: 'nps', question: 'rating' }),
      'indicators[0].promoters[0]: expected a whole number from 1 to 5, found 9',
    ],
    [
      indicator({ id: 'a', measure: 'share', question: 'store', set: ['x'] }),
      'indicators[0].set[0]: expected a code of "store", found "x"',
    ],
    [
      indicator({ id: 'a', measure: 'mean', question: 'nps', weight: 'role' }),
      'indicators[0].weight: expected a question with the role "weight", found none in questions.json',
    ],
    [
      indicator({ id: 'a', measure: 'topBox', question: 'rating', boxes: 5 }),
      'indicators[0].boxes: expected 4 or less, found 5',
    ],
    [
      indicator({ id: 'a', measure: 'composite', parts: [{ indicator: 'a' }] }),
      'indicators[0].parts[0].indicator: expected an indicator of measure mean, index, nps, topBox, bottomBox, share, found "a" of measure composite',
    ],
    [
      indicator({ id: 'a', measure: 'pooled', parts: [{ indicator: 'b' }] }),
      'indicators[0].parts[0].indicator: expected the name of an indicator, found "b"',
    ],
    [
      indicator({ id: 'a', measure: 'rate', of: 'gone=1' }),
      'indicators[0].of: expected the name of a filter, found "gone"',
    ],
    [
      {
        'pages.json': {
          pages: [{ extname: 'p', title: 'P', components: [{ type: 'Distribution', question: 'comment' }] }],
        },
      },
      'pages.json pages[0].components[0].question: expected a question of type scale, number, choice, multiple, found "comment" of type text',
    ],
    [
      {
        'pages.json': { pages: [{ extname: 'p', title: 'P', components: [{ type: 'Trend', indicators: ['gone'] }] }] },
      },
      'pages.json pages[0].components[0].indicators[0]: expected the name of an indicator, found "gone"',
    ],
    [
      {
        'pages.json': {
          pages: [
            {
              extname: 'p',
              title: 'P',
              components: [{ type: 'GamificationOverviewConfig', depth: 2, region: 2, leagueFrom: 9, leagueUpTo: 8 }],
            },
          ],
        },
      },
      'pages.json pages[0].components[0].region: expected a level above 2, found 2\npages.json pages[0].components[0].leagueUpTo: expected 9 or more, found 8',
    ],
    [
      { 'pages.json': { pages: [{ extname: 'p', title: 'P', components: [], selectionInterval: 'often' }] } },
      'pages.json pages[0].selectionInterval: expected a period, found "often" for "ftime"',
    ],
    [
      { 'imports.json': { imports: [{ name: 'i', match: {}, columns: [{ column: 'A', question: 'gone' }] }] } },
      'imports.json imports[0].columns[0].question: expected the name of a question, found "gone"',
    ],
    [
      {
        'imports.json': {
          imports: [{ name: 'i', match: {}, columns: [{ column: 'A', question: 'nps' }], constants: { nps: 3 } }],
        },
      },
      'imports.json imports[0].constants.nps: expected each name once, found a second "nps"',
    ],
    [
      { 'imports.json': { imports: [{ name: 'i', match: {}, columns: [{ column: ['A', 'B'], question: 'nps' }] }] } },
      'imports[0].columns[0].column: expected a question of type multiple, found "nps" of type scale',
    ],
    [
      {
        'imports.json': {
          imports: [{ name: 'i', match: {}, columns: [{ column: 'A', question: 'store', recode: { x: 's3' } }] }],
        },
      },
      'imports[0].columns[0].recode.x: expected a code of "store", found "s3"',
    ],
    [
      {
        'imports.json': {
          imports: [{ name: 'i', match: {}, columns: [{ column: 'A', question: 'store' }], constants: { nps: 12 } }],
        },
      },
      'imports[0].constants.nps: expected a whole number from 0 to 10, found 12',
    ],
    [
      { 'targets.json': { targets: { none: { 'store,all': { '2026': 1 } } } } },
      'targets.json targets.none: expected the name of an indicator, found "none"',
    ],
    [
      { 'targets.json': { targets: { nps: { 'shop,all': { '2026': 1 } } } } },
      'targets.nps["shop,all"]: expected the name of a view, found "shop"',
    ],
    [
      { 'targets.json': { targets: { nps: { 'store,every,s1': { '2026': 1 } } } } },
      'expected the root "all" behind the view, found "every"',
    ],
    [{ 'targets.json': { targets: { nps: { 'store,all': { '2026-Q5': 1 } } } } }, 'a year, quarter or month'],
  ]
  it.each(refused.map(([parts, told]) => [told, parts] as const))('is refused with %s', (told, parts) => {
    expect(faultsOf(parts).join('\n')).toContain(told)
  })
})
