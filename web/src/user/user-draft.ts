import type { User } from '@kaiku/contract/user.ts'

/** What an administrator can change of a user. */
export type UserDraft = {
  username: string
  email: string
  givenName: string
  familyName: string
  locale: string
  /** Roles given by hand; what rules and SCIM gave is not theirs to take. */
  roles: readonly string[]
}

export const emptyDraft = (locale: string): UserDraft => ({
  ...{ username: '', email: '', givenName: '', familyName: '', locale, roles: [] },
})

export const draftOf = (user: User): UserDraft => ({
  ...{ username: user.username, email: user.email ?? '', givenName: user.givenName, familyName: user.familyName },
  locale: user.locale,
  roles: user.roles.flatMap(({ roleId, source }) => (source === 'hand' ? [roleId] : [])),
})

const sorted = (draft: UserDraft) => JSON.stringify({ ...draft, roles: [...draft.roles].sort() })
export const isSameDraft = (a: UserDraft, b: UserDraft): boolean => sorted(a) === sorted(b)

const fields = ['email', 'givenName', 'familyName', 'locale'] as const

/** The fields in which two drafts differ; `roles` counts as one. */
export const differing = (a: UserDraft, b: UserDraft): readonly ((typeof fields)[number] | 'roles')[] => [
  ...fields.filter((field) => a[field] !== b[field]),
  ...([...a.roles].sort().join() === [...b.roles].sort().join() ? [] : (['roles'] as const)),
]

/** What a call takes: an empty mail address is none. */
export const accountOf = ({ email, givenName, familyName, locale }: UserDraft) => ({
  ...{ givenName: givenName.trim(), familyName: familyName.trim(), locale },
  email: email.trim() === '' ? null : email.trim(),
})
