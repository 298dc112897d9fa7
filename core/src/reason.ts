import { Fault, type FaultCode, type FaultDetail } from './fault.ts'

/** Why something was refused, in English; readers hear it in their own language, by the key. Values stand in braces. */
export const reasons = {
  'account.ownerOnly': 'Only the owner of an account changes it.',
  'account.noPassword': 'This account signs in elsewhere: it has no password.',
  'account.shared': 'Names and mail belong to somebody who is in other universes too.',
  'attempts.slowed': 'Too many attempts. Wait {seconds} seconds.',
  'audit.rootOnly': 'Only root sees what was done everywhere.',
  'columns.savedMost': '{most} saved columns are enough: remove some first.',
  'file.columns': 'The file has no column “User name” (username).',
  'file.sameColumns': 'Two columns of the file hold the same: “{one}” and “{other}”.',
  'file.rows': 'The file has more than {most} rows of users.',
  'filter.fewLeftOut': 'These filters leave out fewer than {least} interviews, so nothing is shown.',
  'filter.savedChanged': 'Somebody else changed these filters meanwhile.',
  'filter.savedMost': '{most} saved filters are enough: remove some first.',
  'filter.savedTaken': 'There are filters named “{title}” already.',
  'invite.domain': 'This universe invites nobody at {domain}.',
  'invite.noMail': 'This user has no mail address to send a link to.',
  'invite.needsMail': 'An invitation needs a mail address.',
  'link.old': 'This link was used already, or it is too old.',
  'link.other': 'This link is for something else.',
  'password.common': 'This password is one of the first that anybody would try.',
  'password.long': 'This password has more than {most} characters.',
  'password.name': 'This password holds the user name.',
  'password.short': 'This password has fewer than {least} characters.',
  'password.wrong': 'This is not your password.',
  'role.changed': 'Somebody else changed this role meanwhile.',
  'role.places': 'The role names what does not exist.',
  'role.taken': 'There is a role “{name}” already.',
  'role.unknown': 'A role does not exist.',
  'secondFactor.above': 'This user may do what you may not: somebody with as many rights resets their second factor.',
  'secondFactor.elsewhere': 'This account signs in elsewhere: a second factor is set up there.',
  'secondFactor.first': 'Recovery codes stand in for a second factor: set one up first.',
  'secondFactor.known': 'An authenticator app is set up already: remove it first.',
  'secondFactor.none': 'This user has no second factor.',
  'secondFactor.off': 'Your universe uses no second factors.',
  'secondFactor.otherUniverse':
    'This user is in universes that you do not manage: an operator resets their second factor.',
  'secondFactor.own': 'Your own second factor is changed in your account, with your password.',
  'secondFactor.passkeyKnown': 'This passkey is known already.',
  'secondFactor.passkeyUnread': 'This passkey could not be read. Begin again.',
  'secondFactor.passkeys': '{most} passkeys are enough.',
  'secondFactor.required': 'Your universe requires a second factor: set up another one first.',
  'secondFactor.root': 'Only root resets the second factor of root.',
  'secondFactor.setUp': 'This universe requires a second factor: set one up first.',
  'secondFactor.wrongCode': 'This is not the code of the app now.',
  'setUp.done': 'This Kaiku is set up already.',
  'universe.changed': 'Somebody else changed this universe meanwhile.',
  'universe.colour':
    'The colour {colour} has a contrast of {contrast}; it has to read on white and under its own text.',
  'universe.picture': 'The logo is no PNG or JPEG picture.',
  'universe.zone': '“{zone}” is no IANA time zone, such as Europe/Helsinki.',
  'user.changed': 'Somebody else changed this user meanwhile.',
  'user.lastManager': 'Nobody would manage the users of this universe any more. Give somebody else that right first.',
  'user.name': '“{name}” is no user name: letters, digits, dots, dashes, underscores, @ and +.',
  'user.root': 'Root is switched off at the command line only.',
  'user.self': 'You cannot deactivate yourself.',
  'user.taken': 'There is a user “{name}” already.',
  'viewAs.readOnly': 'You are looking through somebody else’s eyes: nothing can be changed.',
  'row.character': 'holds a character that no text may hold',
  'row.earlier': 'stands on line {line} of this file already',
  'row.language': 'is no language, such as en, fi, sv or de',
  'row.long': 'is longer than {most} characters',
  'row.mail': 'is no mail address',
  'row.missing': 'is missing',
  'row.role': 'is no role of the universe',
  'row.root': 'root is switched off at the command line only',
  'row.self': 'you cannot deactivate yourself',
  'row.shared': 'belongs to somebody who is in other universes too; it stays “{was}”',
  'row.state': 'is none of invited, active, deactivated',
  'row.taken': 'is taken',
  'row.uninvited': 'somebody who is here already cannot become invited',
  'row.username': 'may hold letters, digits, dots, dashes, underscores, @ and + only',
} as const
export type ReasonKey = keyof typeof reasons
export type ReasonValues = Readonly<Record<string, string | number>>

/** The English sentence of a reason. */
export const reasonText = (key: ReasonKey, values: ReasonValues = {}): string =>
  reasons[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** A refusal that its reader hears in their own language. */
export const refuse = (
  code: FaultCode,
  key: ReasonKey,
  values: ReasonValues = {},
  details: readonly FaultDetail[] = [],
): Fault => new Fault(code, reasonText(key, values), details, { key, values })
