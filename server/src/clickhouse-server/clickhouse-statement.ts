/** What a statement is, told from its words outside strings, comments and brackets. */
export type Statement =
  | { kind: 'read'; streamed: boolean; text: string; format: string | null }
  | { kind: 'insert'; table: string; columns: string[] | null; format: string; inline: string }
  | { kind: 'command'; text: string; settings: 'after format' | 'at the end' | 'none' }
  | { kind: 'refused'; reason: string }

type Word = { text: string; at: number; end: number }

/** One statement of the SQL that `@clickhouse/client` sends; several at once are refused. */
export function readStatement(sql: string): Statement {
  const words = topLevelWords(sql)
  if (words === null) return { kind: 'refused', reason: 'a string, a comment or a bracket is not closed' }
  const first = words[0]?.text
  if (first === undefined) return { kind: 'refused', reason: 'the statement is empty' }
  const end = words.find((word) => word.text === ';')
  if (end && words.at(-1) !== end) return { kind: 'refused', reason: 'more than one statement' }
  const body = words.filter((word) => word !== end)
  const whole = end ? sql.slice(0, end.at) : sql
  if (body.some((word, i) => word.text === 'into' && body[i + 1]?.text === 'outfile')) {
    return { kind: 'refused', reason: 'INTO OUTFILE' }
  }
  if (first === 'insert') return readInsert(whole, body)
  const format = body.findLast((word, i) => word.text === 'format' && i === body.length - 2)
  const text = (format ? whole.slice(0, format.at) : whole).trim()
  if (streamed.has(first) || buffered.has(first)) {
    const name = format ? (body.at(-1) ?? null) : null
    return { kind: 'read', streamed: streamed.has(first), text, format: name && whole.slice(name.at, name.end) }
  }
  return { kind: 'command', text, settings: first === 'system' ? 'none' : 'after format' }
}

const streamed = new Set(['select', 'with', '('])
const buffered = new Set(['show', 'describe', 'desc', 'exists', 'explain'])

/** `INSERT INTO table (a, b) FORMAT F` awaits rows; `INSERT … SELECT` and `INSERT … VALUES` are commands. */
function readInsert(whole: string, words: Word[]): Statement {
  const source = words.find((word) => ['select', 'with', 'values', 'format'].includes(word.text))
  if (!source || source.text === 'values') return { kind: 'command', text: whole.trim(), settings: 'none' }
  if (source.text !== 'format') return { kind: 'command', text: whole.trim(), settings: 'at the end' }
  const target = /^\s*insert\s+into\s+(?:table\s+)?([\w.`]+)\s*(?:\(([^()]*)\))?\s*$/i.exec(whole.slice(0, source.at))
  const format = /^\w+/.exec(whole.slice(source.end).trimStart())?.[0]
  if (!target?.[1] || !format) {
    return { kind: 'refused', reason: 'an insert of rows is written INSERT INTO table (columns) FORMAT name' }
  }
  const columns = target[2]?.split(',').map((name) => plain(name.trim())) ?? null
  const inline = whole
    .slice(source.end)
    .trimStart()
    .slice(format.length)
    .replace(/^\s*\n?/, '')
  return { kind: 'insert', table: plain(target[1]), columns, format, inline }
}

const plain = (name: string) => name.replaceAll('`', '')

const token =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|[\d.]+\w*|\s+|[\s\S]/g

/** In lower case; null when something is left open. */
function topLevelWords(sql: string): Word[] | null {
  const words: Word[] = []
  let depth = 0
  for (const { 0: text, index } of sql.matchAll(token)) {
    if (/^(\s|--|\/\*[\s\S]*\*\/)/.test(text)) continue
    if (/^['"`]$/.test(text) || sql.startsWith('/*', index)) return null
    if (/^[)\]}]$/.test(text)) depth--
    if (depth === 0 || (text === '(' && words.length === 0)) {
      words.push({ text: text.toLowerCase(), at: index, end: index + text.length })
    }
    if (/^[([{]$/.test(text)) depth++
  }
  return depth === 0 ? words : null
}
