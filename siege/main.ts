import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { siege } from './siege.ts'
import { told } from './told.ts'
import { type TroubleKind, troubleKinds } from './trouble.ts'

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now()) },
    web: { type: 'string', default: '3' },
    work: { type: 'string', default: '2' },
    troubles: { type: 'string', default: troubleKinds.join(',') },
    out: { type: 'string', default: 'siege.md' },
  },
})

const begun = performance.now()
const say = (line: string) =>
  console.error(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${line}`)
const named = flags.troubles.split(',')
const outcome = await siege({
  seconds: Number(flags.minutes) * 60,
  seed: flags.seed,
  say,
  web: Number(flags.web),
  work: Number(flags.work),
  kinds: troubleKinds.filter((kind): kind is TroubleKind => named.includes(kind)),
})
const text = told(outcome)
await writeFile(flags.out, text)
console.log(text)
process.exitCode = outcome.journal.faults.length > 0 ? 1 : 0
