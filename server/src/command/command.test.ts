import { describe, expect, it } from 'vitest'
import { type Command, commandHelp, parseCommand } from './command.ts'

const command: Command = {
  name: 'import',
  summary: 'Import files of answers.',
  usage: 'SURVEY FILE…',
  options: {
    preview: { type: 'boolean', short: 'p', summary: 'write nothing' },
    mapping: { type: 'string', value: 'NAME', summary: 'mapping to use' },
  },
  positionals: [2, Number.POSITIVE_INFINITY],
  run: async () => {},
}

describe('a command line', () => {
  it('is options and words in any order', () => {
    expect(parseCommand(command, ['retail', '--mapping', 'wave2', 'a.csv', '-p', 'b.csv'])).toEqual({
      options: { mapping: 'wave2', preview: true },
      positionals: ['retail', 'a.csv', 'b.csv'],
    })
  })

  it('is refused in one line when an option is unknown or lacks its value, or words are missing', () => {
    const wrong = [
      ['retail', 'a.csv', '--nope'],
      ['retail', 'a.csv', '--mapping'],
      ['retail'],
      ['a', 'b', '--preview=1'],
    ]
    for (const words of wrong) {
      expect(() => parseCommand(command, words)).toThrow(/^[^\n]*kaiku import[^\n]*$/)
    }
  })

  it('may ask for help without anything else', () => {
    expect(parseCommand(command, ['--help']).options.help).toBe(true)
  })

  it('is documented by the command itself', () => {
    const help = commandHelp(command)
    for (const part of ['kaiku import SURVEY FILE…', '-p, --preview', '--mapping NAME', '--data DIR']) {
      expect(help).toContain(part)
    }
  })
})
