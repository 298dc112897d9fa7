import { type UniverseData, uiLocales, universeCalls } from '@kaiku/contract/universe.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { raiseLoadCounts } from '../feed/load-count.ts'
import { adapt } from '../feed/schema.ts'
import { mount } from '../http/mount.ts'
import { retentionAhead } from '../retention/retention-ahead.ts'
import { forgetRights } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { findUniverse, listUniverses } from '../universe/universe.ts'
import { type NewSettings, readUniverse, saveUniverse, settingsOf } from '../universe/universe-settings.ts'
import { keepVersion, listUniverseVersions, readUniverseVersion } from '../universe/universe-version.ts'

export const universeRoutes = (app: FastifyInstance, stores: Stores) => {
  const read = (universe: string) => inUniverse(stores.pool, universe, (client) => readUniverse(client, universe))
  async function save(who: Viewer, wanted: NewSettings, ip: string): Promise<UniverseData> {
    const actor = actorOf(who, ip)
    const { before, after } = await inUniverse(stores.pool, who.universe, async (client) => {
      const saved = await saveUniverse(client, who.universe, wanted)
      await keepVersion(client, who.universe, saved, actor.name)
      if (showsFiguresAnew(saved.before, saved.after)) await raiseLoadCounts(client, who.universe)
      return saved
    })
    forgetRights(stores)
    if (before.settings.protection !== after.settings.protection) await adaptAll(stores, who.universe)
    const changes = differing(before, after)
    const isOfRetention = retentionKeys.some((key) => key in changes.after && after.settings[key] !== null)
    const erases = isOfRetention
      ? { retentionErases: (await retentionAhead(stores, who.universe, after.settings, Date.now())).tonight }
      : {}
    await record(stores, actor, {
      action: 'universe.change',
      subject: after.name,
      before: changes.before,
      after: { ...changes.after, ...erases },
    })
    return after
  }

  mount(app, universeCalls, {
    async universe(who) {
      const { name, title, settings } = await read(who.universe)
      return { ...settings, name, title }
    },

    universeSettings: (who) => read(who.universe),

    saveUniverse: (who, wanted, { ip }) => save(who, wanted, ip),

    versions: (who) => inUniverse(stores.pool, who.universe, (client) => listUniverseVersions(client, who.universe)),

    async rollBack(who, { to, version }, { ip }) {
      const earlier = await inUniverse(stores.pool, who.universe, (client) =>
        readUniverseVersion(client, who.universe, to),
      )
      return save(who, Object.assign(earlier, { version }), ip)
    },

    async branding(_who, { universe: name }) {
      const all = name === '' ? await listUniverses(stores) : []
      const found = name === '' ? (all.length === 1 ? all[0] : null) : await findUniverse(stores, name)
      if (!found) return { title: '', logo: '', colour: '', locales: [...uiLocales] }
      const { logo, colour, locales } = settingsOf(found.settings)
      return { title: found.title, logo, colour, locales }
    },
  })
}

const retentionKeys = ['retentionDays', 'contactDays', 'personalDays'] as const

/** Protected surveys are made of other rows than those that are not. */
async function adaptAll(stores: Stores, universe: string): Promise<void> {
  const { rows } = await query(
    stores.service,
    { survey: number },
    'select number as survey from survey where universe = $1 and version > 0 order by number',
    [universe],
  )
  for (const { survey } of rows) await adapt(stores, await surveyByNumber(stores, survey))
}

/** Settings that figures are made with: answers of before must not be given after they change. */
const ofFigures = ['protection', 'minimumN', 'minimumNComments', 'fiscalYearStart', 'weekStart'] as const
const showsFiguresAnew = ({ settings: before }: UniverseData, { settings: after }: UniverseData) =>
  ofFigures.some((key) => before[key] !== after[key])

/** Only what is not the same; a logo is too long to be read in a log. */
function differing(before: UniverseData, after: UniverseData) {
  const flat = ({ title, timeZone, settings }: UniverseData) =>
    new Map<string, unknown>(
      Object.entries({
        title,
        timeZone,
        ...settings,
        logo: settings.logo === '' ? '' : `${settings.logo.length} characters`,
      }),
    )
  const [old, now] = [flat(before), flat(after)]
  const changed = [...now.keys()].filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key)))
  const only = (values: Map<string, unknown>) => Object.fromEntries(changed.map((key) => [key, values.get(key)]))
  return { before: only(old), after: only(now) }
}
