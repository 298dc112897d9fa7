import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type LogFormat, openLog } from './log.ts'

/** What a Kaiku tells of itself and what its web server logs, as lines. */
async function linesOf(format: LogFormat): Promise<string[]> {
  let text = ''
  const { warn, error } = console
  const log = openLog(format, (more) => {
    text += more
  })
  log.takeConsole()
  const app = Fastify({ logger: { level: 'error', stream: log.stream } })
  app.get('/', async () => {
    throw new Error('first\nsecond')
  })
  log.log('ClickHouse ended; starting it again')
  console.error(new Error('of a library\nin lines'))
  await app.inject('/')
  await app.close()
  Object.assign(console, { warn, error })
  return text.trimEnd().split('\n')
}

it('is plain lines that each tell when and how bad, from whomever they are', async () => {
  const lines = await linesOf('plain')
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (info|error) \S/)
  expect(lines[0]).toMatch(/Z info ClickHouse ended; starting it again$/)
})

it('is a JSON object a line where a program reads it, from whomever they are', async () => {
  const entries = (await linesOf('json')).map((line) => JSON.parse(line))
  expect(entries).toMatchObject([
    { level: 30, time: expect.any(Number), msg: 'ClickHouse ended; starting it again' },
    { level: 50, msg: expect.stringContaining('of a library') },
    { level: 50, err: { message: 'first\nsecond' } },
  ])
})
