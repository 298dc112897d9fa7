import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { LiveMessage } from '@kaiku/core/live-stream.ts'
import { liveMessage } from '@kaiku/core/live-stream.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLive, longestSilence, noteLive } from '../call/live-state.ts'
import { sendForEvents } from '../call/send.ts'
import { messagesOf } from './event-stream.ts'
import { reactions } from './reactions.ts'
import { type Connect, shareStream } from './shared-stream.ts'

/** Hears what happens in a universe for as long as it is there. `viewer`: whose eyes see it. */
export function LiveEvents({ viewer, universe }: { viewer: string; universe: string }) {
  const client = useQueryClient()
  useEffect(() => {
    const { happened, begun, stop } = reactions(client)
    const hear = ({ name, data }: LiveMessage) => {
      // What was told before this tab listened, or while nobody did, is asked for.
      if (name === liveMessage.begin || !isLive()) begun()
      noteLive()
      if (name === liveMessage.event) happened(JSON.parse(data) as LiveEvent)
    }
    const end = shareStream(`kaiku.live ${viewer} ${universe}`, connect, hear)
    return () => {
      end()
      stop()
    }
  }, [client, viewer, universe])
  return null
}

const connect: Connect = async function* (after, signal) {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), longestSilence)
  try {
    for await (const message of messagesOf(await sendForEvents(after, AbortSignal.any([signal, silent.signal])))) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), longestSilence)
      yield message
    }
  } finally {
    clearTimeout(timer)
  }
}
