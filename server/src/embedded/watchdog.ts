import { type ChildProcess, spawn } from 'node:child_process'

/** Ends a process when this one dies, whatever it dies of. */
export type Watchdog = { release(): void }

type Watched = { pid: number; signal: 'INT' | 'KILL'; pidFile?: string }

// A line means that the process has ended as it should; end of file without one means that the writer is dead. The pid
// file is compared so that a number used again is never signalled.
const script = `read -r line
[ -n "$line" ] && exit 0
if [ -n "$3" ]; then read -r now < "$3" && [ "$now" = "$2" ] || exit 0; fi
kill -s "$1" "$2"`

export function watch({ pid, signal, pidFile }: Watched): Watchdog {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', script, 'kaiku-watchdog', signal, String(pid), pidFile ?? ''], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.stdin?.on('error', () => {})
  shell.unref()
  return {
    release: () => {
      shell.stdin?.end('ended\n')
    },
  }
}
