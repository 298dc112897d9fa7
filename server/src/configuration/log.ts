import { format as written } from 'node:util'
import { withoutContacts } from '../fault/logged-error.ts'

export const logFormats = ['plain', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/** What the server process tells of itself: one line each, all in one format, on standard error. */
export type Log = {
  readonly log: (line: string) => void
  /** Takes the lines of the web server's own logger. */
  readonly stream: { write(line: string): void }
}

const names: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
const info = 30
const warn = 40
const error = 50

/** `plain` is for people, `json` for what collects logs. */
export function openLog(
  format: LogFormat,
  write: (text: string) => unknown = (text) => process.stderr.write(text),
  now: () => number = Date.now,
): Log & { takeConsole(): void } {
  // Of whomever a line speaks, no address of theirs stands in a log.
  const put = (said: Entry) => {
    const entry = Object.assign(said, { msg: withoutContacts(said.msg ?? '') })
    return write(`${format === 'json' ? JSON.stringify(entry) : plainLine(entry)}\n`)
  }
  const tell = (level: number, msg: string) => put({ level, time: now(), msg })
  return {
    log: (line) => tell(info, line),
    stream: {
      write: (line) => put(JSON.parse(line)),
    },
    takeConsole: () => {
      console.warn = (...parts: unknown[]) => tell(warn, written(...parts))
      console.error = (...parts: unknown[]) => tell(error, written(...parts))
    },
  }
}

type Entry = { readonly level: number; readonly time: number; readonly msg?: string }

/** `2026-11-23T01:02:03.004Z error a call broke {"reqId":"…"}`: a break in a text is written as one, so that each stays a line. */
function plainLine({ level, time, msg = '', ...rest }: Entry): string {
  const { pid: _, hostname: __, ...told } = rest as Readonly<Record<string, unknown>>
  const more = Object.keys(told).length === 0 ? '' : ` ${JSON.stringify(told)}`
  return `${new Date(time).toISOString()} ${names[level] ?? level} ${msg.replaceAll('\n', '\\n')}${more}`
}
