import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataSets, root } from './kaiku.ts'

/** Figures by survey, drill path and name (`count`: interviews, else an indicator), as Python computes them. */
export type ScriptFigures = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>

/** Scripts by survey. script-figures.py computes the same from the files. */
export const scripts: Readonly<Record<string, string>> = {
  'airline-satisfaction': `const items = ['wifi', 'timeConvenient', 'booking', 'gate', 'food', 'boarding', 'seat', 'entertainment',
  'onboard', 'legroom', 'baggage', 'checkin', 'service', 'cleanliness']
export const variables = {
  index: { type: 'number', title: 'Index', decimals: 2 },
  group: { type: 'choice', title: 'Group', options: ['delighted', 'atRisk', 'other'].map((code) => ({ code, title: code })) },
  lateness: { type: 'scale', title: 'Lateness', min: 0, max: 3 },
}
export function compute({ answers }) {
  const said = items.flatMap((item) => answers[item] ?? [])
  const sum = said.reduce((whole, one) => whole + one, 0)
  const index = said.length === 0 ? null : Math.floor((sum * 100) / said.length) / 100
  const satisfied = answers.satisfaction === 'satisfied'
  const late = answers.arrivalDelay
  return {
    index,
    group: satisfied && index !== null && index >= 4 ? 'delighted'
      : !satisfied && answers.customer === 'Loyal Customer' ? 'atRisk' : 'other',
    lateness: late === undefined ? null : late === 0 ? 0 : late <= 15 ? 1 : late <= 60 ? 2 : 3,
  }
}
export const tests = [
  { name: 'two items', answers: { wifi: 4, seat: 5, satisfaction: 'satisfied' }, gives: { index: 4.5, group: 'delighted' } },
  { name: 'on time', answers: { arrivalDelay: 0 }, gives: { index: null, lateness: 0 } },
]
`,
  'clothing-reviews': `export const variables = {
  words: { type: 'number', title: 'Words' },
  praises: { type: 'choice', title: 'Praises', options: ['yes', 'no'].map((code) => ({ code, title: code })) },
}
export function compute({ answers }) {
  const { review = '', rating = 0 } = answers
  return {
    words: (review.match(/[A-Za-z']+/g) ?? []).length,
    praises: rating >= 4 && /love|perfect/i.test(review) ? 'yes' : 'no',
  }
}
export const tests = [{ name: 'love', answers: { review: 'Love it!', rating: 5 }, gives: { words: 2, praises: 'yes' } }]
`,
  'sfo-airport': `export const variables = { lowest: { type: 'scale', title: 'Lowest', min: 1, max: 5 } }
export function compute({ answers: { art, food, sign, screens } }) {
  const said = [art, food, sign, screens]
  return { lowest: said.includes(undefined) ? null : Math.min(...said) }
}
export const tests = [
  { name: 'all four', answers: { art: 3, food: 5, sign: 2, screens: 4 }, gives: { lowest: 2 } },
  { name: 'three', answers: { art: 3, food: 5, sign: 2 }, gives: { lowest: null } },
]
`,
}

/** What Python computes of the files, or what it did where there is no Python. */
export function figuresOfPython(): ScriptFigures {
  const kept: ScriptFigures = JSON.parse(readFileSync(join(root, 'e2e', 'script-figures.json'), 'utf8'))
  try {
    return JSON.parse(execFileSync('python3', [join(root, 'e2e', 'script-figures.py'), dataSets], { encoding: 'utf8' }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return kept
    throw error
  }
}
