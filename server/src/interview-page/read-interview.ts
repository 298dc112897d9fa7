import type { AnsweredQuestion, Interview } from '@kaiku/contract/interview.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { localise as sayIn, type Translate } from '@kaiku/core/localised.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { exclusionOf } from '../interview-exclusion/interview-exclusion.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { namesOf } from '../person/person-name.ts'
import { pathOf } from '../selection/selection.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import { correctionsOf } from './interview-correction.store.ts'
import { notesOf } from './interview-note.store.ts'
import { shownTranslations } from './interview-translation.store.ts'

/** One interview as the viewer may see it. Personal answers are left out without the right to see them here. */
export async function readInterview(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  locale: string,
): Promise<Interview> {
  const stored = await storedInterview(stores, dictionary, id)
  const { number, answers, original, corrected, tags, quality, translations } = stored
  // Asked side by side; nothing of it is told to who may not open the interview.
  const [opened, told, notes, excluded] = await Promise.all([
    openInterview(stores, who, dictionary, number, 'seeInterviews', stored.day),
    shownTranslations(stores, translations),
    notesOf(stores, who, dictionary, number),
    exclusionOf(stores, dictionary, number),
  ])
  const names = await namesOf(stores.service, [excluded?.person ?? null])
  const { day, leaves, scores, seesPersonal, scope } = opened
  const { settings } = dictionary.definition
  const translate: Translate = (text) => sayIn(text, locale, settings.locale)
  const questions = [...dictionary.questions.values()].flatMap(({ question }) => (question.hidden ? [] : [question]))
  const shown = questions.filter((question) => seesPersonal || !isPersonal(question))
  return {
    interviewId: id,
    survey: dictionary.extName,
    day,
    corrected,
    tags,
    quality,
    exclusion: excluded && {
      at: excluded.at.toISOString(),
      by: names.get(excluded.person ?? '') ?? '',
      reason: excluded.reason,
    },
    scores: [...scores],
    places: leaves.map(({ view, leaf }) => {
      const line = view.tree.line(leaf).map(({ name }) => translate(name))
      const names = [translate(view.view.root.title), ...line]
      const hidden = namesHidden(who, scope, view)
      return {
        view: view.view.extName,
        title: translate(view.view.title),
        path: pathOf(view, leaf),
        names: shownNames(names, hidden),
      }
    }),
    questions: questions.map((question) => answered(dictionary, question, answers, seesPersonal, translate)),
    corrections:
      original === null ? [] : await correctionsOf(stores, dictionary, { number, answers, original }, shown, translate),
    translations: told,
    notes,
  }
}

/** A question with its answer, unless that is withheld. */
export function answered(
  dictionary: Dictionary,
  question: Question,
  answers: Answers,
  seesPersonal: boolean,
  translate: Translate,
): AnsweredQuestion {
  const withheld = isPersonal(question) && !seesPersonal
  return {
    id: question.id,
    title: translate(question.title),
    type: question.type,
    text: question.text === undefined ? null : translate(question.text),
    scale: question.type === 'scale' ? { min: question.min, max: question.max, falling: question.falling } : null,
    unit: question.type === 'number' ? (question.unit ?? null) : null,
    isComment: question.roles.includes('comment'),
    isPersonal: isPersonal(question),
    withheld,
    answer: withheld ? null : shownAnswer(dictionary, question, answers[question.id], translate),
  }
}
