import type { Component, ComponentOf, ComponentType } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
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
import { league } from '../league/league.ts'
import { rankingTable } from '../ranking/table.ts'
import { sqlAnswer } from '../sql/sql.ts'
import { targets } from '../target/targets.ts'
import { tiles, trend } from '../trend/trend.ts'

/**
 * All components of a request at once, so that those that group alike share a scan. One that fails leaves the others
 * whole; while a store is away, or too much is asked at once, the request itself fails, so that it is asked again and
 * nothing of it is kept. `leaves`: those that are yet to be asked for alone.
 * `askedBy`: what each asks within.
 */
export async function answers(
  askedBy: (component: Component) => QueryContext,
  components: readonly Component[],
  onBug: (error: unknown) => void,
  leaves: (component: Component) => boolean,
): Promise<Answer[]> {
  const all = await Promise.allSettled(
    components.map((component) => (leaves(component) ? Promise.resolve(left) : answer(askedBy, component))),
  )
  return all.map((one) => {
    if (one.status === 'fulfilled') return one.value
    if (isAway(one.reason) || (one.reason instanceof Fault && one.reason.code === 'busy')) throw one.reason
    if (one.reason instanceof Fault) {
      const { code, message, reason } = one.reason
      return { type: 'Failed', code, message, reason }
    }
    onBug(one.reason)
    return { type: 'Failed', code: 'internal', message: 'This could not be answered.', reason: null }
  })
}

const left: Answer = { type: 'Sql', found: null }

type Answering<T extends ComponentType> = {
  readonly answer: (asked: QueryContext, component: ComponentOf<T>) => Promise<AnswerOf<T>> | AnswerOf<T>
  /** The indicators that an answer names; how they are shown is told beside. */
  readonly names: (answer: AnswerOf<T>) => readonly string[]
}
const none = () => []
const own = ({ indicator }: { readonly indicator: string | null }) => (indicator === null ? [] : [indicator])
const all = ({ indicators }: { readonly indicators: readonly string[] }) => indicators

/** What answers each type of component. A type without an answer does not compile. */
const answering: { readonly [T in ComponentType]: Answering<T> } = {
  IndicatorTiles: { answer: tiles, names: (answer) => answer.tiles.flatMap(own) },
  Trend: { answer: trend, names: all },
  Distribution: { answer: distribution, names: none },
  RankingTableComponent: { answer: rankingTable, names: all },
  Targets: { answer: targets, names: all },
  ChangeDecomposition: { answer: changeDecomposition, names: own },
  KeyDrivers: { answer: keyDrivers, names: ({ outcome }) => [outcome] },
  Crosstab: { answer: crosstab, names: own },
  HeatMap: { answer: heatMap, names: none },
  Topics: { answer: topics, names: own },
  GeographyTiles: { answer: geographyTiles, names: ({ ranking }) => ranking.indicators },
  Comments: { answer: comments, names: (answer) => answer.comments.flatMap(({ scores }) => scores.flatMap(own)) },
  InterviewList: { answer: interviewList, names: all },
  AlertLoop: { answer: (_, { type }) => ({ type }), names: none },
  AlertList: { answer: (_, { type }) => ({ type }), names: none },
  ResponseFunnel: { answer: (_, { type }) => ({ type }), names: none },
  MailCampaignsListComponent: { answer: (_, { type }) => ({ type }), names: none },
  MailCampaignDetailsComponent: { answer: (_, { type }) => ({ type }), names: none },
  GamificationOverviewConfig: { answer: league, names: all },
  Sql: { answer: sqlAnswer, names: none },
  Text: { answer: ({ translate }, { type, text }) => ({ type, text: translate(text) }), names: none },
}

async function answer(askedBy: (component: Component) => QueryContext, component: Component): Promise<Answer> {
  const asked = askedBy(component)
  refuseTelling(asked, component)
  return answerTo(asked, component.type, component)
}

const answerTo = <T extends ComponentType>(asked: QueryContext, type: T, component: ComponentOf<T>) =>
  answering[type].answer(asked, component)

const namesIn = <T extends ComponentType>(type: T, answer: AnswerOf<T>) => answering[type].names(answer)

/** The indicators that an answer names. */
export const indicatorsIn = (answer: Answer): readonly string[] =>
  answer.type === 'Failed' ? [] : namesIn(answer.type, answer)
