import type { Question } from '@kaiku/contract/question.ts'
import { may, type Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import type { Asked } from './asked.ts'
import { openScan, type Scan } from './scan.ts'
import { scopeOf, withinBoth } from './scope.ts'
import type { Selection } from './selection.ts'

const roles = new Set(['contact', 'identifier', 'pii'])

/** Whether a question's answers tell who somebody is. */
export const isPersonal = (question: Question): boolean => question.roles.some((role) => roles.has(role))

/** Whether a question may be shown, offered as a filter or broken down by. */
export const maySeeQuestion = (who: Who, question: Question): boolean => !isPersonal(question) || may.seeContacts(who)

/** A selection that is filtered by personal answers, or shows some, holds only where the viewer may see those. */
export function narrowedByPersonal(who: Who, selection: Selection, ...shown: readonly Question[]): Selection {
  const questions = [...shown, ...selection.chosen.map(({ kept }) => kept.question)]
  if (!questions.some(isPersonal)) return selection
  return { ...selection, scope: withPersonal(who, selection.dictionary, selection.scope) }
}

/** The scan that a component may make of some questions' answers. Throws Fault `forbidden` without the right. */
export function scanOf({ who, dictionary, scan }: Asked, ...questions: readonly Question[]): Scan {
  if (!questions.some(isPersonal)) return scan
  const selection = { ...scan.selection, scope: withPersonal(who, dictionary, scan.selection.scope) }
  return openScan(scan.stores, selection, scan.compared, scan.options)
}

function withPersonal(who: Who, dictionary: Dictionary, scope: Selection['scope']): Selection['scope'] {
  if (!may.seeContacts(who)) throw new Fault('forbidden', 'This tells who somebody is: you may not see it.')
  return withinBoth(dictionary, scope, scopeOf(who, dictionary, 'seeContacts'))
}
