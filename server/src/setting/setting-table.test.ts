import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { settingsInUse, settingTable, withTables } from './setting-table.ts'

describe('the settings as they are here', () => {
  const shown = (variables: Record<string, string>) => settingsInUse(readConfiguration(variables).given)

  it('say where each comes from, and no secret', () => {
    const all = shown({ PORT: '81', SMTP_URL: 'smtp://me:hush@mail' })
    expect(all.find(({ name }) => name === 'PORT')).toEqual({ name: 'PORT', value: '81', origin: 'environment' })
    expect(all.find(({ name }) => name === 'LOG_LEVEL')).toMatchObject({ value: 'warn', origin: 'default' })
    expect(all.find(({ name }) => name === 'SMTP_URL')).toMatchObject({ value: '(secret)', origin: 'environment' })
    expect(JSON.stringify(all)).not.toContain('hush')
  })
})

describe('the table of settings', () => {
  it('goes between the marks of a page, and leaves the rest as it is', () => {
    const page = 'a\n<!-- settings -->\nold\n<!-- /settings -->\nb\n'
    const made = withTables(page)
    expect(made).toBe(`a\n<!-- settings -->\n${settingTable()}\n<!-- /settings -->\nb\n`)
    expect(withTables(made ?? '')).toBe(made)
    expect(withTables('a page without marks')).toBeNull()
  })

  it('names the file of each secret, and what holds without a setting', () => {
    expect(settingTable()).toContain('| `SMTP_URL`, `SMTP_URL_FILE` | address |  | mail |')
    expect(settingTable()).toContain('| `PORT` | port | 8080 | web server |')
  })
})
