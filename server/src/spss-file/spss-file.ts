import { CaseWriter } from './spss-case.ts'
import { type SpssDictionary, spssHead } from './spss-head.ts'
import type { SpssValue } from './spss-variable.ts'

export const spssType = 'application/x-spss-sav'

/** An SPSS file, read while it is written. Throws where there are more or fewer cases than its head says. */
export async function* spssFile(
  dictionary: SpssDictionary,
  cases: AsyncIterable<readonly (readonly SpssValue[])[]>,
): AsyncGenerator<Buffer> {
  yield spssHead(dictionary)
  const writer = new CaseWriter(dictionary.variables)
  let n = 0
  for await (const some of cases)
    for (const one of some) {
      writer.add(one)
      n++
      const full = writer.taken()
      if (full) yield full
    }
  if (n !== dictionary.cases) throw new Error(`an SPSS file of ${dictionary.cases} cases was given ${n}`)
  const rest = writer.taken(true)
  if (rest && rest.length > 0) yield rest
}
