import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import { type effectCalls, type RunOutcome, type RunReason, runReasons } from '@kaiku/contract/effect.ts'
import { isToPerson, type PersonEffect } from '@kaiku/contract/effect-block.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { refuseDisorder } from '../alert-rule-page/shown-dry-run.ts'
import { placeOf, translatorOf } from '../alert-words/alert-words.ts'
import { type ConditionStanding, conditionKey, conditionStandings } from '../condition-script/condition-standing.ts'
import { tryCondition } from '../condition-script/try-condition.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Written } from '../draft/draft-file.ts'
import { dryRunBlock, type EffectDryRun } from '../effect/effect-dry-run.ts'
import { permissionFor } from '../effect/effect-mail.ts'
import { newestRuns, type StoredRun, standingsOf } from '../effect/effect-standing.ts'
import { statesOfLetters } from '../letter/letter-batch.ts'
import { mailStates } from '../mail/mail-status.ts'
import { endsOfEffects } from '../recipient/earlier-message.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'
import { smsStates } from '../sms/send-sms.ts'
import { plainTemplates } from '../template/template.ts'
import { labelsFor } from '../webhook/delivery.ts'

type Calls = typeof effectCalls

/** The published blocks as they are written, with what each has done and what they may name. */
export async function shownBlocks(
  stores: Stores,
  dictionary: Dictionary,
  blocks: readonly Written[],
  locale: string,
): Promise<ReplyOf<Calls['blocks']>> {
  const translate = translatorOf(dictionary, locale)
  const standings = await standingsOf(stores, dictionary)
  const scripts = await inUniverse(stores.pool, dictionary.universe, (client) => conditionStandings(client, dictionary))
  const plain = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const titles = async (kind: MessageKind) =>
      [...(await plainTemplates(client, dictionary, kind, null)).keys()].sort((a, b) => a.localeCompare(b))
    return { personMail: await titles('mail'), personSms: await titles('sms'), letter: await titles('letter') }
  })
  const handlers = await handlersOf(stores, dictionary)
  const { rules, placeRules, replies } = dictionary.definition.alertRules
  return {
    version: dictionary.version,
    blocks: blocks.map((written) => {
      const title = storedLocalised.safeParse(written.title)
      const { runs = 0, waiting = 0, failed = 0, lastAt = null } = standings.get(String(written.id)) ?? {}
      return {
        id: String(written.id),
        title: title.success ? translate(title.data) : '',
        written,
        runs,
        waiting,
        failed,
        lastAt: lastAt?.toISOString() ?? null,
        script: shownStanding(
          typeof written.script === 'string' ? scripts.get(conditionKey(written.script)) : undefined,
        ),
      }
    }),
    roles: [...new Set(handlers.map(({ role }) => role))].sort((a, b) => a.localeCompare(b)),
    webhooks: await labelsFor(stores, dictionary.universe, dictionary.survey),
    rules: [...rules, ...placeRules].map(({ id, title }) => ({ id, title: translate(title) })),
    templates: replies.templates.map(({ id, title }) => ({ id, title: translate(title) })),
    plainTemplates: plain,
  }
}

const shownStanding = (standing: ConditionStanding | undefined) =>
  standing
    ? {
        failed: standing.failed,
        fault: standing.fault,
        line: standing.line,
        stoppedAt: standing.stoppedAt?.toISOString() ?? null,
      }
    : null

const mostExamples = 100

/** The name of a place as the viewer may be told it. */
function placeNamer(who: Viewer, dictionary: Dictionary, locale: string) {
  const speaker = {
    dictionary,
    who,
    translate: translatorOf(dictionary, locale),
    scope: scopeOf(who, dictionary, 'editConfiguration'),
  }
  const [first] = dictionary.definition.views
  return (leaves: readonly number[], view = first?.extName ?? '') =>
    placeOf(speaker, { view, leaves }).names.at(-1) ?? ''
}

/** Whom a block would have touched, as whoever edits the configuration is told. Throws Fault `invalid` for one with faults. */
export async function showDryRun(
  stores: Stores,
  who: Viewer,
  published: Dictionary,
  files: Files,
  { from, to, locale }: Omit<InputOf<Calls['dryRun']>, 'survey' | 'block'>,
): Promise<ReplyOf<Calls['dryRun']>> {
  refuseDisorder({ from, to })
  const { definition } = readDefinition(files)
  // Universes may settle more than the files say.
  const { settings } = published.definition
  const dictionary = Object.assign({}, published, { definition: Object.assign({}, definition, { settings }) })
  const block = definition.effects.at(-1)
  const tried = block?.script === undefined ? null : await tryCondition(block.script, [])
  const run = block && !tried?.fault ? await dryRunBlock(stores, dictionary, block, { from, to }) : null
  const touched = run?.touched ?? []
  const days = new Map<string, { count: number; touched: number }>()
  for (const { day, isTouched } of touched) {
    const before = days.get(day) ?? { count: 0, touched: 0 }
    days.set(day, { count: before.count + 1, touched: before.touched + Number(isTouched) })
  }
  const nameOf = placeNamer(who, dictionary, locale ?? who.locale)
  return {
    looked: run?.looked ?? 0,
    total: touched.length,
    touched: touched.filter(({ isTouched }) => isTouched).length,
    isCut: run?.isCut ?? false,
    script: tried && { fault: tried.fault, tests: [...tried.tests], failed: run?.failed ?? 0 },
    people: block?.effects.filter(isToPerson).map(({ type }) => reachedBy(type, touched)) ?? [],
    days: [...days].map(([day, counts]) => ({ day, ...counts })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    examples: touched
      .filter(({ alert, sample, leaves }) =>
        reaches(who, dictionary, permissionFor({ alertId: alert, sampleId: sample }), leaves),
      )
      .slice(0, mostExamples)
      .map(({ interviewId, alert, sample, day, leaves, isTouched, people }) => ({
        left: people.flatMap(({ effect, reason }) => (reason === null ? [] : [{ effect, reason }])),
        interviewId: reaches(who, dictionary, 'seeInterviews', leaves) ? interviewId : null,
        alertId: alert,
        sampleId: sample,
        day,
        place: nameOf(leaves),
        isTouched,
      })),
  }
}

function reachedBy(effect: PersonEffect['type'], touched: EffectDryRun['touched']) {
  const reasons = touched.map(({ people }) => people.find((one) => one.effect === effect)?.reason ?? null)
  const left = new Map<RunReason, number>()
  for (const reason of reasons) if (reason !== null) left.set(reason, (left.get(reason) ?? 0) + 1)
  return {
    effect,
    reached: reasons.filter((reason) => reason === null).length,
    left: runReasons.flatMap((reason) => {
      const count = left.get(reason)
      return count === undefined ? [] : [{ reason, count }]
    }),
  }
}

/** What was done last, each with what became of it. */
export async function shownRuns(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  block: string | null,
  locale: string,
): Promise<ReplyOf<Calls['runs']>> {
  const runs = await newestRuns(stores, dictionary, block)
  const ids = runs.flatMap(({ messages }) => messages)
  const { letters, ends } = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    letters: await statesOfLetters(client, dictionary.universe, ids),
    ends: await endsOfEffects(
      client,
      dictionary.universe,
      runs.map(({ runId }) => runId),
    ),
  }))
  const states = new Map([...(await mailStates(stores.service, ids)), ...(await smsStates(stores, ids)), ...letters])
  const translate = translatorOf(dictionary, locale)
  const nameOf = placeNamer(who, dictionary, locale)
  return runs.map((run) => {
    const { runId, effect, at, doneAt, version, leaves, alertId, sampleId } = run
    return {
      runId,
      effect,
      version,
      isBackfilled: run.backfilled,
      block: { id: run.block, title: translate(run.blockTitle) },
      ...endOf(run, states, ends.get(runId)),
      at: at.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
      interviewId: reaches(who, dictionary, 'seeInterviews', leaves) ? run.interviewId : null,
      alertId: reaches(who, dictionary, 'handleAlerts', leaves) ? alertId : null,
      sampleId: reaches(who, dictionary, 'manageSamples', leaves) ? sampleId : null,
      place: nameOf(leaves, run.view ?? undefined),
    }
  })
}

/** What became of it: of a message to a person also what was heard after it was handed over. */
function endOf(
  run: StoredRun,
  states: ReadonlyMap<string, RunOutcome>,
  end: { readonly state: string; readonly reason: string | null } | undefined,
): { readonly outcome: RunOutcome; readonly reason: RunReason | null } {
  if (end?.state === 'left') return { outcome: 'nothing', reason: 'optedOut' }
  const cameBack = end?.reason === 'bounced' || end?.reason === 'returned'
  if (cameBack || end?.reason === 'notSent') return { outcome: 'failed', reason: cameBack ? 'returned' : null }
  return { outcome: outcomeOf(run, states), reason: run.reason }
}

/** Of several messages the worst; those that are not there any more were sent. */
function outcomeOf({ state, messages }: StoredRun, states: ReadonlyMap<string, RunOutcome>): RunOutcome {
  if (state !== 'done' || messages.length === 0) return state
  const all = messages.map((id) => states.get(id) ?? 'sent')
  return (['failed', 'unknown', 'waiting', 'gathered', 'made'] as const).find((one) => all.includes(one)) ?? 'sent'
}
