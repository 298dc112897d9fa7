import { z } from 'zod'
import { call } from './call.ts'
import { effectTypes, personEffectTypes } from './effect-block.ts'
import { askedDay, day, name } from './localised.ts'
import { scriptFault, scriptFaultNames } from './script.ts'
import { version, versionInAddress } from './version.ts'

const params = z.strictObject({ survey: z.string().min(1).max(200) })
const locale = z.string().max(20).optional()
const period = { from: askedDay, to: askedDay }
/** As it is written in `effects.json`, right or not. */
const written = z.record(z.string().max(200), z.unknown())
/** A block and the published version as the caller knows it; onto another one nothing is published. */
const saved = z.strictObject({ block: written, version: version.min(1) })
const published = z.object({ version: z.int() })

/**
 * What became of an effect. `waiting`: it is done soon; `done`; `sent`: the mail server or the gateway took all of it; `unknown`: whether
 * it took it was not heard, so it is not sent again; `gathered`: a letter lies with others and waits to be made; `made`: it is
 * in a file for a printer; `nothing`: there was nothing to do, as `reason` says; `failed`: it was given up.
 */
export const runOutcomes = ['waiting', 'done', 'sent', 'unknown', 'gathered', 'made', 'nothing', 'failed'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** Why there was nothing to do, or what became of a message to a person later. */
export const runReasons = [
  ...(['gone', 'place', 'nobody', 'noAddress', 'noRight', 'noContact', 'optedOut'] as const),
  ...(['noWebhook', 'otherSurvey', 'noGateway', 'noTemplate'] as const),
  ...(['noSample', 'noPostalAddress', 'returned', 'excluded', 'noLetter'] as const),
  ...(['noPhone', 'resting'] as const),
] as const
export type RunReason = (typeof runReasons)[number]

/** One effect on one interview or sample, or of one change of an alert. */
const run = z.object({
  runId: z.uuid(),
  block: z.object({ id: z.string(), title: z.string() }),
  effect: z.enum(effectTypes),
  outcome: z.enum(runOutcomes),
  reason: z.enum(runReasons).nullable(),
  /** When it was asked for, and done; null: not yet. */
  at: z.string(),
  doneAt: z.string().nullable(),
  /** The version of the definition that asked for it. */
  version: z.int(),
  /** Null: it was of an alert about a place, or the viewer may not open it. */
  interviewId: z.uuid().nullable(),
  alertId: z.uuid().nullable(),
  sampleId: z.uuid().nullable(),
  place: z.string(),
  isBackfilled: z.boolean(),
})
export type EffectRun = z.output<typeof run>

export const effectCalls = {
  blocks: call({
    method: 'GET',
    path: 'vuejs/surveys/effectblocks/:survey',
    summary: 'The published effect blocks, as they are written, with what each has done',
    params,
    query: z.strictObject({ locale }),
    reply: z.object({
      version: z.int(),
      blocks: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          written,
          /** Effects so far, and how many of them wait or were given up. */
          runs: z.int(),
          waiting: z.int(),
          failed: z.int(),
          lastAt: z.string().nullable(),
          /** On how many the script of its condition failed, why last, and since when it is not asked any more; null: on none. */
          script: z
            .object({
              failed: z.int(),
              fault: z.enum(scriptFaultNames),
              line: z.int().nullable(),
              stoppedAt: z.iso.datetime().nullable(),
            })
            .nullable(),
        }),
      ),
      /** What blocks may name: roles that somebody handles alerts by, labels of webhooks, rules of alerts and templates of replies. */
      roles: z.array(z.string()),
      webhooks: z.array(z.string()),
      rules: z.array(z.object({ id: z.string(), title: z.string() })),
      /** What customers of alerts are written by. */
      templates: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Titles of published templates that lead to no form, by what sends them. */
      plainTemplates: z.record(z.enum(personEffectTypes), z.array(z.string())),
    }),
    needs: 'editConfiguration',
  }),
  save: call({
    method: 'POST',
    path: 'vuejs/surveys/effectblocks/:survey',
    summary: 'Put a block in place of the one of its id, as the next version of `effects.json`',
    params,
    body: saved,
    reply: published,
    needs: 'editConfiguration',
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/surveys/effectblocks/create/:survey',
    summary: 'Add a block, as the next version of `effects.json`',
    params,
    body: saved,
    reply: published,
    needs: 'editConfiguration',
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/surveys/effectblocks/:survey/:blockId/:version',
    summary: 'Take a block away, as the next version of `effects.json`; what it has done stays listed',
    params: params.extend({ blockId: name, version: versionInAddress }),
    reply: published,
    needs: 'editConfiguration',
  }),
  dryRun: call({
    method: 'POST',
    path: 'vuejs/surveys/effectblocks/dryrun/:survey',
    summary: 'Who would have been touched by a block over past days; touches nobody',
    params,
    body: z.strictObject({
      /** Published or not. */
      block: written,
      ...period,
      locale,
    }),
    reply: z.object({
      /** Interviews of these days; of a block on alerts or samples, what became of alerts, and samples that came. */
      looked: z.int(),
      total: z.int(),
      /** Of the total, those of which all effects have followed already. */
      touched: z.int(),
      /** Only the newest were looked at, because there are so many. */
      isCut: z.boolean(),
      /** What came of the script of its condition; null: it has none. */
      script: z
        .object({
          /** Of the script as a whole: nobody meets it. */
          fault: scriptFault.nullable(),
          tests: z.array(z.object({ name: z.string(), passed: z.boolean(), fault: scriptFault.nullable() })),
          /** On how many it failed: none of them meets it. */
          failed: z.int(),
        })
        .nullable(),
      /** Of each effect that writes to people: to how many of the total it would as things stand, and why not to others. */
      people: z.array(
        z.object({
          effect: z.enum(personEffectTypes),
          reached: z.int(),
          left: z.array(z.object({ reason: z.enum(runReasons), count: z.int() })),
        }),
      ),
      days: z.array(z.object({ day, count: z.int(), touched: z.int() })),
      /** The newest, of those that the viewer may open. */
      examples: z.array(
        z.object({
          interviewId: z.uuid().nullable(),
          alertId: z.uuid().nullable(),
          sampleId: z.uuid().nullable(),
          day,
          place: z.string(),
          isTouched: z.boolean(),
          /** Which messages they would not get, and why. */
          left: z.array(z.object({ effect: z.enum(personEffectTypes), reason: z.enum(runReasons) })),
        }),
      ),
    }),
    needs: 'editConfiguration',
    changesNothing: true,
  }),
  backfill: call({
    method: 'POST',
    path: 'vuejs/surveys/effectblocks/backfill/:survey',
    summary:
      'Let a published block do for past days what a dry run lists and is not done yet; done again it does nothing more',
    params,
    body: z.strictObject({
      blockId: name,
      ...period,
      /** How many that are, as whoever asks was told: if there are others by now, nothing is done. */
      count: z.int().min(1).max(1_000_000),
    }),
    reply: z.object({ started: z.int() }),
    needs: 'editConfiguration',
  }),
  runs: call({
    method: 'GET',
    path: 'vuejs/surveys/effectblocks/runs/:survey',
    summary: 'At most two hundred effects with what became of them, the newest first',
    params,
    query: z.strictObject({ blockId: name.optional(), locale }),
    reply: z.array(run),
    needs: 'editConfiguration',
  }),
}
