import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Figure } from '@kaiku/contract/figure.ts'
import type { RankingRow } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { AnswerOf, Place, resultCalls } from '@kaiku/contract/result.ts'

type Reply = ReplyOf<typeof resultCalls.query>

/** Asks a survey for figures over HTTP, as any client does. */
export type Figures = ReturnType<typeof figuresOf>

export function figuresOf(address: string, authorization: string, universe: string, survey: string) {
  const at = (kind: string, path: string) =>
    `${address}/api/result/${kind}/${survey}/${encodeURIComponent(path)}?compare=none`
  const headers = { authorization, 'kaiku-universe': universe, 'content-type': 'application/json' }

  /** A server that has too much to do asks to be asked again. */
  const ask = async (url: string, more: RequestInit = {}): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const reply = await fetch(url, { ...more, headers })
      if (reply.status !== 503 || tries === 10) return reply
      await sleep(1_000)
    }
  }
  const json = async <T>(reply: Response): Promise<T> => {
    if (!reply.ok) throw new Error(`${reply.status} ${reply.url}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const one = async <T extends 'IndicatorTiles' | 'Trend' | 'Distribution' | 'RankingTableComponent' | 'Comments'>(
    path: string,
    component: { type: T } & Record<string, unknown>,
  ): Promise<AnswerOf<T>> => {
    const reply = await json<Reply>(
      await ask(at('query', path), { method: 'POST', body: JSON.stringify({ components: [component] }) }),
    )
    const [answer] = reply.answers
    if (answer?.type !== component.type) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as AnswerOf<T>
  }
  const cellOf = (row: RankingRow, indicator: string) => {
    const cell = row.cells.find((found) => found.indicator === indicator)
    if (!cell) throw new Error(`no ${indicator} in ${row.name}`)
    return cell
  }

  return {
    place: async (path: string): Promise<Place> => json<Place>(await ask(at('place', path))),
    count: async (path: string): Promise<number | null> =>
      (await json<Place>(await ask(at('place', path)))).nInterviews,
    async tile(path: string, indicator: string): Promise<Figure> {
      const { tiles } = await one(path, { type: 'IndicatorTiles', indicators: [indicator], spark: false })
      const [tile] = tiles
      if (!tile) throw new Error(`no tile ${indicator}`)
      return tile.figure
    },
    tiles: async (path: string, indicators: readonly string[]) =>
      (await one(path, { type: 'IndicatorTiles', indicators, spark: false })).tiles,
    ranking: async (path: string, indicators: readonly string[], more: Record<string, unknown> = {}) =>
      rankingRows(await one(path, { type: 'RankingTableComponent', indicators, spark: false, ...more })),
    cellOf,
    distribution: (path: string, question: string) => one(path, { type: 'Distribution', question }),
    trend: (path: string, by: string) => one(path, { type: 'Trend', indicators: [], by }),
    comments: (path: string, question: string, search?: string) =>
      one(path, { type: 'Comments', question, limit: 1, ...(search ? { search } : {}) }),
  }
}
