import type { User } from '@kaiku/contract/user.ts'

type Named = Pick<User, 'givenName' | 'familyName' | 'username'>

/** What somebody is called on the screen. */
export const nameOf = ({ givenName, familyName, username }: Named): string =>
  `${givenName} ${familyName}`.trim() || username
