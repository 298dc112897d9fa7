import { existsSync, readFileSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../fault/usage-error.ts'
import { commandLine, processIdentity, workingDirectory } from './process-identity.ts'

/** Where a running PostgreSQL says who it is and how far it has come. */
const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/**
 * Stops a PostgreSQL that outlived its supervisor. The number in the pid file may meanwhile belong to another process:
 * such a file is removed, since PostgreSQL itself would refuse to start.
 */
export async function stopOrphan(cluster: string): Promise<'none' | 'stopped' | 'file removed'> {
  if (!existsSync(pidFile(cluster))) return 'none'
  const pid = Number(readFileSync(pidFile(cluster), 'utf8').split('\n')[0])
  const identity = processIdentity(pid)
  if (identity === null) return 'none'
  if (workingDirectory(pid) !== cluster || !commandLine(pid).includes('postgres')) {
    rmSync(pidFile(cluster))
    return 'file removed'
  }
  process.kill(pid, 'SIGINT')
  const patience = 3_000
  for (let waited = 0; processIdentity(pid) === identity; waited++) {
    // An immediate stop is a crash to PostgreSQL: it recovers at the next start and loses nothing it has confirmed.
    if (waited === patience) process.kill(pid, 'SIGQUIT')
    if (waited > patience * 2) throw new UsageError(`PostgreSQL ${pid} still runs in ${cluster} and does not stop`)
    await pause(10)
  }
  return 'stopped'
}

/** Whether the process with this number has opened the cluster and takes connections. */
export function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

const mebibyte = 2 ** 20

/** Command-line settings: sized for a small machine that has other work to do beside. */
export function settings(socket: string): string[] {
  const memory = Math.floor(totalmem() / mebibyte)
  const values = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    cluster_name: 'kaiku',
    max_connections: '100',
    shared_buffers: `${Math.max(32, Math.min(512, Math.floor(memory / 8)))}MB`,
    effective_cache_size: `${Math.floor(memory / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(64, Math.min(256, Math.floor(memory / 16)))}MB`,
    max_wal_size: '4GB',
    // Log that waits to be backed up must not fill the disk.
    max_slot_wal_keep_size: '16GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    // The details of an error quote the row that was refused: what somebody answered, in a file that nobody erases.
    log_error_verbosity: 'terse',
    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
