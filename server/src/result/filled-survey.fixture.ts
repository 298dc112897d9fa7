import { component } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf, Figures } from '@kaiku/contract/result.ts'
import { fullGrant, type NodesByView, type Viewer } from '@kaiku/core/access.ts'
import { dataState } from '../aggregate/data-state.ts'
import { openTestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { Random } from './oracle/random.ts'
import { definitionFiles, questions, randomAnswers } from './oracle/random-survey.ts'
import { figuresFor, questionFor } from './result.ts'

type Row = { readonly key: string; readonly answers: Answers }
type Place = {
  readonly path?: string
  readonly survey?: string
  readonly compare?: 'none' | 'previous' | 'yearBefore'
  /** The places of a viewer who may not see all. */
  readonly within?: NodesByView
}

/** Universes with a survey each, filled for a test, and whatever the query path answers about them. */
export type FilledSurveys = {
  /** A survey of its own universe with random answers, its settings as given. */
  fill(name: string, settings: object, seed: number, count: number): Promise<void>
  /** A survey of one's own files and rows. */
  publish(name: string, survey: string, files: ReadonlyMap<string, string>, rows: AsyncIterable<Row>): Promise<void>
  /** Makes everything stored visible. */
  ready(): Promise<void>
  ask(name: string, asked: { type: string }, place?: Place): Promise<Answer>
  /** With the indicators that stand beside the answer. */
  reply(name: string, asked: object, place?: Place): Promise<Figures>
  answer<T extends Answer['type']>(type: T, name: string, asked: object, place?: Place): Promise<AnswerOf<T>>
  close(): Promise<void>
}

export async function openFilledSurveys(): Promise<FilledSurveys> {
  const opened = await openTestStores()
  const { stores } = opened
  const universes = new Map<string, string>()
  const publishAs: FilledSurveys['publish'] = async (name, survey, files, rows) => {
    const universe = (await createUniverse(stores, { name, title: name, timeZone: 'UTC' })).id
    universes.set(name, universe)
    await publish(stores, universe, new Map(files), 'test')
    await storeInterviews(stores, await findSurvey(stores, universe, survey), rows, { import: 'test' })
  }
  const reply: FilledSurveys['reply'] = (name, asked, place = {}) =>
    replyOf(stores, universes.get(name) ?? '', asked, place)
  const ask: FilledSurveys['ask'] = async (name, asked, place) => {
    const [answer] = (await reply(name, asked, place)).answers
    if (!answer) throw new TypeError('no answer')
    return answer
  }
  return {
    fill: (name, settings, seed, count) => {
      const files = definitionFiles('survey')
      const own: unknown = JSON.parse(files.get('settings.json') ?? '{}')
      files.set('settings.json', JSON.stringify({ ...Object(own), ...settings }))
      return publishAs(name, 'survey', files, randomRows(seed, count))
    },
    publish: publishAs,
    ready: async () => {
      await catchUp(stores)
    },
    ask,
    reply,
    async answer(type, name, asked, place) {
      const found = await ask(name, { type, ...asked }, place)
      if (found.type !== type) throw new TypeError(JSON.stringify(found))
      return found as AnswerOf<typeof type>
    },
    async close() {
      await opened.close()
    },
  }
}

async function* randomRows(seed: number, count: number): AsyncGenerator<Row> {
  const random = new Random(seed)
  for (let at = 0; at < count; at++) {
    const answers: Record<string, number | string | readonly string[]> = {}
    for (const [id, value] of Object.entries(randomAnswers(random))) {
      const decimals = questions.find((one) => one.id === id)?.decimals ?? 0
      answers[id] = typeof value === 'number' ? Math.round(value * 10 ** decimals) : value
    }
    yield { key: `row ${at}`, answers: answers satisfies Answers }
  }
}

async function replyOf(
  stores: Stores,
  universe: string,
  asked: object,
  { path = 'stores,all', survey = 'survey', compare = 'none', within }: Place,
): Promise<Figures> {
  const dictionary = await findSurvey(stores, universe, survey)
  const who: Viewer = {
    ...{ userId: 'test', username: 'test', universe, universes: [universe], isUserAdmin: !within },
    ...{ isRoot: !within, locale: 'en', isReadOnly: false },
    grants: within ? [{ ...fullGrant('role'), rows: within }] : [],
  }
  const question = questionFor(stores, who, dictionary, { path, compare }, Date.parse('2026-03-10'))
  const state = await dataState(stores, dictionary.survey)
  return figuresFor(question, [component.parse(asked)], state)
}
