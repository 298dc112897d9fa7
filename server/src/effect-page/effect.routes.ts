import { effectCalls } from '@kaiku/contract/effect.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { partFaults, type Written, withParts, writtenParts } from '../draft/draft-file.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { backfillBlock } from './backfill-block.ts'
import { showDryRun, shownBlocks, shownRuns } from './shown-effects.ts'

const file = 'effects.json'

/** Effect blocks in the hands of who configures the survey: listed, tried on past days, published one by one. */
export const effectRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = async (who: Viewer, survey: string) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'editConfiguration')
    const files = await filesOf(stores, dictionary, dictionary.version)
    return { dictionary, files, blocks: writtenParts(files, file) ?? [] }
  }
  /** Publishes other blocks onto the version that the caller knows. Throws Fault `invalid` with all that is wrong. */
  const change = async (
    who: Viewer,
    survey: string,
    version: number,
    ip: string,
    next: (blocks: readonly Written[], dictionary: Dictionary) => readonly Written[],
  ) => {
    const { dictionary, files, blocks } = await open(who, survey)
    const changed = next(blocks, dictionary)
    const faults = partFaults(files, file, changed)
    if (faults.length > 0) throw refuse('invalid', 'effect.faulty', {}, faults)
    const published = await publish(stores, who.universe, withParts(files, file, changed), who.username, {
      actor: actorOf(who, ip),
      onto: version,
    })
    return { version: published.version }
  }
  const indexOf = (blocks: readonly Written[], id: unknown) => {
    const at = blocks.findIndex((one) => one.id === id)
    if (at < 0) throw new Fault('not_found', 'There is no such block.')
    return at
  }
  mount(app, effectCalls, {
    blocks: async (who, { survey, locale }) => {
      const { dictionary, blocks } = await open(who, survey)
      return shownBlocks(stores, dictionary, blocks, locale ?? who.locale)
    },
    save: (who, { survey, block, version }, { ip }) =>
      change(who, survey, version, ip, (blocks) => blocks.with(indexOf(blocks, block.id), block)),
    create: (who, { survey, block, version }, { ip }) =>
      change(who, survey, version, ip, (blocks) => [...blocks, block]),
    remove: (who, { survey, blockId, version }, { ip }) =>
      change(who, survey, version, ip, (blocks) => blocks.toSpliced(indexOf(blocks, blockId), 1)),
    dryRun: async (who, { survey, block, ...asked }) => {
      const { dictionary, files, blocks } = await open(who, survey)
      const others = blocks.filter(({ id }) => id !== block.id)
      return showDryRun(stores, who, dictionary, withParts(files, file, [...others, block]), asked)
    },
    backfill: async (who, { survey, blockId, count, ...period }, { ip }) => {
      const { dictionary } = await open(who, survey)
      const block = dictionary.definition.effects.find(({ id }) => id === blockId)
      if (!block) throw new Fault('not_found', 'There is no such block.')
      const started = await backfillBlock(stores, dictionary, block, period, { count, now: Date.now() })
      const after = { block: blockId, ...period, started }
      await record(stores, actorOf(who, ip), { action: 'effect.backfill', subject: dictionary.extName, after })
      return { started }
    },
    runs: async (who, { survey, blockId, locale }) => {
      const { dictionary } = await open(who, survey)
      return shownRuns(stores, who, dictionary, blockId ?? null, locale ?? who.locale)
    },
  })
}
