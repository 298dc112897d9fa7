import { liveBeat } from '@kaiku/core/live-stream.ts'

/** Milliseconds of silence after which a stream counts as gone. */
export const longestSilence = liveBeat * 2_500

let heardAt = Number.NEGATIVE_INFINITY

/** Something stood in the stream just now. */
export const noteLive = () => {
  heardAt = performance.now()
}

/** Whether this tab is told what happens, so that it need not ask. */
export const isLive = (): boolean => performance.now() - heardAt < longestSilence
