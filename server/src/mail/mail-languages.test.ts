import { uiLocales } from '@kaiku/contract/universe.ts'
import { describe, expect, it } from 'vitest'
import { writeNotices } from '../alert-notice/notice-mail.ts'
import { pushMessage } from '../push/push-message.ts'
import { writeMail } from './mail-text.ts'

const link = 'https://kaiku.example.com/x'
const names = { name: 'Nimi', by: 'Aino Admin', universe: 'Pohjola', title: 'Kamppi' }
const kinds = ['raised', 'assigned', 'escalated', 'overdue', 'mentioned'] as const
const told = { path: '/x', severity: 'high', title: 'Kamppi' } as const

/** Everything that Kaiku writes to people, line by line. */
const written = (locale: string): readonly string[] => [
  ...(['reset', 'secondFactorReset', 'invite'] as const).flatMap((template) => {
    const { subject, text } = writeMail(template, locale, { ...names, link })
    return [subject, ...text.split('\n')]
  }),
  ...kinds.flatMap((kind) => {
    const { subject, text } = writeNotices(locale, names.name, [{ kind, link, title: names.title, by: names.by }])
    return [subject, ...text.split('\n')]
  }),
  writeNotices(locale, names.name, Array(2).fill({ kind: 'raised', link, title: 'x', by: '' })).subject,
  ...kinds.flatMap((kind) => {
    const { title, body } = pushMessage(locale, 'id', kind, told, 3)
    return [title, body]
  }),
]

describe('what is mailed and pushed', () => {
  const english = written('en')

  it.each(uiLocales.filter((locale) => locale !== 'en'))('is said in %s throughout, with the same values', (locale) => {
    const own = written(locale)
    expect(own).toHaveLength(english.length)
    const values = [...Object.values(names), link]
    for (const [at, line] of own.entries()) {
      const inEnglish = english[at] ?? ''
      const rest = values.reduce((text, value) => text.replaceAll(value, ''), inEnglish)
      if (/\p{L}{2}/u.test(rest)) expect(line).not.toBe(inEnglish)
      for (const value of values) expect([line, line.includes(value)]).toEqual([line, inEnglish.includes(value)])
    }
  })

  it('has every value filled in', () => {
    for (const locale of uiLocales) expect(written(locale).filter((line) => /[{}]/.test(line))).toEqual([])
  })
})
