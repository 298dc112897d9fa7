const longestShape = 300

/** What a value may be written as in SQL: a text, of PostgreSQL's between dollars too, a number, a name somebody chose. */
const values =
  /'(?:[^'\\]|\\.|'')*'?|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"?|`(?:[^`\\]|\\.)*`?|\{(\w+):[^}]*\}|\$\d+|(?<![\w.$])\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi

/**
 * A statement without anything that somebody wrote or answered, so that equal ones have one name: values, lists of them and
 * comments leave it. At most 300 characters.
 */
export const shapeOf = (sql: string): string =>
  sql
    .slice(0, 20_000)
    .replace(values, (found) => {
      if (found.startsWith('--') || found.startsWith('/*')) return ' '
      return /^["`]\w+["`]$/.test(found) ? found : '?'
    })
    .replace(/\s+/g, ' ')
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\((?:\?|\?, …)\)(?:\s*,\s*\((?:\?|\?, …)\))+/g, '(?), …')
    .trim()
    .slice(0, longestShape)
