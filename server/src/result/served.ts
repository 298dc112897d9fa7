import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type DataState, dataState, toldState } from '../aggregate/data-state.ts'
import type { Stores } from '../db/stores.ts'
import { definitionKey } from '../dictionary/dictionary.ts'
import { acceptedEncoding } from '../http/accepted-encoding.ts'
import { type Ready, ready } from '../http/mount.ts'
import { countLookup } from '../measure/meter.ts'
import { selectionKey } from '../selection/selection.ts'
import { type AnswerCache, answerCache, type CachedAnswer, compressed } from './cache.ts'
import { fairQueue } from './queue.ts'
import type { FigureRequest } from './result.ts'

export type Serving = { readonly cache?: boolean; readonly mostBytes?: number }

/** Answers questions from memory where the data is as it was, else in turn, each only once at a time. */
export type Server = {
  readonly cache: AnswerCache
  serve(
    question: FigureRequest,
    /** What is asked, beside selection, comparison and locale. */
    request: unknown,
    headers: FastifyRequest['headers'],
    answer: (state: DataState) => Promise<unknown>,
    /** False: it tells what changes while the data stays as it is. */
    isKept?: boolean,
  ): Promise<Ready>
}

const opened = new WeakMap<Stores, Server>()

/** The server that everything on these stores shares; the first one to ask says how it serves. */
export function sharedServer(stores: Stores, serving: Serving): Server {
  const server = opened.get(stores) ?? openServer(stores, serving)
  opened.set(stores, server)
  return server
}

const usualBytes = 64 * 1024 ** 2
const limits = { running: 6, waiting: 200 }

export function openServer(stores: Stores, { cache: isCaching = true, mostBytes = usualBytes }: Serving = {}): Server {
  const cache = answerCache(mostBytes)
  const queue = fairQueue(limits)
  const working = new Map<string, Promise<CachedAnswer>>()

  const work = (
    question: FigureRequest,
    key: string,
    accepted: CachedAnswer['encoding'],
    answer: Answering,
    isKept: boolean,
  ) =>
    queue.run(question.dictionary.universe, async () => {
      const before = await toldState(stores, question.dictionary)
      const stored = await compressed(await answer(before), accepted)
      if (!isCaching || !isKept || !before.settled) return stored
      const after = await dataState(stores, question.dictionary.survey)
      const isSame = after.settled && after.loadCount === before.loadCount
      if (isSame && before.loadCount === question.dictionary.loadCount) cache.set(key, stored)
      return stored
    })

  return {
    cache,
    async serve(question, request, headers, answer, isKept = true) {
      const accepted = acceptedEncoding(headers['accept-encoding'])
      const key = keyOf(question, request, accepted)
      const known = isCaching && isKept ? cache.get(key) : undefined
      if (isCaching && isKept) countLookup('result', known !== undefined)
      if (known) return ready(known)
      const begun = (isKept && working.get(key)) || work(question, key, accepted, answer, isKept)
      working.set(key, begun)
      try {
        return ready(await begun)
      } finally {
        if (working.get(key) === begun) working.delete(key)
      }
    },
  }
}

type Answering = (state: DataState) => Promise<unknown>

function keyOf(
  { dictionary, selection, compare, locale, who }: FigureRequest,
  request: unknown,
  accepted: string,
): string {
  const { loadCount } = dictionary
  // Rights that narrow single components (comments) are not in the selection's scope.
  const rights = who.isRoot ? '*' : [who.grants, who.within]
  const parts = [
    definitionKey(dictionary),
    loadCount,
    selectionKey(selection),
    // What a period is called and compared with depends on how it is written: the last 31 days are no whole month.
    selection.writtenPeriod,
    compare,
    locale,
    rights,
    accepted,
    request,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
