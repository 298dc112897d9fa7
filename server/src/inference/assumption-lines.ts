import type { Assumption } from '../column/column.ts'

const widest = 32

/** The assumptions as a table for people: the column, what is assumed of it, and why. */
export function assumptionLines(assumptions: readonly Assumption[]): string[] {
  const width = Math.min(widest, Math.max(0, ...assumptions.map(({ column }) => oneLine(column).length)))
  let before = ''
  return assumptions.map(({ column, assumption, reason }) => {
    const name = oneLine(column)
    const shown = name === before ? '' : cut(name)
    before = name
    return `  ${shown.padEnd(width)}  ${oneLine(assumption)} (${oneLine(reason)})`
  })
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const cut = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)
