import { type ChildProcess, spawn } from 'node:child_process'
import { startTime } from './process-identity.ts'

/** Ends a process when this one dies, whatever it dies of. */
export type Watchdog = {
  /** The process has ended as it should. */
  release: () => void
}

// A line means released; end of file without one means that the writer is dead. The start time is compared so that a
// number used again is never signalled: it is the 20th word after the command's name.
const script = `read -r line
[ -n "$line" ] && exit 0
read -r stat < "/proc/$2/stat" || exit 0
set -- "$1" "$2" "$3" \${stat##*) }
[ "\${23}" = "$3" ] && kill -s "$1" "$2"`

export function watch(pid: number, signal: 'INT' | 'KILL'): Watchdog {
  const words = ['-c', script, 'kaiku-watchdog', signal, String(pid), startTime(pid) ?? '']
  const shell: ChildProcess = spawn('/bin/sh', words, {
    cwd: '/',
    // A session of its own: Ctrl-C must not end the watchdog before what it watches.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.stdin?.on('error', () => {})
  shell.unref()
  return { release: () => shell.stdin?.end('ended\n') }
}
