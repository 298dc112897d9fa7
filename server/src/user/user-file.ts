import type { User } from '@kaiku/contract/user.ts'
import { type UserColumn, userColumns } from '@kaiku/contract/user-file.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { fold } from '@kaiku/core/text.ts'

/** What each column is called in a file, by language; the name of the field itself is read, too. */
const headers: Readonly<Record<string, Readonly<Record<UserColumn, string>>>> = {
  en: {
    ...{ username: 'Username', email: 'Email', givenName: 'First name', familyName: 'Last name' },
    ...{ locale: 'Language', roles: 'Roles', state: 'State', lastSignIn: 'Last sign-in' },
  },
  fi: {
    ...{ username: 'Käyttäjätunnus', email: 'Sähköposti', givenName: 'Etunimi', familyName: 'Sukunimi' },
    ...{ locale: 'Kieli', roles: 'Roolit', state: 'Tila', lastSignIn: 'Viimeisin kirjautuminen' },
  },
  sv: {
    ...{ username: 'Användarnamn', email: 'E-post', givenName: 'Förnamn', familyName: 'Efternamn' },
    ...{ locale: 'Språk', roles: 'Roller', state: 'Status', lastSignIn: 'Senaste inloggning' },
  },
  de: {
    ...{ username: 'Benutzername', email: 'E-Mail', givenName: 'Vorname', familyName: 'Nachname' },
    ...{ locale: 'Sprache', roles: 'Rollen', state: 'Status', lastSignIn: 'Letzte Anmeldung' },
  },
}

type State = User['state']
const states: Readonly<Record<State, readonly string[]>> = {
  invited: ['invited', 'kutsuttu', 'inbjuden', 'eingeladen'],
  active: ['active', 'aktiivinen', 'käytössä', 'aktiv'],
  deactivated: ['deactivated', 'poistettu käytöstä', 'inaktiverad', 'deaktiviert'],
}

const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
const byHeader = new Map(
  userColumns.flatMap((column) => [
    [plain(column), column] as const,
    ...Object.values(headers).map((names) => [plain(names[column]), column] as const),
  ]),
)

/** The column that a header names, in any of the four languages; null: none. */
export const columnOf = (header: string): UserColumn | null => byHeader.get(plain(header)) ?? null

/** The state that a word names, in any of the four languages; null: none. */
export function stateOf(text: string): State | null {
  const wanted = plain(text)
  for (const [state, words] of Object.entries(states) as [State, readonly string[]][])
    if (words.some((word) => plain(word) === wanted)) return state
  return null
}

/** Names of roles in one cell; a semicolon of a name itself has a backslash before it. */
export const joinRoles = (names: readonly string[]) =>
  names.map((name) => name.replace(/[\\;]/g, (sign) => `\\${sign}`)).join('; ')

export const splitRoles = (cell: string): string[] =>
  [...cell.matchAll(/(?:\\.|[^;\\])+/g)]
    .map(([part]) => part.replace(/\\(.)/g, '$1').trim())
    .filter((name) => name !== '')

/** What a user's row holds: of roles only those given by hand, because those are what a file can change. */
export const cellsOf = (user: User): Record<UserColumn, string> => ({
  ...{ username: user.username, email: user.email ?? '', givenName: user.givenName, familyName: user.familyName },
  ...{ locale: user.locale, state: user.state, lastSignIn: user.seenAt ?? '' },
  roles: joinRoles(user.roles.flatMap(({ name, source }) => (source === 'hand' ? [name] : []))),
})

/** Users as CSV with a byte order mark; reading it back changes nothing. */
export function writeUsers(users: readonly User[], locale: string): string {
  const names = headers[locale.slice(0, 2)] ?? headers.en
  return csvFile([
    userColumns.map((column) => names?.[column] ?? column),
    ...users.map((user) => userColumns.map((column) => cellsOf(user)[column])),
  ])
}
