/** Says how far long work has come: in place on a terminal, else a line every few seconds. */
export type ProgressLine = {
  /** `total` where it is known. */
  at(done: number, total?: number): void
  end(): void
}

type Output = { isTTY?: boolean; write(text: string): unknown }

const linePause = { terminal: 100, log: 5_000 }

/** `now` in milliseconds. */
export function progressOn(output: Output, now: () => number, label: string): ProgressLine {
  const pause = output.isTTY ? linePause.terminal : linePause.log
  let written = output.isTTY ? Number.NEGATIVE_INFINITY : now()
  let open = false
  return {
    at: (done, total) => {
      if (now() - written < pause) return
      written = now()
      const share = total ? ` of ${total.toLocaleString('en')} (${Math.floor((100 * done) / total)} %)` : ''
      const line = `${label}: ${done.toLocaleString('en')}${share}`
      output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
      open = true
    },
    end: () => {
      if (open && output.isTTY) output.write('\r\x1b[K')
    },
  }
}
