import type { SqlColumn } from '@kaiku/contract/sql.ts'
import type { CodeHelp } from '../code-editor/code.ts'

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/
/** A column as a statement names it. */
export const named = (name: string): string => (plainName.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

const tables = ['interviews', 'codes']

/** What the editor knows of the tables: their names and their columns, with the words of the questions. */
export function sqlHelp(columns: readonly SqlColumn[]): CodeHelp {
  return {
    offers: async (text, at, asked) => {
      const [word = ''] = /[A-Za-z_"][\w"-]*$/.exec(text.slice(0, at)) ?? []
      if (word.length < 2 && !asked) return null
      return {
        from: at - word.length,
        offers: [
          ...columns.map(({ name, title }) => ({ label: named(name), detail: title, kind: 'property' as const })),
          ...tables.map((label) => ({ label, kind: 'type' as const })),
        ],
      }
    },
    hover: async (text, at) => {
      for (const found of text.matchAll(/"[^"]+"|[A-Za-z_]\w*/g)) {
        const [word] = found
        const column = columns.find(({ name }) => named(name) === word)
        const to = found.index + word.length
        if (column && found.index <= at && at <= to)
          return { from: found.index, to, title: column.name, text: column.title }
      }
      return null
    },
  }
}

/** A statement to begin with. */
export function firstStatement(columns: readonly SqlColumn[]): string {
  const score = columns.find(({ name }) => name.startsWith('score_'))
  const mean = score ? `, round(avg(${named(score.name)}), 1) as mean` : ''
  return `select interview_place, count(*) as n${mean}\nfrom interviews\ngroup by all\norder by n desc`
}
