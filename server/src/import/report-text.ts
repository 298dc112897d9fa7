import type { ImportReport } from '@kaiku/contract/import.ts'

const shownRows = 5
const shownRejects = 10
const longestCell = 40

/** What an import did, or would do, for people to read. */
export function reportLines(report: ImportReport): string[] {
  const number = (value: number) => value.toLocaleString('en')
  const { rows, inserted, corrected, unchanged, rejected } = report
  const counts = `${number(inserted)} new, ${number(corrected)} corrected, ${number(unchanged)} unchanged, ${number(rejected)} rejected`
  const head = `${report.file}: ${report.state === 'undone' ? 'undone; it had ' : ''}${number(rows)} rows by mapping ${report.mapping || '(none)'}: ${counts}`
  const lines = [report.importId ? `${head} (import ${report.importId})` : head]
  if (report.message) lines.push(`  ${report.message}`)
  lines.push(...warningLines(report).map((line) => `  ${line}`))
  if (report.state === 'preview') lines.push(...understanding(report))
  return lines
}

/** What a person should look at, though nothing was rejected. */
export function warningLines({ blankRows, farDays }: ImportReport): string[] {
  const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)
  const days = farDays.slice(0, 5).map(({ day, rows: count }) => `${day} (${rows(count)})`)
  return [
    ...(blankRows > 0 ? [`${rows(blankRows)} without anything in any column: passed over`] : []),
    ...(days.length > 0
      ? [
          `far from all other days: ${days.join(', ')}${farDays.length > 5 ? ' and more' : ''}; they stretch every trend`,
        ]
      : []),
  ]
}

function understanding({ encoding, columns, counts, sample, rejects, rejected }: ImportReport): string[] {
  const lines = [...(encoding === null ? [] : ['', `letters read as ${encoding}`]), '', 'columns']
  for (const { column, question, isKey } of columns) {
    const uses = [...(isKey ? ['row key'] : []), ...(question === null ? [] : [question])]
    lines.push(`  ${column} → ${uses.join(', ') || '(not read)'}`)
  }
  lines.push('', 'answers')
  for (const { question, answered, missing } of counts)
    lines.push(`  ${question}: ${answered.toLocaleString('en')} answered, ${missing.toLocaleString('en')} missing`)
  lines.push('', 'first rows')
  for (const row of sample.slice(0, shownRows))
    lines.push(
      `  ${Object.entries(row)
        .flatMap(([id, value]) => (value === null ? [] : `${id}=${cut(String(value))}`))
        .join('  ')}`,
    )
  if (rejected > 0) lines.push('', 'rejected')
  for (const { line, column, value, reason } of rejects.slice(0, shownRejects))
    lines.push(`  line ${line}${column ? `, ${column}` : ''}: ${cut(value)}: ${reason}`)
  if (rejected > shownRejects) lines.push(`  and ${(rejected - shownRejects).toLocaleString('en')} more`)
  return lines
}

const cut = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longestCell ? `${line.slice(0, longestCell - 1)}…` : line
}
