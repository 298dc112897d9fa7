import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure.mjs'

/** The packages of the lock file, by the directory in which each is installed. */
export const locked = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Made faster by them at most, and compiled while they are installed: nobody is asked for a compiler. */
const leftOut = new Set(['cpu-features'])

/** Where a package finds another: in its own directory, then in each above. Undefined where it is not installed. */
function foundFrom(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[path]) return path
    if (at === '') return undefined
  }
}

/** Dependencies by whether their package works without them. */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const isOptional = (name) => name in optionalDependencies
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return {
    must: [...Object.keys(dependencies).filter((name) => !isOptional(name)), ...peers],
    may: Object.keys(optionalDependencies).filter((name) => !leftOut.has(name)),
  }
}

/**
 * The part of the lock file that these packages (by directory) need, themselves included: what only optional
 * dependencies lead to is optional. Throws where something needed is not in the lock file.
 */
export function lockPart(packages, wanted) {
  const reached = new Map()
  const walk = (start, optional) => {
    const waiting = [...start]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue
      const entry = Object.assign({}, packages[path], { optional })
      // Of what the repository needs it for.
      delete entry.dev
      delete entry.devOptional
      reached.set(path, entry)
      const { must, may } = needsOf(entry)
      for (const name of must) {
        const found = foundFrom(packages, path, name)
        if (found === undefined && !optional) throw new Error(`${path} needs ${name}, which package-lock.json lacks`)
        if (found) waiting.push(found)
      }
      if (optional) waiting.push(...may.flatMap((name) => foundFrom(packages, path, name) ?? []))
    }
  }
  walk(wanted, false)
  const optional = [...reached].flatMap(([path, entry]) =>
    needsOf(entry).may.flatMap((name) => foundFrom(packages, path, name) ?? []),
  )
  walk(optional, true)
  return Object.fromEntries(
    [...reached]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { optional: isOptional, ...entry }]) => [path, isOptional ? { ...entry, optional: true } : entry]),
  )
}

/** The name under which what stands in a directory was published. */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
