import type { LiveMessage } from '@kaiku/core/live-stream.ts'
import { describe, expect, it } from 'vitest'
import { messagesOf } from './event-stream.ts'

/** A stream of this text, in parts of so many bytes. */
const streamOf = (text: string, size: number) => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
}

async function read(text: string, size: number): Promise<LiveMessage[]> {
  const found: LiveMessage[] = []
  for await (const message of messagesOf(streamOf(text, size))) found.push(message)
  return found
}

describe('a stream of events', () => {
  const text = 'id: 7-1\nevent: live\ndata: {"a":"ä: ö"}\n\n: beat\nid: 7-2\n\nid: 8-1\nevent: li'

  it('is read message by message, however it is cut', async () => {
    for (const size of [1, 2, 3, 7, 1_000])
      expect(await read(text, size)).toEqual([
        { id: '7-1', name: 'live', data: '{"a":"ä: ö"}' },
        { id: '7-2', name: '', data: '' },
      ])
  })

  it('is given up by who stops reading', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const { id } of messagesOf(stream)) {
      expect(id).toBe('7-1')
      break
    }
    expect(cancelled).toBe(true)
  })
})
