import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { noteOf, secretNames, settingNames } from './setting.ts'

const directory = mkdtempSync(join(tmpdir(), 'kaiku-secret-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const written = (name: string, text: string) => {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}
const refusal = (variables: Record<string, string>): string => {
  try {
    readConfiguration(variables)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a secret', () => {
  const values = {
    DATABASE_URL: 'postgresql://me:hush@db/kaiku',
    CLICKHOUSE_URL: 'http://me:hush@ch:8123',
    KAIKU_BACKUP_S3_SECRET: 'hush hush',
    SMTP_URL: 'smtp://me:hush@mail:587',
  }

  it('may stand in a file that NAME_FILE names, each of them', () => {
    expect(Object.keys(values).toSorted()).toEqual(secretNames.toSorted())
    const files = Object.entries(values).map(([name, value]) => [`${name}_FILE`, written(name, `${value}\n`)])
    const given: Record<string, string> = { ...Object.fromEntries(files), KAIKU_BACKUP_S3_KEY_ID: 'me' }
    const configuration = readConfiguration(given)
    expect(configuration).toMatchObject({
      databaseUrl: values.DATABASE_URL,
      clickhouseUrl: values.CLICKHOUSE_URL,
      mail: { smtpUrl: values.SMTP_URL },
    })
    const { DATABASE_URL_FILE: _own, ...embedded } = given
    const bucket = { KAIKU_BACKUP_DIR: 's3://backups/kaiku', KAIKU_BACKUP_KEY_FILE: written('key', 'a key') }
    expect(readConfiguration({ ...embedded, ...bucket }).backup?.s3?.secret).toBe(values.KAIKU_BACKUP_S3_SECRET)
  })

  it('is not taken from two places, from no file, from an empty one, and never repeated', () => {
    const file = written('wrong', 'ftp://me:hush@host')
    expect(refusal({ SMTP_URL: values.SMTP_URL, SMTP_URL_FILE: file })).toBe(
      'SMTP_URL and SMTP_URL_FILE are both set: keep one of them',
    )
    expect(refusal({ SMTP_URL_FILE: join(directory, 'none') })).toContain('cannot be read')
    expect(refusal({ SMTP_URL_FILE: written('empty', '\n') })).toContain('is empty')
    const wrong = refusal({ SMTP_URL_FILE: file })
    expect(wrong).toContain('SMTP_URL must be an address like')
    expect(wrong).not.toContain('hush')
  })
})

describe('settings that cannot be used', () => {
  it('are named all at once, those that contradict each other too', () => {
    const told = refusal({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      BOUNCE_ADDRESS: 'a@example.com',
      DKIM_SELECTOR: 'k1',
      OIDC_URL: 'https://id.example.com',
      KAIKU_BACKUP_DIR: '/backups',
      SMTP_URL_FILE: join(directory, 'none'),
    })
    expect(told.split('\n')).toEqual([
      '6 settings cannot be used:',
      expect.stringContaining('- SMTP_URL_FILE must be a file'),
      '- PORT must be a port, a whole number from 0 to 65535',
      expect.stringContaining('- LOG_LEVEL must be one of'),
      expect.stringContaining('- OIDC_REALM must be'),
      expect.stringContaining('- DKIM_KEY and DKIM_SELECTOR go together'),
      expect.stringContaining('- KAIKU_BACKUP_KEY_FILE must be'),
    ])
    expect(refusal({ BOUNCE_ADDRESS: 'a@example.com', BOUNCE_PORT: '8080', SMTP_URL: 'smtp://m' })).toContain(
      'both 8080',
    )
  })

  it.each(['1e9', '-1', '2.5', 'five'])('are numbers out of their range: %s', (PORT) => {
    expect(refusal({ PORT })).toBe('PORT must be a port, a whole number from 0 to 65535')
  })
})

describe('what is likely meant otherwise', () => {
  const noticed = (variables: Record<string, string>) => readConfiguration(variables).notices

  it('is a variable that is no setting: the nearest is named, and nothing stops', () => {
    expect(noticed({ KAIKU_BACKUP_DIRR: '/b', DATABASE_ULR: 'postgresql://a@b/c', SMTP_URL_FILES: '/x' })).toEqual([
      'DATABASE_ULR is no setting of Kaiku and does nothing: DATABASE_URL may be meant',
      'KAIKU_BACKUP_DIRR is no setting of Kaiku and does nothing: KAIKU_BACKUP_DIR may be meant',
      'SMTP_URL_FILES is no setting of Kaiku and does nothing: SMTP_URL_FILE may be meant',
    ])
    expect(noticed({ KAIKU_SERVICE_HOST: '10.0.0.1' })).toEqual([expect.stringContaining('KAIKU_SERVICE_HOST is no')])
  })

  it('is no variable of another program, no other setting and none of the tests', () => {
    expect(noticed({ HOME: '/root', PATH: '/bin', PGHOST: 'x', KAIKU_SOAK: '1', PORT: '1', NODE_ENV: 'x' })).toEqual([])
  })

  it('is a setting without the one that it belongs to', () => {
    const told = noticed({ BOUNCE_PORT: '2525', MAIL_FROM: 'a@example.com', KAIKU_BACKUP_HOUR: '3' })
    expect(told.map((one) => one.split(':')[0])).toEqual([
      'BOUNCE_PORT does nothing without BOUNCE_ADDRESS',
      'MAIL_FROM does nothing without SMTP_URL',
      'KAIKU_BACKUP_HOUR does nothing without KAIKU_BACKUP_DIR',
    ])
  })
})

describe('each setting', () => {
  it.each(settingNames)('%s says what it means, and is read from its own line', (name) => {
    expect(noteOf(name).meaning.length).toBeGreaterThan(8)
    expect(settingNames.filter((other) => noteOf(other) === noteOf(name))).toEqual([name])
  })
})

describe('who hears of weaknesses', () => {
  it('is a mail address or a page', () => {
    const contact = (SECURITY_CONTACT: string) => readConfiguration({ SECURITY_CONTACT }).securityContact
    expect(contact('a@example.com')).toBe('mailto:a@example.com')
    expect(contact('mailto:a@example.com')).toBe('mailto:a@example.com')
    expect(contact('https://example.com/report')).toBe('https://example.com/report')
    expect(readConfiguration({}).securityContact).toBeNull()
    for (const wrong of ['nobody', 'http://example.com', 'javascript:alert(1)', 'a@b\nContact: x@y'])
      expect(() => contact(wrong), wrong).toThrow('SECURITY_CONTACT')
  })
})
