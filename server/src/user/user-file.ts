import type { User } from '@kaiku/contract/user.ts'
import { type UserColumn, userColumns } from '@kaiku/contract/user-file.ts'
import type { NodesByView } from '@kaiku/core/access.ts'
import { escapedText, type Places, placesKey } from '@kaiku/core/assignment.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTexts } from '../role/named-place.ts'

/** What each column is called in a file, by language; the name of the field itself is read, too. */
const headers: Readonly<Record<string, Readonly<Record<UserColumn, string>>>> = {
  en: {
    username: 'Username',
    email: 'Email',
    givenName: 'First name',
    familyName: 'Last name',
    locale: 'Language',
    state: 'State',
    lastSignIn: 'Last sign-in',
    roles: 'Roles',
    places: 'Places',
    figures: 'Wider access to figures',
  },
  fi: {
    username: 'Käyttäjätunnus',
    email: 'Sähköposti',
    givenName: 'Etunimi',
    familyName: 'Sukunimi',
    locale: 'Kieli',
    state: 'Tila',
    lastSignIn: 'Viimeisin kirjautuminen',
    roles: 'Roolit',
    places: 'Paikat',
    figures: 'Laajempi pääsy lukuihin',
  },
  sv: {
    username: 'Användarnamn',
    email: 'E-post',
    givenName: 'Förnamn',
    familyName: 'Efternamn',
    locale: 'Språk',
    state: 'Status',
    lastSignIn: 'Senaste inloggning',
    roles: 'Roller',
    places: 'Platser',
    figures: 'Vidare åtkomst till siffror',
  },
  de: {
    username: 'Benutzername',
    email: 'E-Mail',
    givenName: 'Vorname',
    familyName: 'Nachname',
    locale: 'Sprache',
    state: 'Status',
    lastSignIn: 'Letzte Anmeldung',
    roles: 'Rollen',
    places: 'Orte',
    figures: 'Erweiterter Zugriff auf Zahlen',
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

type Named = Places & { readonly name: string }

const joined = (cells: readonly string[]) => (cells.every((cell) => cell === '') ? '' : cells.join('; '))

/**
 * Roles by name, and in two more cells the places of each, in the same order: `Kamppi | Itis; Lund`. An empty part is
 * everywhere, or (figures) no further than the places. What is a sign in a name has a backslash before it.
 */
export function roleCells(roles: readonly Named[], surveys: readonly Dictionary[]) {
  const inOrder = [...roles].sort((a, b) => compare(a.name, b.name) || compare(placesKey(a), placesKey(b)))
  const written = (nodes: NodesByView) => placeTexts(nodes, surveys).map(escapedText).join(' | ')
  return {
    roles: inOrder.map(({ name }) => escapedText(name)).join('; '),
    places: joined(inOrder.map(({ rows }) => written(rows))),
    figures: joined(inOrder.map(({ figures }) => (figures === null ? '' : written(figures) || everywhere))),
  }
}

const everywhere = '*'
const compare = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : a === b ? 0 : 1)

/** What a user's row holds: of roles only those given by hand, because those are what a file can change. */
export const cellsOf = (user: User, surveys: readonly Dictionary[]): Record<UserColumn, string> => ({
  username: user.username,
  email: user.email ?? '',
  givenName: user.givenName,
  familyName: user.familyName,
  locale: user.locale,
  state: user.state,
  lastSignIn: user.seenAt ?? '',
  ...roleCells(
    user.roles.filter(({ source }) => source === 'hand'),
    surveys,
  ),
})

/** Users as CSV with a byte order mark; reading it back changes nothing. */
export function writeUsers(users: readonly User[], surveys: readonly Dictionary[], locale: string): string {
  const names = headers[locale.slice(0, 2)] ?? headers.en
  return csvFile([
    userColumns.map((column) => names?.[column] ?? column),
    ...users.map((user) => {
      const cells = cellsOf(user, surveys)
      return userColumns.map((column) => cells[column])
    }),
  ])
}
