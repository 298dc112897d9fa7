import { readFile } from 'node:fs/promises'
import { startKaiku } from '@kaiku/e2e/kaiku.ts'
import { askAt } from './ask.ts'
import { summary } from './measure.ts'
import type { Operation } from './operations.ts'

const times = 10

/**
 * How each operation is first answered after a start beside how it is the tenth time, the stores and the web server each
 * a process of its own that was just started; and the most memory that such a web server took for all of them.
 */
export async function afterStart(
  data: string,
  asked: readonly Operation[],
  signedIn: Readonly<Record<string, string>>,
): Promise<string[]> {
  const facts: string[] = []
  for (const operation of asked) {
    const { taken } = await startedFor(data, [operation], signedIn)
    const [first = Number.NaN, ...later] = taken
    const last = summary(later.slice(-3)).median
    facts.push(
      `after a start · operation ${operation.number}: first answer ${first.toFixed(0)} ms, the tenth ${last.toFixed(0)} ms (${(first / last).toFixed(2)} ×; goal ≤ 2 ×)`,
    )
  }
  const { megabytes } = await startedFor(data, asked, signedIn)
  facts.push(`memory of the web process, all operations ${times} times each: at most ${megabytes} MB (goal ≤ 300 MB)`)
  return facts
}

/** Asks a Kaiku that was just started for each operation, one after the other. */
async function startedFor(data: string, asked: readonly Operation[], signedIn: Readonly<Record<string, string>>) {
  const environment = { KAIKU_CACHE: 'off' }
  const stores = await startKaiku({ sample: false, part: 'stores', data, environment })
  try {
    const web = await startKaiku({ sample: false, part: 'web', data, environment })
    try {
      const ask = askAt(web.address, signedIn)
      const taken: number[] = []
      for (const operation of asked)
        for (let at = 0; at < times; at += 1) {
          const start = performance.now()
          await ask(operation)
          taken.push(performance.now() - start)
        }
      return { taken, megabytes: await mostMemory(web.pid) }
    } finally {
      await web.stop()
    }
  } finally {
    await stores.stop()
  }
}

/** The most memory that a process had at once, as Linux tells it; null elsewhere. */
async function mostMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const found = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
  return found === undefined ? null : Math.round((Number(found) * 1024) / 1e6)
}
