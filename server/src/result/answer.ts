import type { Component } from '@kaiku/contract/page.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { changeDecomposition } from '../change-decomposition/change-decomposition.ts'
import { comments } from '../comment/comments.ts'
import { topics } from '../comment/topics.ts'
import { crosstab } from '../crosstab/crosstab.ts'
import { distribution } from '../distribution/distribution.ts'
import { isAway } from '../fault/away.ts'
import { refuseTelling } from '../figure/protection.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { geographyTiles } from '../geography/geography-tiles.ts'
import { heatMap } from '../heat-map/heat-map.ts'
import { interviewList } from '../interview-list/interview-list.ts'
import { keyDrivers } from '../key-driver/key-driver.ts'
import { rankingTable } from '../ranking/table.ts'
import { tiles, trend } from '../trend/trend.ts'

/**
 * All components of a request at once, so that those that group alike share a scan. One that fails leaves the others
 * whole; while a store is away the request itself fails, so that it is asked again and nothing of it is kept.
 * `askedBy`: what each asks within.
 */
export async function answers(
  askedBy: (component: Component) => QueryContext,
  components: readonly Component[],
  onBug: (error: unknown) => void,
): Promise<Answer[]> {
  const all = await Promise.allSettled(components.map((component) => answer(askedBy, component)))
  return all.map((one) => {
    if (one.status === 'fulfilled') return one.value
    if (isAway(one.reason)) throw one.reason
    if (one.reason instanceof Fault) {
      const { code, message, reason } = one.reason
      return { type: 'Failed', code, message, reason }
    }
    onBug(one.reason)
    return { type: 'Failed', code: 'internal', message: 'This could not be answered.', reason: null }
  })
}

async function answer(askedBy: (component: Component) => QueryContext, component: Component): Promise<Answer> {
  const asked = askedBy(component)
  refuseTelling(asked, component)
  switch (component.type) {
    case 'IndicatorTiles':
      return tiles(asked, component)
    case 'Trend':
      return trend(asked, component)
    case 'Distribution':
      return distribution(asked, component)
    case 'RankingTableComponent':
      return rankingTable(asked, component)
    case 'ChangeDecomposition':
      return changeDecomposition(asked, component)
    case 'KeyDrivers':
      return keyDrivers(asked, component)
    case 'Crosstab':
      return crosstab(asked, component)
    case 'HeatMap':
      return heatMap(asked, component)
    case 'Topics':
      return topics(asked, component)
    case 'GeographyTiles':
      return geographyTiles(asked, component)
    case 'Comments':
      return comments(asked, component)
    case 'InterviewList':
      return interviewList(asked, component)
    case 'AlertLoop':
    case 'AlertList':
    case 'ResponseFunnel':
      return { type: component.type }
    case 'Text':
      return { type: 'Text', text: asked.say(component.text) }
  }
}
