import { Fault } from '@kaiku/core/fault.ts'
import { describe, expect, it } from 'vitest'
import { checkPassword } from './password.ts'

const fault = (
  password: string,
  username = 'anna',
  words: readonly string[] = ['Pohjola Foods', 'anna@pohjola.example'],
) =>
  checkPassword(password, username, words).then(
    () => null,
    (error: unknown) => (error instanceof Fault ? error.reason?.key : error),
  )

describe('a new password', () => {
  it('has twelve characters or more, and two hundred at most', async () => {
    expect(await fault('kettle blue')).toBe('password.short')
    expect(await fault('kettle blues')).toBeNull()
    expect(await fault('kettle blues'.repeat(17))).toBe('password.long')
    expect(await fault('ä𝒳漢 ö𝒴字 å𝒵語')).toBe('password.short')
  })

  it.each([
    ...[
      'Welcome2026!',
      'W3lc0me2026!',
      'Passw0rd!2027',
      'P@$$w0rd2026',
      'Summer2026!?',
      'Winter2025!!',
      'October2026!',
    ],
    ...[
      'Tervetuloa2026',
      'Kesä2026!!!!',
      'Kesaloma2026!',
      'Salasana1234',
      'Sal4sana1234',
      'Maanantai123',
      'Lokakuu2026!',
    ],
    ...['Välkommen2026', 'Valkommen26!', 'Sommar2026!!', 'Lösenord123!', 'Midsommar2026', 'Stockholm2026!'],
    ...['Willkommen26!', 'Passwort1234', 'Sommer2026!!', 'Frühling2026', 'Dezember2026!', 'München2026!'],
    ...[
      '123456789012',
      'qwertyuiop12',
      '1q2w3e4r5t6y',
      'Abcdefgh1234',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'Syksy25Syksy25',
    ],
    ...[
      'christopher1',
      'manchester123',
      'unbelievable',
      'iloveyou2026',
      'letmein12345',
      'Company2026!',
      '2026emoclew!',
    ],
  ])('is none of the first that anybody would try: %s', async (password) => {
    expect(await fault(password)).toBe('password.common')
  })

  it.each(['Pohjola2026!', 'pohjolafoods1', 'P0hj0l4-2026', 'Kaiku2026!!!'])(
    'is not made of what it belongs to: %s',
    async (password) => {
      expect(await fault(password)).toBe('password.common')
    },
  )

  it('holds no user name', async () => {
    expect(await fault('a kettle of ANNA')).toBe('password.name')
  })

  it.each([
    'five swans on a pond',
    'blue kettle 99',
    'xk7r-9pqm-3vbt-w2hz',
    'kolme hanhea ja tuuli',
    'pohjola, kettle & owl',
  ])('is anything else, however it is composed: %s', async (password) => {
    expect(await fault(password)).toBeNull()
  })
})
