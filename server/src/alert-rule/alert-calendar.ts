import type { AlertCalendar, AlertRules } from '@kaiku/contract/alert-rule.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { usualHours, type WorkingHours } from '@kaiku/core/working-hours.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber } from '../dictionary/tree.ts'

/** The working hours of an interview’s place: those of the deepest place that has some, else the general ones. */
export function calendarOf(dictionary: Dictionary, leaves: readonly number[]): WorkingHours {
  const { settings, alertRules } = dictionary.definition
  let found: AlertCalendar | null = null
  let depth = -1
  for (const calendar of alertRules.calendars) {
    const own = calendar.places.length === 0 ? 0 : Math.max(...calendar.places.map(depthOf(dictionary, leaves)))
    if (own > depth) [found, depth] = [calendar, own]
  }
  const key = found ?? alertRules
  const known = read.get(key)
  if (known) return known
  const hours = found ? { ...found, timeZone: found.timeZone ?? settings.timeZone } : usualHours(settings.timeZone)
  read.set(key, hours)
  return hours
}

/** The same hours are the same object, so that what is reckoned with them can be remembered. */
const read = new WeakMap<AlertCalendar | AlertRules, WorkingHours>()

/** How deep the place of a path lies above the interview, the root is 1; -1: it does not. */
const depthOf =
  ({ views }: Dictionary, leaves: readonly number[]) =>
  (path: string): number => {
    const parsed = parsePath(path)
    const [name = '', , ...ids] = parsed.ok ? parsed.value : []
    const view = views.get(name)
    const node = view?.tree.resolve(ids) ?? null
    if (!view || node === null) return -1
    return isWithin(view.tree, leaves[view.number - 1] ?? rootNumber, node) ? ids.length + 1 : -1
  }
