import type { Question } from '@kaiku/contract/question.ts'
import { may, type Permission, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { openScan, type Scan } from '../aggregate/scan.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { attributeIds, isUserAttribute } from '../dictionary/interview-attribute.ts'
import { isEverywhere, type Scope, scopeKey, scopeOf, withinBoth } from '../selection/scope.ts'
import type { Selection } from '../selection/selection.ts'
import type { QueryContext } from './query-context.ts'

const roles = new Set(['contact', 'identifier', 'pii'])

/** Whether a question's answers tell who somebody is. */
export const isPersonal = (question: Question): boolean => question.roles.some((role) => roles.has(role))

/** Whether a question's answers are what people wrote, but for who they are, or what was found in it. */
const isHeard = (question: Question): boolean =>
  (question.type === 'text' && !isPersonal(question)) || question.roles.includes('comment')

/** Whether a question may be shown, offered as a filter or broken down by. */
export const maySeeQuestion = (who: Viewer, question: Question): boolean =>
  !question.hidden &&
  (!isPersonal(question) || may.seeContacts(who)) &&
  (!isHeard(question) || may.seeComments(who)) &&
  (!isUserAttribute(question) || may.seeInterviews(who))

/**
 * A selection that is filtered by personal answers, by what comments say or by what people said about interviews, or shows some, holds only where the viewer
 * may see those; by campaigns, only where they may send some.
 */
export function narrowedByPersonal(who: Viewer, selection: Selection, ...shown: readonly Question[]): Selection {
  const questions = [...shown, ...selection.chosen.map(({ stored }) => stored.question)]
  const isCampaign = ({ id }: Question) => id === attributeIds.campaign
  const own = narrowed(
    who,
    selection,
    questions.filter((question) => !isCampaign(question)),
  )
  if (!questions.some(isCampaign)) return own
  return { ...own, scope: withinBoth(own.scope, scopeOf(who, selection.dictionary, 'sendCampaigns')) }
}

/** Whether showing a question's answers leaves every place of a scope in: the viewer may see them wherever it reaches. */
export function keepsAll(who: Viewer, dictionary: Dictionary, question: Question, own: Scope): boolean {
  if (!maySeeQuestion(who, question)) return false
  const everywhere = (permission: Permission) => isEverywhere(scopeOf(who, dictionary, permission))
  const same = (permission: Permission) =>
    everywhere(permission) || scopeKey(scopeOf(who, dictionary, permission)) === scopeKey(own)
  return (!isPersonal(question) || same('seeContacts')) && (!isHeard(question) || same('seeComments'))
}

/** The scan that a component may make of some questions' answers. Throws Fault `forbidden` without the right. */
export function scanOf({ who, scan }: QueryContext, ...questions: readonly Question[]): Scan {
  const selection = narrowed(who, scan.selection, questions)
  if (selection === scan.selection) return scan
  return openScan(scan.stores, selection, scan.compared, scan.options)
}

function narrowed(who: Viewer, selection: Selection, questions: readonly Question[]): Selection {
  const { dictionary } = selection
  let { scope } = selection
  const hidden = questions.find((question) => question.hidden)
  if (hidden) throw refuse('invalid', 'figure.question', { id: hidden.id })
  if (questions.some(isPersonal)) {
    if (!may.seeContacts(who)) throw new Fault('forbidden', 'This tells who somebody is: you may not see it.')
    scope = withinBoth(scope, scopeOf(who, dictionary, 'seeContacts'))
  }
  if (questions.some(isHeard)) scope = withinBoth(scope, scopeOf(who, dictionary, 'seeComments'))
  if (questions.some(isUserAttribute)) scope = withinBoth(scope, scopeOf(who, dictionary, 'seeInterviews'))
  return scope === selection.scope ? selection : { ...selection, scope }
}
