import { describe, expect, it } from 'vitest'
import { isSafe, readMarkdown } from './markdown.ts'

const text = (words: string) => ({ kind: 'text', text: words })

describe('the words of a page', () => {
  it('may have headings, paragraphs, lists and emphasis', () => {
    expect(readMarkdown('# Why\nTwo **bold *and* more**\nlines\n\n- one\n- `two`\n1. first\n## End ##')).toEqual([
      { kind: 'heading', level: 1, parts: [text('Why')] },
      {
        kind: 'paragraph',
        parts: [
          text('Two '),
          { kind: 'strong', parts: [text('bold '), { kind: 'emphasis', parts: [text('and')] }, text(' more')] },
          text('\nlines'),
        ],
      },
      { kind: 'list', ordered: false, items: [[text('one')], [{ kind: 'code', text: 'two' }]] },
      { kind: 'list', ordered: true, items: [[text('first')]] },
      { kind: 'heading', level: 2, parts: [text('End')] },
    ])
  })

  it('keep signs that mark nothing', () => {
    for (const line of ['3 * 4 * 5 = 60', 'snake_case_name', '#1 of 10', '-5 points', '2. '.trim(), '**', '[a](b c)'])
      expect(readMarkdown(line)).toEqual([{ kind: 'paragraph', parts: [text(line)] }])
  })

  it('link to web and mail addresses and to pages here, and run nothing', () => {
    for (const href of ['https://example.com/a?b', 'mailto:a@example.com', '/page/overview/s/region,all'])
      expect(readMarkdown(`[here](${href})`)).toEqual([
        { kind: 'paragraph', parts: [{ kind: 'link', href, parts: [text('here')] }] },
      ])
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert',
      'data:text/html,x',
      '//evil.example',
      '/\\evil',
      'x',
    ])
      expect(isSafe(href)).toBe(false)
    const hostile = '[x](javascript:alert`1`) <script>alert(1)</script> <img src=x onerror=alert(1)>'
    expect(JSON.stringify(readMarkdown(hostile))).not.toContain('"link"')
  })

  it('are read in a time that grows with them', () => {
    for (const sign of ['*', '**', '_', '[', '`', '# ', '- '])
      expect(readMarkdown(`${sign}a `.repeat(1_300)).length).toBeGreaterThan(0)
  })
})
