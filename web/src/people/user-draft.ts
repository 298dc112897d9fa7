import type { User } from '@kaiku/contract/user.ts'
import { type Places, placesKey } from '@kaiku/core/assignment.ts'
import { copyOf } from './role-draft.ts'

/** A role, and where it is given. */
export type AssignmentDraft = Places & { readonly roleId: string }

export const assignmentKey = (one: AssignmentDraft): string => `${one.roleId} ${placesKey(one)}`

/** What a call takes. */
export const assignmentOf = ({ roleId, rows, figures }: AssignmentDraft) => ({
  roleId,
  rows: copyOf(rows),
  figures: figures && copyOf(figures),
})

/** Those given by hand; what rules and SCIM gave is not an administrator's to take. */
const givenByHand = (user: User | null): readonly AssignmentDraft[] =>
  (user?.roles ?? []).filter(({ source }) => source === 'hand').map(assignmentOf)

/** What an administrator can change of a user. */
export type UserDraft = {
  username: string
  email: string
  givenName: string
  familyName: string
  locale: string
  roles: readonly AssignmentDraft[]
}

export const emptyDraft = (locale: string): UserDraft => ({
  username: '',
  email: '',
  givenName: '',
  familyName: '',
  locale,
  roles: [],
})

export const draftOf = (user: User): UserDraft => ({
  username: user.username,
  email: user.email ?? '',
  givenName: user.givenName,
  familyName: user.familyName,
  locale: user.locale,
  roles: givenByHand(user),
})

const rolesKey = ({ roles }: UserDraft) => roles.map(assignmentKey).sort().join()
const sorted = (draft: UserDraft) => JSON.stringify({ ...draft, roles: rolesKey(draft) })
export const isSameDraft = (a: UserDraft, b: UserDraft): boolean => sorted(a) === sorted(b)

const fields = ['email', 'givenName', 'familyName', 'locale'] as const

/** The fields in which two drafts differ; `roles` counts as one. */
export const differing = (a: UserDraft, b: UserDraft): readonly ((typeof fields)[number] | 'roles')[] => [
  ...fields.filter((field) => a[field] !== b[field]),
  ...(rolesKey(a) === rolesKey(b) ? [] : (['roles'] as const)),
]

/** What a call takes: an empty mail address is none. */
export const accountOf = ({ email, givenName, familyName, locale }: UserDraft) => ({
  givenName: givenName.trim(),
  familyName: familyName.trim(),
  locale,
  email: email.trim() === '' ? null : email.trim(),
})
