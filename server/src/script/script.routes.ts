import { type ScriptLevel, type ScriptValue, scriptCalls } from '@kaiku/contract/script.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { scriptInput } from '../computed/compute.ts'
import { hasComputed, ownValue } from '../computed/computed-variable.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal, maySeeQuestion } from '../figure/personal.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { openScript, ownerOf, shownVariable } from './opened-script.ts'
import { publishScript, refuseProtected, takeVariables } from './publish-script.ts'
import { orderRecalculation } from './recalculation-work.ts'
import { findScript, saveScript, scriptVersion } from './script.store.ts'
import { newestInterviews } from './tried-interview.ts'
import { tryScript } from './try-script.ts'

/** Who may write scripts of a level, beside configuring the survey from which they do. */
const mayWrite = {
  survey: () => true,
  universe: may.manageUniverse,
  global: (who: Viewer) => who.isRoot,
} satisfies Record<ScriptLevel, (who: Viewer) => boolean>

/** Scripts in the hands of who configures: written, tried on interviews, published, computed anew. */
export const scriptRoutes = (app: FastifyInstance, stores: Stores) => {
  const permitted = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'editConfiguration')
  const opened = async (who: Viewer, { level, survey }: { level: ScriptLevel; survey: string }) => {
    const dictionary = await permitted(who, survey)
    if (!mayWrite[level](who)) throw new Fault('forbidden', 'You may not see this.')
    return { dictionary, owner: ownerOf(dictionary, level) }
  }
  mount(app, scriptCalls, {
    async open(who, asked) {
      const { dictionary } = await opened(who, asked)
      return openScript(stores, dictionary, asked.level)
    },
    async version(who, { version, ...asked }) {
      const { owner } = await opened(who, asked)
      const script = await findScript(stores, owner)
      const found = script && (await scriptVersion(stores, owner, script.id, version))
      if (!found) throw new Fault('not_found', 'There is no such version.')
      return { source: found.source }
    },
    async save(who, { source, revision, ...asked }) {
      const { owner } = await opened(who, asked)
      const saved = await saveScript(stores, owner, { source, revision, by: who.username })
      return { revision: saved.revision, by: saved.by, at: saved.at.toISOString() }
    },
    async run(who, { source, interviews: most, ...asked }) {
      const { dictionary } = await opened(who, asked)
      const began = performance.now()
      const interviews = await newestInterviews(stores, who, dictionary, most)
      const trial = await tryScript(
        source,
        interviews.map((one) => scriptInput(dictionary, one)),
      )
      return {
        fault: trial.fault,
        variables: trial.questions.map(shownVariable),
        tests: trial.tests,
        interviews: interviews.map(({ id, day, answers }, at) => ({
          interviewId: id,
          day,
          answers: shownAnswers(who, dictionary, answers),
          gave: trial.results[at]?.gave ?? null,
          fault: trial.results[at]?.fault ?? null,
        })),
        console: trial.console,
        isSteady: trial.isSteady,
        time: interviews.length === 0 ? null : performance.now() - began,
      }
    },
    async publish(who, { revision, ...asked }, { ip }) {
      const { dictionary, owner } = await opened(who, asked)
      return publishScript(stores, who, { owner, dictionary, revision, actor: actorOf(who, ip) })
    },
    async recalculate(who, { survey }) {
      const dictionary = await permitted(who, survey)
      refuseProtected(dictionary)
      if (!hasComputed(dictionary)) throw new Fault('not_found', 'No script computes anything of this survey.')
      return { taskId: await orderRecalculation(stores, dictionary, who) }
    },
    async take(who, { survey, level }, { ip }) {
      const dictionary = await permitted(who, survey)
      return takeVariables(stores, who, dictionary, ownerOf(dictionary, level), actorOf(who, ip))
    },
  })
}

/** What a script read of an interview and its writer may see. */
function shownAnswers(who: Viewer, { questions }: Dictionary, answers: Answers): Record<string, ScriptValue> {
  return Object.fromEntries(
    [...questions].flatMap(([id, { question }]): [string, ScriptValue][] => {
      const isRead = !question.computed && !isPersonal(question) && maySeeQuestion(who, question)
      const own = !isRead ? null : ownValue(question, answers[id])
      return own === null ? [] : [[id, typeof own === 'object' ? [...own] : own]]
    }),
  )
}
