import type { SettingChange, UniverseData } from '@kaiku/contract/universe.ts'

type Said = Pick<UniverseData, 'title' | 'timeZone' | 'settings'>
type Leaf = SettingChange['before']

/** Letters of a text that is told. */
const longest = 300

/** What differs between two states of a universe, setting by setting, in the order of the form. */
export function settingChanges(before: Said, after: Said): SettingChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((setting) => {
    const change = { setting, before: old.get(setting) ?? null, after: now.get(setting) ?? null }
    return isSame(change) ? [] : [{ setting, before: told(setting, change.before), after: told(setting, change.after) }]
  })
}

const isSame = ({ before, after }: SettingChange) => JSON.stringify(before) === JSON.stringify(after)

/** Nothing said is nothing; a picture is too long to be read. */
const told = (setting: string, leaf: Leaf): Leaf => {
  if (leaf === '') return null
  if (typeof leaf !== 'string') return leaf
  return setting === 'logo' ? `${Math.round((leaf.length * 0.75) / 1_000)} kB` : leaf.slice(0, longest)
}

function leavesOf({ title, timeZone, settings }: Said): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>([
    ['title', title],
    ['timeZone', timeZone],
  ])
  const walk = (value: unknown, at: string) => {
    if (Array.isArray(value)) leaves.set(at, value.join(', '))
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, at === '' ? name : `${at}.${name}`)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') leaves.set(at, value)
  }
  walk(settings, '')
  return leaves
}
