import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupStatus } from '../backup/backup-work.ts'
import type { Command } from '../command/command.ts'
import { query, text } from '../db/rows.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { readRunning } from '../embedded/data-directory.ts'
import { lockHolder } from '../embedded/supervisor-lock.ts'
import { mailStatus } from '../mail/mail-status.ts'
import { printProjection } from './projection.command.ts'

export const command: Command = {
  name: 'status',
  summary: 'Show what runs, its versions and how much it keeps.',
  usage: '',
  options: {
    verify: { type: 'boolean', summary: 'compare every interview with its figures, and exit with 1 on a difference' },
  },
  positionals: [0, 0],
  run: async ({ options, configuration, print, log }) => {
    const holder = lockHolder(configuration.data)
    const stores = await openStores({ ...configuration, log })
    try {
      print(`data         ${stores.directory}`)
      print(`kaiku        ${await running(stores, holder?.pid ?? null)}`)
      print(`PostgreSQL   ${await postgres(stores)}`)
      print(`ClickHouse   ${await clickhouse(stores)}`)
      print(`disk         ${await disk(stores)}`)
      print(`mail         ${await mailStatus(stores, configuration.mail)}`)
      print(`backup       ${await backupStatus(configuration.backup, Date.now())}`)
      return (await printProjection(stores, options.verify === true, print)) ? 0 : 1
    } finally {
      await stores.close()
    }
  },
}

async function running({ directory }: Stores, pid: number | null): Promise<string> {
  if (pid === null) return 'not running (the stores were started for this command)'
  const address = readRunning(directory)?.webAddress
  return `process ${pid}${address ? `, ${address}` : ''}`
}

async function postgres({ pool, directory, embedded }: Stores): Promise<string> {
  const { rows } = await query(
    pool,
    { version: text, size: text },
    `select current_setting('server_version') as version, pg_database_size(current_database())::text as size`,
  )
  const [row] = rows
  const process = embedded.postgres ? `, process ${readPid(join(directory, 'postgres', 'postmaster.pid'))}` : ''
  return `${row?.version}${process}, ${mebibytes(Number(row?.size))}`
}

async function clickhouse({ clickhouse, directory, embedded }: Stores): Promise<string> {
  const [row] = await clickhouse.read<[string]>('SELECT version()')
  return `${row?.[0]}${embedded.clickhouse ? `, ${mebibytes(folderSize(join(directory, 'clickhouse')))}` : ''}`
}

async function disk({ disk: { free, isFull, reserve } }: Stores): Promise<string> {
  const state = (await isFull()) ? `; changes are refused until ${mebibytes(reserve)} are` : ''
  return `${mebibytes(await free())} free${state}`
}

const readPid = (file: string) => readFileSync(file, 'utf8').split('\n')[0]

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** Bytes. Files and folders that a merge removes meanwhile count nothing. */
function folderSize(folder: string): number {
  let size = 0
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    size += entry.isDirectory() ? folderSize(path) : (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }
  return size
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
