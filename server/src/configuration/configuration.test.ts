import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfiguration } from './configuration.ts'

describe('the configuration', () => {
  it('needs nothing', () => {
    const configuration = readConfiguration({})
    expect(configuration).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080', logLevel: 'warn' })
    expect(configuration.data).toMatch(/^\/.+\/data$/)
    expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toEqual(configuration)
  })

  it('prefers flags to the environment', () => {
    const variables = { PORT: '1', KAIKU_DATA: '/a' }
    expect(readConfiguration(variables, { port: '2', data: '/b' })).toMatchObject({ port: 2, data: '/b' })
    expect(readConfiguration(variables)).toMatchObject({ port: 1, data: '/a' })
  })

  it('takes the two stores from their addresses', () => {
    const variables = { DATABASE_URL: 'postgresql://a:b@c/d?host=%2Ftmp', CLICKHOUSE_URL: 'http://a:b@c:8123' }
    expect(readConfiguration(variables)).toMatchObject({
      databaseUrl: variables.DATABASE_URL,
      clickhouseUrl: variables.CLICKHOUSE_URL,
    })
  })

  it('believes no proxy but those it is told of', () => {
    const trusted = (text: string) => readConfiguration({ TRUST_PROXY: text }).trustedProxies
    expect(readConfiguration({}).trustedProxies).toEqual([])
    expect(trusted('10.0.0.5, 192.168.0.0/16,loopback, fd00::/8')).toEqual([
      ...['10.0.0.5', '192.168.0.0/16', 'loopback', 'fd00::/8'],
    ])
    for (const wrong of ['0', '1', 'true', 'everybody', '10.0.0.0/33', '::/0', '10.0.0.5;10.0.0.6', '-1', '1.5'])
      expect(() => trusted(wrong), wrong).toThrow('TRUST_PROXY')
  })

  it('makes backups by itself where it is told a place and a key, outside of the data directory', () => {
    const told = { KAIKU_DATA: '/a', KAIKU_BACKUP_DIR: '/b', KAIKU_BACKUP_KEY_FILE: '/key' }
    expect(readConfiguration({}).backup).toBe(null)
    expect(readConfiguration(told)).toMatchObject({
      backup: { place: '/b', keyFile: '/key', s3: null, keepDays: 30, hour: 4, logMinutes: 5 },
      backupKeyFile: '/key',
    })
    const refusal = (more: Record<string, string>) => () => readConfiguration(Object.assign({}, told, more))
    expect(refusal({ KAIKU_BACKUP_KEY_FILE: '' })).toThrow('KAIKU_BACKUP_KEY_FILE')
    for (const inside of ['/a', '/a/backups']) expect(refusal({ KAIKU_BACKUP_DIR: inside })).toThrow('outside')
    expect(refusal({ DATABASE_URL: 'postgresql://a@b/c' })).toThrow('its own tools')
    expect(refusal({ KAIKU_BACKUP_HOUR: '24' })).toThrow('KAIKU_BACKUP_HOUR')
  })

  it('sends mail from the host that people know, or as it is told', () => {
    expect(readConfiguration({ PUBLIC_URL: 'https://kaiku.example.com' }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Kaiku', address: 'kaiku@kaiku.example.com' },
      dkim: null,
      bounces: null,
    })
    const told = {
      SMTP_URL: 'smtps://a:b@mail.example.com',
      MAIL_FROM: '"Echo" <echo@example.com>',
      ...{ BOUNCE_ADDRESS: 'bounces@example.com', BOUNCE_PORT: '2525' },
    }
    expect(readConfiguration(told).mail).toEqual({
      smtpUrl: told.SMTP_URL,
      from: { name: 'Echo', address: 'echo@example.com' },
      dkim: null,
      bounces: { address: 'bounces@example.com', port: 2525, host: '127.0.0.1' },
    })
  })

  it('signs mails in the name of the sender’s domain, by a private RSA key alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaiku-dkim-'))
    const write = (name: string, key: KeyObject) => {
      const file = join(folder, name)
      writeFileSync(file, key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }))
      return file
    }
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const file = write('rsa.pem', rsa.privateKey)
    const told = { MAIL_FROM: 'Echo <echo@mail.example.com>', DKIM_SELECTOR: 'k1' }
    expect(readConfiguration({ ...told, DKIM_KEY: file }).mail.dkim).toMatchObject({
      ...{ domainName: 'mail.example.com', keySelector: 'k1', privateKey: expect.stringContaining('PRIVATE KEY') },
    })
    expect(() => readConfiguration(told)).toThrow('DKIM_KEY and DKIM_SELECTOR go together')
    const wrong = [write('public.pem', rsa.publicKey), write('ed.pem', generateKeyPairSync('ed25519').privateKey)]
    for (const DKIM_KEY of [...wrong, join(folder, 'none.pem')])
      expect(() => readConfiguration({ ...told, DKIM_KEY })).toThrow('DKIM_KEY must be a file with a private RSA key')
    rmSync(folder, { recursive: true })
  })

  it('names every variable that cannot be used, and does not repeat a password', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://me:secret@host/db',
      CLICKHOUSE_URL: 'nonsense',
      PUBLIC_URL: 'ftp://x',
      SMTP_URL: 'https://me:secret@host',
      MAIL_FROM: 'Kaiku',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '0.0.0.0/0',
    }
    for (const name of Object.keys(wrong)) expect(() => readConfiguration(wrong)).toThrow(name)
    expect(() => readConfiguration(wrong)).not.toThrow('secret')
  })
})
