import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from '../command/command.ts'
import { UsageError } from '../fault/usage-error.ts'
import { settingsInUse, settingTable, withTables } from './setting-table.ts'

export const command: Command = {
  name: 'settings',
  summary: 'Show every setting, what it is here and where that comes from; secrets are not shown.',
  usage: '',
  options: {
    markdown: { type: 'boolean', summary: 'the table of all settings with what they mean' },
    into: { type: 'string', value: 'FILE', summary: 'write the tables into this page, between the marks that it has' },
  },
  positionals: [0, 0],
  run: async ({ options: { markdown, into }, configuration: { given, notices }, print, log }) => {
    if (typeof into === 'string') writeTables(into)
    else if (markdown) print(settingTable())
    else {
      for (const { name, value, origin } of settingsInUse(given))
        print(`${name.padEnd(26)} ${value.padEnd(28)} ${origin}`)
      for (const notice of notices) log(notice)
    }
  },
}

function writeTables(file: string) {
  const page = withTables(readFileSync(file, 'utf8'))
  if (page === null) throw new UsageError(`${file} has no mark <!-- settings -->, after which the table would go`)
  writeFileSync(file, page)
}
