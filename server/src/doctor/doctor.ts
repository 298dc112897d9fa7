import { release } from '@kaiku/core/release.ts'
import { clickHouse } from '../checkup/clickhouse.ts'
import { clocks } from '../checkup/clock.ts'
import { type Check, type Finding, fault, ok, type Patient, warning } from '../checkup/finding.ts'
import { dataDirectory, machine } from '../checkup/machine.ts'
import { postgres } from '../checkup/postgres.ts'
import { secretFiles } from '../checkup/secret-file.ts'
import { shownError } from '../command/shown-error.ts'
import { probeQuestion } from '../probe/probe.ts'
import { addressCheck } from './address.ts'
import { backups } from './backups.ts'
import { mail, sms } from './mail.ts'
import { provider } from './provider.ts'
import { work } from './work.ts'

const settings: Check = {
  name: 'settings',
  look: async ({ configuration: { notices, given } }) =>
    notices.length === 0
      ? [ok('settings', `${given.length} given, all of them can be used`)]
      : notices.map((notice) =>
          warning('settings', {
            found: notice,
            means: 'What was meant does not happen.',
            todo: 'Correct the name or remove it (kaiku settings shows all).',
          }),
        ),
}

/** What is looked at, in this order. */
const checksOf = ({ stores, isRunning }: Patient): readonly Check[] => [
  machine,
  dataDirectory,
  settings,
  secretFiles,
  postgres,
  clickHouse,
  clocks,
  work,
  backups,
  mail,
  sms,
  addressCheck(async (now) => (stores !== null && isRunning ? probeQuestion(stores, now) : null), release),
  provider,
]

/** Looks at everything, one after the other; `tell` hears of each finding as it is made. */
export async function examine(patient: Patient, tell: (finding: Finding) => void): Promise<readonly Finding[]> {
  const all: Finding[] = []
  for (const { name, look } of checksOf(patient)) {
    const found = await look(patient).catch((error: unknown): Finding[] => [broken(name, error)])
    for (const finding of found) tell(finding)
    all.push(...found)
  }
  return all
}

/** A check that could not be made. */
export const broken = (name: string, error: unknown): Finding =>
  fault(name, {
    found: shownError(error).split('\n')[0] ?? '',
    means: 'It could not be looked at.',
    todo: 'Mend what it says, then ask again.',
  })
