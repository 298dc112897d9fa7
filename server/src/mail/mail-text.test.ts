import { describe, expect, it } from 'vitest'
import { writeMail } from './mail-text.ts'

const link = 'https://kaiku.example.com/?reset=abc'

describe('a mail', () => {
  it('is written in the reader’s language, and in English where it is none of ours', () => {
    expect(writeMail('reset', 'fi', { link, name: 'Äijä' })).toMatchObject({ subject: 'Uusi salasana Kaikuun' })
    expect(writeMail('reset', 'de-AT', { link, name: 'Jörg' }).text).toContain('Guten Tag Jörg,')
    expect(writeMail('reset', 'constructor', { link, name: 'x' }).subject).toBe('Reset your Kaiku password')
  })

  it.each([
    ['begins another header', 'Eve\r\nBcc: all@example.com', /[\r\n]\s*Bcc/],
    ['becomes markup', '<img src=x onerror=alert(1)>', /<img/],
    ['leads anywhere', 'win at https://evil.example/now or www.evil.example', /https:\/\/evil|www\./],
    ['runs', 'javascript:alert(1)', /javascript:/],
    ['turns the direction of the text', 'a\u202Egnp.exe', /\u202E/],
  ])('holds no name that %s', (_, name, trace) => {
    const mail = writeMail('invite', 'en', { link, name, by: name, universe: name })
    expect(`${mail.subject}\n${mail.html}`).not.toMatch(trace)
    // In a mail's plain text a sign is only itself.
    if (!name.includes('<')) expect(mail.text.replaceAll(link, '')).not.toMatch(trace)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  it('links to pages only', () => {
    expect(() => writeMail('reset', 'en', { link: 'javascript:alert(1)', name: 'x' })).toThrow('pages only')
  })
})
