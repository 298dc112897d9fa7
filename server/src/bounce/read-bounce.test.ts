import { describe, expect, it } from 'vitest'
import { addressWith, codeIn } from '../configuration/mail-configuration.ts'
import { bounceCorpus } from './bounce.fixture.ts'
import { readBounce } from './read-bounce.ts'

describe('a mail that comes back', () => {
  it.each(bounceCorpus)('of $from is $is', async ({ mail, is, status }) => {
    const bounce = await readBounce(Buffer.from(mail))
    expect([bounce.is, bounce.status]).toEqual([is, status])
    expect(bounce.said).not.toMatch(/[\r\n]/)
    expect(bounce.said.length).toBeLessThanOrEqual(300)
  })

  it('is nothing where it is no mail at all', async () => {
    for (const raw of [
      '',
      '\0\0\0',
      'Content-Type: multipart/report; boundary="',
      `Subject: x\r\n\r\n${'550 '.repeat(100_000)}`,
    ])
      expect((await readBounce(Buffer.from(raw))).is).toBe('other')
  })
})

it('has an address with the code of its message, whatever case servers write it in', () => {
  const address = addressWith('Bounces@feedback.example.com', '0123456789abcdef')
  expect(codeIn('Bounces@feedback.example.com', address.toUpperCase())).toBe('0123456789abcdef')
  for (const other of [
    'bounces@feedback.example.com',
    'bounces+x@example.com',
    'x+y@feedback.example.com',
    '',
    '@',
    'bounces+',
  ])
    expect(codeIn('Bounces@feedback.example.com', other)).toBe(null)
})
