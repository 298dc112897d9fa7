import { expect, it } from 'vitest'
import { readDefinition } from '../definition/read-definition.ts'
import { json, small } from '../definition/small.fixture.ts'

/** What is wrong with a form, by its place. */
function faults(form: object): Readonly<Record<string, string>> {
  const pages = [{ parts: [{ question: 'nps' }] }]
  const forms = [Object.assign({ id: 'f', title: 'F', pages }, form)]
  try {
    readDefinition(new Map([...small, ['forms.json', json({ forms })]]))
    return {}
  } catch (error) {
    const details: { place: string; expected: string }[] = Reflect.get(Object(error), 'details')
    return Object.fromEntries(details.map(({ place, expected }) => [place.replace('forms[0].', ''), expected]))
  }
}

it.each<[string, object, Record<string, string>]>([
  ['is right', { given: ['store'], locales: ['fi'] }, {}],
  ['names a question that is not there', { given: ['nope'] }, { 'given[0]': 'the name of a question' }],
  ['asks a question twice', { given: ['nps'] }, { 'pages[0].parts[0].question': 'each question once' }],
  ['has a language that is none', { locales: ['x_'] }, { 'locales[0]': 'a locale (en, fi, sv-FI)' }],
  [
    'has a condition on its own page',
    { pages: [{ parts: [{ question: 'nps' }, { question: 'rating', when: 'nps=0_6' }] }] },
    { 'pages[0].parts[1].when': 'a question of an earlier page' },
  ],
  [
    'names an answer that comes later',
    { pages: [{ title: 'You gave {nps}', parts: [{ question: 'nps' }] }] },
    { 'pages[0].title': 'a question of an earlier page in braces' },
  ],
  [
    'puts scales of other steps under each other',
    { pages: [{ parts: [{ matrix: ['nps', 'rating'], text: 'How' }] }] },
    { 'pages[0].parts[0].matrix': 'scales from 0 to 10' },
  ],
  ['screens everybody out', { screenOut: [{ title: 'Bye' }] }, { 'screenOut[0].when': 'whom it is for' }],
])('a form that %s', (_, form, expected) => expect(faults(form)).toEqual(expected))
