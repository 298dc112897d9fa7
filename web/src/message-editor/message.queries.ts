import { queryOptions } from '@tanstack/react-query'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { systemMessagesKey } from '../system-message/system-message.queries.ts'

/** To whom messages go: the people of the open universe, or of all. */
export type MessageHome = 'universe' | 'all'

export type WrittenMessage = Sent<'systemMessage.create'> & { beforeSignIn: boolean }
type At = Sent<'systemMessage.end'>

export const messageListQuery = (home: MessageHome, universe: string, locale: string) =>
  queryOptions({
    queryKey: [...systemMessagesKey, 'list', home, universe, locale],
    queryFn: ({ signal }): Promise<Reply<'systemMessage.list'>> =>
      send(home === 'all' ? 'messageToAll.list' : 'systemMessage.list', { locale }, signal),
  })

export const messagePlacesQuery = (universe: string, query: string, locale: string) =>
  queryOptions({
    queryKey: [...systemMessagesKey, 'places', universe, query, locale],
    queryFn: ({ signal }) => send('systemMessage.places', { query, locale }, signal),
    staleTime: 60_000,
  })

/** `at`: the message that it changes, as it was read; null: a new one. Throws a `CallError`. */
export function saveMessage(home: MessageHome, written: WrittenMessage, at: At | null) {
  const { audience, beforeSignIn, ...said } = written
  if (home === 'all') {
    const toAll = Object.assign(said, { beforeSignIn })
    return at === null ? send('messageToAll.create', toAll) : send('messageToAll.change', Object.assign(toAll, at))
  }
  const toUniverse = Object.assign(said, { audience })
  return at === null
    ? send('systemMessage.create', toUniverse)
    : send('systemMessage.change', Object.assign(toUniverse, at))
}

export const endMessage = (home: MessageHome, at: At) =>
  send(home === 'all' ? 'messageToAll.end' : 'systemMessage.end', at)

export const removeMessage = (home: MessageHome, messageId: string) =>
  send(home === 'all' ? 'messageToAll.remove' : 'systemMessage.remove', { messageId })
