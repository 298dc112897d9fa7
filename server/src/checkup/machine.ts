import { accessSync, constants, readFileSync, statfsSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { repository } from '../configuration/installation.ts'
import { type Check, type Finding, fault, gibibytes, ok, type Patient, skipped, warning } from './finding.ts'

/** What of the machine is looked at, as it was read. `memory` in bytes, `openFiles`: null without a limit. */
export type Machine = {
  readonly node: string
  readonly memory: number
  readonly heap: number
  readonly openFiles: number | null
}

export const readMachine = (): Machine => ({
  node: process.versions.node,
  memory: Math.min(totalmem(), ...cgroupLimits()),
  heap: getHeapStatistics().heap_size_limit,
  openFiles: openFileLimit(),
})

/** Bytes that a container may use, of either kind of control group. */
function cgroupLimits(): number[] {
  const files = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']
  return files.flatMap((file) => {
    const limit = Number(read(file)?.trim())
    return Number.isFinite(limit) && limit > 0 ? [limit] : []
  })
}

function openFileLimit(): number | null {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(read('/proc/self/limits') ?? '') ?? []
  const limit = Number(soft)
  return soft !== undefined && Number.isFinite(limit) ? limit : null
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** `>=20.19` and a version, part by part. */
function isOlder(version: string, needed: string): boolean {
  const numbers = (text: string) =>
    text
      .replace(/^[^\d]*/, '')
      .split('.')
      .map(Number)
  const [has, needs] = [numbers(version), numbers(needed)]
  const at = needs.findIndex((part, index) => part !== (has[index] ?? 0))
  return at >= 0 && (has[at] ?? 0) < (needs[at] ?? 0)
}

const memoryNeeded = 1 * 2 ** 30
const memoryAdvised = 2 * 2 ** 30
const openFilesNeeded = 1_024
const openFilesAdvised = 4_096

export function machineFindings({ node, memory, heap, openFiles }: Machine, needed: string): Finding[] {
  const runs = isOlder(node, needed)
    ? fault('Node', {
        found: `Node ${node}, where Kaiku needs ${needed}`,
        means: 'Kaiku may start and then break at what an older Node does not know.',
        todo: `Install a Node that is ${needed}.`,
      })
    : ok('Node', `Node ${node}`)
  const few =
    memory < memoryAdvised
      ? (memory < memoryNeeded ? fault : warning)('memory', {
          found: `${gibibytes(memory)} for all processes`,
          means: 'The system may end a store in the middle of a figure; it starts again, and people wait.',
          todo: `Give the machine or the container ${gibibytes(memoryAdvised)} or more.`,
        })
      : null
  const greedy =
    heap > memory
      ? warning('memory', {
          found: `Node takes up to ${gibibytes(heap)}, the container has ${gibibytes(memory)}`,
          means: 'Node collects its garbage too late, and the system ends it.',
          todo: 'Set NODE_OPTIONS=--max-old-space-size to half of the memory, in MiB.',
        })
      : null
  const files =
    openFiles !== null && openFiles < openFilesAdvised
      ? (openFiles < openFilesNeeded ? fault : warning)('open files', {
          found: `${openFiles} files may be open at once`,
          means: 'The stores hold hundreds of files open, and each person a connection: both are refused beyond it.',
          todo: `Raise it to ${openFilesAdvised} or more (LimitNOFILE in systemd, --ulimit nofile in Docker).`,
        })
      : ok('open files', openFiles === null ? 'no limit' : `${openFiles} may be open at once`)
  const memories = [few, greedy].filter((one) => one !== null)
  return [runs, ...(memories.length > 0 ? memories : [ok('memory', `${gibibytes(memory)} for all processes`)]), files]
}

/** A directory and the disk that it is on, as they were read. `mode`: the bits of permission. */
export type Place = {
  readonly path: string
  readonly isOwn: boolean
  readonly isWritable: boolean
  readonly mode: number
  readonly free: number
  /** From 0 to 1; null where the file system does not count them. */
  readonly freeInodes: number | null
  readonly isOnNetwork: boolean
}

// NFS, SMB in its two generations, and FUSE.
const networks = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x65735546])

/** Null: it is not there. */
export function readPlace(path: string): Place | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return null
  const { bavail, bsize, files, ffree, type } = statfsSync(path)
  return {
    path,
    isOwn: process.getuid === undefined || stat.uid === process.getuid(),
    isWritable: mayUse(path),
    mode: stat.mode & 0o777,
    free: bavail * bsize,
    freeInodes: files > 0 ? ffree / files : null,
    isOnNetwork: networks.has(type),
  }
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const fewInodes = 0.05

/** `reserve`: bytes of the disk that stay free. */
export function placeFindings(place: Place, reserve: number): Finding[] {
  const { path, isOwn, isWritable, mode, free, freeInodes, isOnNetwork } = place
  const found: Finding[] = []
  if (!isWritable)
    found.push(
      fault('data directory', {
        found: `${path} cannot be read and written by this user`,
        means: 'Kaiku cannot start, or people can change nothing.',
        todo: 'Mount it writable, and give it to the user that runs Kaiku (chown -R).',
      }),
    )
  else if (!isOwn)
    found.push(
      warning('data directory', {
        found: `${path} belongs to another user`,
        means: 'PostgreSQL starts only on files of its own user.',
        todo: 'Run Kaiku as the user that owns it, or give it to this one (chown -R).',
      }),
    )
  if (mode & 0o026)
    found.push(
      (mode & 0o022 ? fault : warning)('data directory', {
        found: `${path} is open to other users (mode ${mode.toString(8)})`,
        means: 'Others on this machine may read or replace what Kaiku keeps.',
        todo: `chmod ${process.getuid?.() === 0 ? '711' : '700'} ${path}`,
      }),
    )
  if (isOnNetwork)
    found.push(
      warning('data directory', {
        found: `${path} is on a network or user-space file system`,
        means: 'The stores rely on locks and flushes that such file systems do not always keep: data may be damaged.',
        todo: 'Keep it on a local disk, and take backups to the network.',
      }),
    )
  if (found.length === 0) found.push(ok('data directory', path))
  if (free < reserve * 3)
    found.push(
      (free < reserve ? fault : warning)('disk', {
        found: `${gibibytes(free)} free, of which ${gibibytes(reserve)} stay free`,
        means: free < reserve ? 'Every change is refused now.' : 'Soon every change will be refused.',
        todo: 'Make room or enlarge the disk; DISK_RESERVE says how much stays free.',
      }),
    )
  else found.push(ok('disk', `${gibibytes(free)} free`))
  if (freeInodes !== null && freeInodes < fewInodes)
    found.push(
      warning('disk', {
        found: `${(freeInodes * 100).toFixed(1)} % of the disk’s inodes are free`,
        means: 'New files are refused although there is room.',
        todo: 'Remove small files of other programs, or make a file system with more inodes.',
      }),
    )
  return found
}

const neededNode = (): string => JSON.parse(readFileSync(`${repository}package.json`, 'utf8')).engines.node

export const machine: Check = {
  name: 'machine',
  look: async () => machineFindings(readMachine(), neededNode()),
}

export const dataDirectory: Check = {
  name: 'data directory',
  look: async ({ configuration: { data, diskReserve } }: Patient) => {
    const place = readPlace(data)
    return place
      ? placeFindings(place, diskReserve)
      : [skipped('data directory', `${data} is not there yet: the first start makes it`)]
  },
}
