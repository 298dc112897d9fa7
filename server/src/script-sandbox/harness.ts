/** Characters of a line of the console, and lines that are kept. */
const longestLine = 500
const mostLines = 200

/**
 * Runs inside the sandbox before a script does, and holds all that it needs from then on: what the script does to the
 * things that it finds there changes nothing here. There is no clock and no chance, so that a script gives the same for the
 * same answers whenever it is run.
 */
export const harness = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const { freeze, values } = Object
  const { isArray } = Array
  const cut = Function.prototype.call.bind(String.prototype.slice)
  const Failure = TypeError
  const PlainDate = Date

  const clockless = new Proxy(PlainDate, {
    construct(target, given, made) {
      if (given.length === 0) throw new Failure('a script has no clock')
      return Reflect.construct(target, given, made)
    },
    apply() {
      throw new Failure('a script has no clock')
    },
  })
  PlainDate.now = () => {
    throw new Failure('a script has no clock')
  }
  PlainDate.prototype.constructor = clockless
  globalThis.Date = clockless
  Math.random = () => {
    throw new Failure('a script leaves nothing to chance')
  }

  let at = -1
  let count = 0
  const lines = []
  const written = (value) => {
    if (typeof value === 'string') return value
    try {
      return stringify(value) ?? String(value)
    } catch {
      return '?'
    }
  }
  const say = (...given) => {
    if (count >= ${mostLines}) return
    let text = ''
    for (let i = 0; i < given.length && text.length < ${longestLine}; i++) text += (i === 0 ? '' : ' ') + cut(written(given[i]), 0, ${longestLine})
    lines[count++] = { at, text: cut(text, 0, ${longestLine}) }
  }
  globalThis.console = freeze({ log: say, info: say, warn: say, error: say, debug: say })

  const deepFrozen = (value) => {
    if (typeof value !== 'object' || value === null) return value
    const inner = values(value)
    for (let i = 0; i < inner.length; i++) deepFrozen(inner[i])
    return freeze(value)
  }
  const short = (read) => {
    try {
      return cut(String(read()), 0, ${longestLine})
    } catch {
      return ''
    }
  }
  const told = (error) =>
    stringify({
      fault: {
        name: short(() => error.name),
        message: short(() => (typeof error === 'object' && error !== null ? error.message : error)),
        stack: short(() => error.stack),
      },
    })

  return freeze({
    ask(compute, text, place, most) {
      at = place
      try {
        const given = compute(deepFrozen(parse(text)))
        if (typeof given?.then === 'function') throw new Failure('compute must not be async')
        if (typeof given !== 'object' || given === null || isArray(given)) throw new Failure('compute must return an object')
        const json = stringify(given)
        if (typeof json !== 'string') throw new Failure('compute must return an object')
        if (json.length > most) return '{"tooLong":true}'
        return '{"json":' + json + '}'
      } catch (error) {
        return told(error)
      }
    },
    judge(meets, text, place) {
      at = place
      try {
        const given = meets(deepFrozen(parse(text)))
        if (given !== true && given !== false) throw new Failure('meets must return true or false')
        return given ? '{"json":true}' : '{"json":false}'
      } catch (error) {
        return told(error)
      }
    },
    read(value, most) {
      try {
        const json = stringify(value)
        if (json === undefined) return '{"json":null}'
        return json.length > most ? '{"tooLong":true}' : '{"json":' + json + '}'
      } catch (error) {
        return told(error)
      }
    },
    explain: told,
    lines: () => stringify(lines),
  })
})()`
