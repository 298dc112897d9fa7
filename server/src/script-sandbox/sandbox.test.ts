import { describe, expect, it } from 'vitest'
import { runScript } from './sandbox.ts'
import { type ScriptLimits, type ScriptOutcome, usualLimits } from './script-job.ts'

const input = (answers: object) => JSON.stringify({ day: '2026-05-01', answers })
const run = (source: string, inputs: readonly string[] = [input({ nps: 9 })], limits: Partial<ScriptLimits> = {}) =>
  runScript({ source, entry: 'compute', inputs, limits: Object.assign({}, usualLimits, limits) }, 'people')
const body = (text: string) => `export function compute({ answers }) {\n${text}\n}`
const gave = ({ given }: ScriptOutcome, at = 0): unknown => {
  const one = given[at]
  return one && 'json' in one ? JSON.parse(one.json) : one
}

describe('a script', () => {
  it('gets answers and gives values, and tells what it declares and writes', async () => {
    const source = `
      export const variables = { kind: { type: 'choice' } }
      export const tests = [{ name: 'x', gives: {} }]
      console.log('read', 1, { a: 2 })
      ${body("console.log(answers.nps); return { kind: answers.nps >= 9 ? 'promoter' : 'other', day: new Date('2026-05-01').getTime() }")}`
    const outcome = await run(source, [input({ nps: 9 }), input({ nps: 3 })])
    expect(outcome.fault).toBeNull()
    expect([gave(outcome), gave(outcome, 1)]).toEqual([
      { kind: 'promoter', day: Date.parse('2026-05-01') },
      { kind: 'other', day: Date.parse('2026-05-01') },
    ])
    expect(JSON.parse(outcome.variables ?? '')).toEqual({ kind: { type: 'choice' } })
    expect(JSON.parse(outcome.tests ?? '')).toHaveLength(1)
    expect(outcome.lines).toEqual([
      { at: -1, text: 'read 1 {"a":2}' },
      { at: 0, text: '9' },
      { at: 1, text: '3' },
    ])
  })

  it('tells where it is wrong, and goes on with the next interview', async () => {
    const source = body('if (answers.nps === 1)\n  answers.no.such\nreturn { x: answers.nps }')
    const outcome = await run(source, [input({ nps: 1 }), input({ nps: 2 })])
    expect(outcome.given).toEqual([
      { fault: { kind: 'threw', message: expect.stringContaining('TypeError'), line: 3 } },
      { json: '{"x":2}' },
    ])
    expect((await run('export const compute = (')).fault).toMatchObject({ kind: 'syntax', line: 1 })
    expect((await run('nowhere()')).fault).toMatchObject({ kind: 'threw', message: expect.stringContaining('nowhere') })
    expect((await run('export const x = 1')).fault).toMatchObject({ kind: 'shape' })
    expect((await run('await new Promise(() => {}); export const compute = () => ({})')).fault).toMatchObject({
      kind: 'shape',
    })
  })

  it('knows nothing of another script, nor of an earlier run', async () => {
    await run('globalThis.left = 1\nArray.prototype.left = 2\nexport const compute = () => ({})')
    expect(gave(await run(body('return { left: typeof left, array: typeof [].left }')))).toEqual({
      left: 'undefined',
      array: 'undefined',
    })
  })
})

/** Each tries to reach something that is not the script’s; `0` where it got nothing. */
const escapes: Readonly<Record<string, string>> = {
  'the process': 'return { got: typeof process }',
  'the process through a constructor':
    "return { got: this?.constructor?.constructor?.('return typeof process')() ?? 'undefined' }",
  'the process through a function': "return { got: (() => {}).constructor('return typeof process')() }",
  'the process through the answers': "return { got: answers.constructor.constructor('return typeof process')() }",
  'the process through an error':
    "try { null.x } catch (error) { return { got: error.constructor.constructor('return typeof process')() } }",
  'the process through a generator': "return { got: [...(function* () {}).constructor('yield typeof process')()][0] }",
  'the process by eval': "return { got: eval('typeof process') }",
  'the process by indirect eval': "return { got: (0, eval)('typeof process') }",
  'the process through the console': "return { got: console.log.constructor('return typeof process')() }",
  'the process through Reflect': "return { got: Reflect.construct(Function, ['return typeof process'])() }",
  'the process through a Proxy': "return { got: new Proxy(Function, {})('return typeof process')() }",
  modules: 'return { got: typeof require }',
  'a module of the thread': 'return { got: typeof module }',
  'the global object of Node': 'return { got: typeof global }',
  buffers: 'return { got: typeof Buffer }',
  'the web': 'return { got: typeof fetch }',
  'the old web': 'return { got: typeof XMLHttpRequest }',
  sockets: 'return { got: typeof WebSocket }',
  timers: 'return { got: typeof setTimeout }',
  microtasks: 'return { got: typeof queueMicrotask }',
  'other threads': 'return { got: typeof Worker }',
  messages: 'return { got: typeof postMessage }',
  'machine code': 'return { got: typeof WebAssembly }',
  'the file system of QuickJS': 'return { got: typeof std }',
  'the system of QuickJS': 'return { got: typeof os }',
  'what started it': 'return { got: typeof scriptArgs }',
  'a host function': 'return { got: typeof print }',
  'the page': 'return { got: typeof window }',
  'the harness': 'return { got: typeof harness }',
  'the way of the harness': 'return { got: typeof ask }',
}

describe('escapes', () => {
  it.each(Object.entries(escapes))('%s are out of reach', async (_, text) => {
    expect(gave(await run(body(text)))).toEqual({ got: 'undefined' })
  })

  it.each([
    ['fs', "import fs from 'fs'"],
    ['node:fs', "import fs from 'node:fs'"],
    ['std', "import * as std from 'std'"],
    ['os', "import * as os from 'os'"],
    ['a file', "import x from '/etc/passwd'"],
    ['an address', "import x from 'https://example.com/x.js'"],
  ])('no module is imported: %s', async (_, line) => {
    const { fault } = await run(`${line}\nexport const compute = () => ({})`)
    expect(fault).not.toBeNull()
  })

  it('no module is imported later', async () => {
    expect(gave(await run(body("return { got: import('fs') }")))).not.toHaveProperty('got.readFile')
    expect((await run("await import('fs')\nexport const compute = () => ({})")).fault).not.toBeNull()
  })

  it('answers cannot be changed, and what a script does to its own world stays there', async () => {
    expect(gave(await run(body('answers.nps = 1; return {}')))).toMatchObject({
      fault: { kind: 'threw' },
    })
    expect(gave(await run(body("answers.seen.push('x'); return {}"), [input({ seen: ['tv'] })]))).toMatchObject({
      fault: { kind: 'threw' },
    })
    const spoilt = `
      JSON.parse = () => ({ answers: { nps: 1 } })
      JSON.stringify = () => '"spoilt"'
      Object.freeze = (one) => one
      Object.values = () => []
      Array.isArray = () => true
      String.prototype.slice = () => 'spoilt'
      Function.prototype.call = () => 'spoilt'
      ${body('return { x: answers.nps }')}`
    expect(gave(await run(spoilt))).toEqual({ x: 9 })
  })

  it('a result is data alone: getters, promises and prototypes bring nothing along', async () => {
    expect(gave(await run(body('return JSON.parse(\'{"__proto__": {"admin": true}, "x": 1}\')')))).not.toHaveProperty(
      'admin',
    )
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
    expect(gave(await run(body('return Promise.resolve({ x: 1 })')))).toMatchObject({ fault: { kind: 'threw' } })
    expect(gave(await run(body('return { get x() { while (true) {} } }')))).toMatchObject({ fault: { kind: 'late' } })
    expect(gave(await run(body("return { toJSON: () => '}' }")))).toBe('}')
    expect(gave(await run(body('throw { get name() { throw 1 }, get message() { throw 2 } }')))).toMatchObject({
      fault: { kind: 'threw', message: '' },
    })
    for (const other of ['1', 'null', '[]', '() => 1', 'undefined'])
      expect(gave(await run(body(`return ${other}`))), other).toMatchObject({ fault: { kind: 'threw' } })
  })

  it('there is neither a clock nor chance', async () => {
    for (const text of ['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'new (new Date(0).constructor)()'])
      expect(gave(await run(body(`return { x: ${text} }`))), text).toMatchObject({ fault: { kind: 'threw' } })
  })
})

describe('bombs', () => {
  it('a loop without an end is stopped, caught or not, and the next interview is computed', async () => {
    for (const loop of ['while (true) {}', 'try { for (;;) {} } catch {}', 'for (;;) { try { throw 1 } catch {} }']) {
      const outcome = await run(body(`if (answers.nps === 9) { ${loop} }\nreturn { x: 1 }`), [
        input({ nps: 9 }),
        input({ nps: 1 }),
      ])
      expect(outcome.given, loop).toEqual([
        { fault: { kind: 'late', message: 'interrupted', line: null } },
        { json: '{"x":1}' },
      ])
    }
    expect((await run('while (true) {}')).fault).toMatchObject({ kind: 'late' })
  })

  it('one that holds up every interview ends with its time', async () => {
    const inputs = Array.from({ length: 500 }, () => input({ nps: 9 }))
    const { given } = await run(body('while (true) {}'), inputs, { time: 300 })
    expect(given).toHaveLength(500)
    expect(given.every((one) => 'fault' in one && one.fault.kind === 'late')).toBe(true)
  })

  it('a search that looks at no clock is ended with its thread, and the next script runs', async () => {
    const slow = body("return { x: /^(a+)+$/.test('a'.repeat(40) + 'b') }")
    const outcome = await run(slow, undefined, { time: 200 })
    expect(outcome.fault ?? gave(outcome)).toMatchObject(outcome.fault ? { kind: 'late' } : { fault: { kind: 'late' } })
    expect(gave(await run(body('return { x: 1 }')))).toEqual({ x: 1 })
  })

  it('memory has an end', async () => {
    for (const bomb of [
      "let text = 'x'; for (;;) text += text",
      'const all = []; for (;;) all.push(new Array(1000).fill(1))',
      'return { x: new ArrayBuffer(2 ** 30).byteLength }',
      "return { x: 'x'.repeat(2 ** 29).length }",
    ]) {
      const given = gave(await run(body(bomb), undefined, { time: 1_000 }))
      expect(given, bomb).toMatchObject({ fault: { kind: expect.stringMatching(/memory|late|threw/) } })
    }
  })

  it('the stack has an end', async () => {
    expect(gave(await run(body('const deep = () => deep() + 1; return { x: deep() }')))).toMatchObject({
      fault: { kind: 'stack' },
    })
    const nested = '['.repeat(100_000)
    expect((await run(`export const compute = () => (${nested}`)).fault).not.toBeNull()
  })

  it('what it gives and writes has an end', async () => {
    expect(gave(await run(body("return { x: 'x'.repeat(20_000) }")))).toMatchObject({ fault: { kind: 'output' } })
    const { lines } = await run(body("for (let i = 0; i < 5_000; i++) console.log('x'.repeat(5_000)); return {}"))
    expect(lines).toHaveLength(200)
    expect(lines[0]?.text).toHaveLength(500)
  })
})
