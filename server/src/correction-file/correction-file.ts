import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { CorrectionReport, correctionFileCalls } from '@kaiku/contract/correction-file.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise, type Translate } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdSurvey } from '../dictionary/hold-survey.ts'
import { keptRejects } from '../import-log/import-log.ts'
import { type CorrectedInterview, storeCorrections } from '../interview/stored-interview.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { type Placer, placer } from '../view/place.ts'
import { changesOfFile, endFile, keepFile } from './correction-file.store.ts'
import {
  byInterview,
  type CorrectionPlan,
  correctionRights,
  isSame,
  planCorrections,
  withAnswers,
} from './correction-plan.ts'
import { type ReadCorrections, readCorrectionFile } from './read-correction-file.ts'

const shownChanges = 500

export type CorrectHow = {
  readonly preview: boolean
  /** Whether the good values are taken where others are rejected. */
  readonly leaveRejects: boolean
  /** Of the preview. */
  readonly seen: string
  readonly locale: string
}

/**
 * Corrects interviews by a file, in one transaction: all of its values, or where rejects are left all good ones. Throws
 * Fault `invalid` for a file that cannot be read as one, `conflict` where anything else would be done than was seen.
 */
export async function correctByFile(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  file: string,
  how: CorrectHow,
): Promise<CorrectionReport> {
  correctionRights(who, dictionary)
  const read = await readCorrectionFile(dictionary, file)
  const places = placer(dictionary)
  return inUniverse(pool, dictionary.universe, async (client) => {
    if (!how.preview) await holdSurvey(client, dictionary.survey)
    const plan = await planCorrections(client, who, dictionary, places, read)
    const told = reportOf(dictionary, read, plan, how.locale)
    if (how.preview) return told
    if (plan.seen !== how.seen) throw refuse('conflict', 'correctionFile.meanwhile')
    if (plan.rejects.length > 0 && !how.leaveRejects)
      throw refuse('invalid', 'correctionFile.rejects', { n: plan.rejects.length })
    if (plan.changes.length === 0) return { ...told, state: 'done' }
    await storeAll(client, dictionary, places, plan.interviews, who.userId)
    const kept = { file: read.file, rejected: plan.rejects.length, person: who.userId }
    const changes = plan.changes.map(({ number, question, before, after }) => ({
      number,
      question: question.id,
      before,
      after,
    }))
    return { ...told, state: 'done', fileId: await keepFile(client, dictionary, kept, changes) }
  })
}

async function storeAll(
  client: pg.PoolClient,
  dictionary: Dictionary,
  places: Placer,
  interviews: readonly CorrectedInterview[],
  by: string,
) {
  const written = await storeCorrections(client, dictionary, places, interviews, by)
  if (written.length !== interviews.length) throw refuse('conflict', 'correctionFile.meanwhile')
}

const translator =
  ({ definition }: Dictionary, locale: string): Translate =>
  (text) =>
    localise(text, locale, definition.settings.locale)

function reportOf(
  dictionary: Dictionary,
  { file, ignored, values, rejects: unread }: ReadCorrections,
  { changes, interviews, unchanged, rejects, seen }: CorrectionPlan,
  locale: string,
): CorrectionReport {
  const translate = translator(dictionary, locale)
  return {
    fileId: null,
    file,
    state: 'preview',
    values: values.length + unread.length,
    changed: changes.length,
    interviews: interviews.length,
    unchanged,
    rejected: rejects.length,
    ignored: [...ignored],
    changes: changes.slice(0, shownChanges).map(({ line, interviewId, question, before, after }) => ({
      line,
      interviewId,
      question: question.id,
      title: translate(question.title),
      type: question.type,
      before: shownAnswer(dictionary, question, before, translate),
      after: shownAnswer(dictionary, question, after, translate),
    })),
    rejects: rejects.slice(0, keptRejects),
    seen,
  }
}

type Undone = ReplyOf<(typeof correctionFileCalls)['undo']>

/**
 * Takes the corrections of a file back, but for values that somebody changed since. Throws Fault `not_found`, `forbidden`
 * where it corrected what the viewer may not, `conflict` where it was taken back before.
 */
export async function undoFile(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  file: string,
  locale: string,
): Promise<Undone> {
  const rights = correctionRights(who, dictionary)
  const places = placer(dictionary)
  const translate = translator(dictionary, locale)
  return inUniverse(pool, dictionary.universe, async (client) => {
    await holdSurvey(client, dictionary.survey)
    const found = await changesOfFile(client, dictionary, file)
    if (!found) throw new Fault('not_found', 'There is no such file of corrections.')
    if (found.isUndone) throw refuse('conflict', 'correctionFile.undone')
    const known = found.changes.flatMap((change) => {
      const question = dictionary.questions.get(change.question)?.question
      // A question that is gone or hidden since is nobody's to change.
      return question && !question.hidden ? [{ ...change, question }] : []
    })
    const isOwn = known.every(
      ({ question, leaves }) => rights.reaches(leaves) && rights.sees(question, leaves) && !rights.isFixed(question),
    )
    if (!isOwn || found.changes.some(({ leaves }) => !rights.reaches(leaves)))
      throw refuse('forbidden', 'correctionFile.elsewhere')
    const isUntouched = ({ question, answers, after }: (typeof known)[number]) =>
      isSame(answers[question.id] ?? null, after)
    const interviews = byInterview(known.filter(isUntouched)).flatMap(([first, ...more]): CorrectedInterview[] => {
      if (!first) return []
      const old = new Map([first, ...more].map(({ question, before }) => [question.id, before]))
      const answers = withAnswers(first.answers, old)
      return places.refusal(answers) ? [] : [{ number: first.number, answers, before: first.answers }]
    })
    const back = new Set(interviews.map(({ number }) => number))
    const restored = known.filter((change) => back.has(change.number) && isUntouched(change))
    await storeAll(client, dictionary, places, interviews, who.userId)
    const ids = restored.map(({ number, question }) => ({ number, question: question.id }))
    await endFile(client, dictionary, file, who.userId, ids)
    const kept = known.filter((change) => !restored.includes(change))
    return {
      restored: restored.length,
      kept: kept.slice(0, shownChanges).map(({ id, question, answers }) => ({
        interviewId: id,
        question: question.id,
        title: translate(question.title),
        type: question.type,
        now: shownAnswer(dictionary, question, answers[question.id], translate),
      })),
    }
  })
}
