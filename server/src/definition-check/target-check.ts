import type { Definition } from '@kaiku/contract/definition.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { checkPath } from './alert-rule-check.ts'
import { type Against, checkKnown } from './question-check.ts'

const file = 'targets.json'

/** Targets: of indicators and places that there are, each place written in one way. */
export function checkTargets({ targets, indicators, views }: Definition, against: Against): void {
  const known = new Set(indicators.map(({ id }) => id))
  for (const [id, places] of Object.entries(targets)) {
    const place = ['targets', id]
    if (!checkKnown(against, file, place, 'an indicator', id, known)) continue
    for (const path of Object.keys(places)) {
      const parsed = parsePath(path)
      if (parsed.ok && formatPath(parsed.value) !== path)
        against(file, [...place, path], `"${formatPath(parsed.value)}"`, `"${path}"`)
      else checkPath(views, path, [...place, path], against)
    }
  }
}
