/** Of PostgreSQL: it could not read a value, and says which. */
const isOfValue = (code: unknown) => typeof code === 'string' && /^(?:22|23)/.test(code)

/**
 * What the log tells of an error: its kind, its code, where it came from, and its words without what somebody wrote or is
 * reached at. Never what a store says beside its words: that names the row.
 */
export function loggedError(error: Error) {
  const code: unknown = Reflect.get(error, 'code')
  const message = withoutValues(error.message, isOfValue(code) || error instanceof SyntaxError)
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' && { code }),
    stack: [`${error.name}: ${message}`, ...places].join('\n'),
  }
}

const longest = 1_000
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|“[^”]*”/g
const isName = /^"[a-z_][a-z\d_]*"$/

/** Words without what stands in quotes, unless it is the name of something; `strictly`: that neither. */
const withoutValues = (text: string, strictly: boolean): string =>
  withoutContacts(text.slice(0, longest).replace(quoted, (found) => (!strictly && isName.test(found) ? found : '…')))

/** A text without whom it names by a mail address or a telephone number. */
export const withoutContacts = (text: string): string =>
  text.replace(/[^\s@<>"'(),;:]+@(?=[\w-]+\.)/g, '…@').replace(/\+\d[\d ()-]{6,}\d/g, '+…')
