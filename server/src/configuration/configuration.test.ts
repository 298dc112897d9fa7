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

  it('sends mail from the host that people know, or as it is told', () => {
    expect(readConfiguration({ PUBLIC_URL: 'https://kaiku.example.com' }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Kaiku', address: 'kaiku@kaiku.example.com' },
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
      bounces: { address: 'bounces@example.com', port: 2525, host: '127.0.0.1' },
    })
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
