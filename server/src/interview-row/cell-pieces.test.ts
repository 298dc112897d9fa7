import { describe, expect, it } from 'vitest'
import { cellPieces } from './cell-pieces.ts'

const tools = new Set(['CI/CD (GitHub Actions, GitLab CI, Jenkins)', 'Docker', 'SQL', 'SQL, advanced'])
const cut = (separator: string, declared: ReadonlySet<string>, cell: string) =>
  cellPieces(separator, declared)(cell).map((piece) => piece.trim())

describe('several answers in one cell', () => {
  it('are declared options first, whatever separators they contain', () => {
    expect(cut(',', tools, 'Docker, CI/CD (GitHub Actions, GitLab CI, Jenkins), SQL')).toEqual([
      'Docker',
      'CI/CD (GitHub Actions, GitLab CI, Jenkins)',
      'SQL',
    ])
  })

  it('are the longest option where several begin', () => {
    expect(cut(',', tools, 'SQL, advanced,Docker')).toEqual(['SQL, advanced', 'Docker'])
    expect(cut(',', tools, 'SQL,Docker')).toEqual(['SQL', 'Docker'])
  })

  it('leave what is no option in one piece where the separator is a comma', () => {
    expect(cut(',', tools, 'Docker, something else, I guess, SQL')).toEqual([
      'Docker',
      'something else, I guess',
      'SQL',
    ])
  })

  it('are cut at every separator where no options are declared, or at other separators than commas', () => {
    expect(cut(',', new Set(), 'a,b, c')).toEqual(['a', 'b', 'c'])
    expect(cut(';', new Set(['a; b', 'c']), 'a; b;x;y; c')).toEqual(['a; b', 'x', 'y', 'c'])
  })
})
