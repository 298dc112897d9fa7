import { filterCalls } from '@kaiku/contract/filter.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { surveyFor } from '../preview/previewed-survey.ts'
import { recordLook } from '../protection/look.ts'
import { questionFor } from '../result/result.ts'
import { openServer } from '../result/served.ts'
import { findFilter } from '../selection/filter-door.ts'
import { campaignOptions } from './campaign-options.ts'
import { filterSet, isOffered, searchOptions, withQuestionFilters } from './filter.ts'
import { tableDateOptions } from './table-date.ts'

const cacheBytes = 16 * 1024 ** 2

export const filterRoutes = (app: FastifyInstance, stores: Stores, configuration: Configuration) => {
  const server = openServer(stores, { cache: configuration.cache, mostBytes: cacheBytes })
  mount(app, filterCalls, {
    async list(who, { survey, type, path, locale }, { headers, ip }) {
      const dictionary = await surveyFor(stores, who, survey)
      const whole = await wholePath(stores, dictionary, path ?? startOf(dictionary))
      await recordLook(stores, who, ip, dictionary, { path: whole })
      const question = questionFor(stores, who, dictionary, { path: whole, compare: 'none', locale }, Date.now())
      return server.serve(question, ['filters', type], headers, () =>
        filterSet(question, withQuestionFilters(question, type)),
      )
    },
    async query(who, { survey, filter: name, query, path, limit, locale }, { ip }) {
      const dictionary = await surveyFor(stores, who, survey)
      const found = findFilter(dictionary, name)
      if (!found || !isOffered({ who, dictionary }, found.filter))
        throw new Fault('not_found', `There is no filter "${name}".`)
      const whole = await wholePath(stores, dictionary, path ?? startOf(dictionary))
      await recordLook(stores, who, ip, dictionary, { path: whole })
      const question = questionFor(stores, who, dictionary, { path: whole, compare: 'none', locale }, Date.now())
      const { filter, stored } = found
      if (filter.campaign) return campaignOptions(question)
      return stored ? searchOptions(question, filter, stored, query, limit) : tableDateOptions(question)
    },
  })
}

/** The root of the first view, without filters. */
function startOf({ definition }: Dictionary): string {
  const [view] = definition.views
  return view ? formatPath([view.extName, view.root.id]) : ''
}
