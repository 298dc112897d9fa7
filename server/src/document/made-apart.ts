import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { ownProgram } from '../configuration/installation.ts'

/**
 * What a program of ours makes of a request, in a process of its own, which `signal` stops: it neither holds up other work
 * nor leaves anything in memory.
 */
export async function madeApart(
  program: 'document/document-process' | 'deck/deck-process',
  request: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { words } = ownProgram(program)
  const child = spawn(process.execPath, words, { signal, stdio: 'pipe', env: {} })
  const ended = once(child, 'close')
  // A process that died has no use for the rest; what it said of it follows.
  child.stdin.on('error', () => {})
  child.stdin.end(request)
  const [made, said, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`document: ${said.slice(0, longestFault)}`)
  return made
}

/** Characters of what went wrong. */
const longestFault = 2_000
