import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { startTexts } from '../text/text.ts'
import { SystemMessageBar } from './system-message.tsx'

const message = { text: 'Late <b>answers</b>', texts: { fi: 'Myöhässä' }, icon: 'time' as const }
const colours = { backgroundColor: '#ff0000', textColor: '#000000' }

describe('a message to everybody', () => {
  afterEach(cleanup)

  it('stands in the viewer’s language, else in the operator’s words, with its link without the scheme', async () => {
    await startTexts()
    const { container, rerender } = render(
      <SystemMessageBar message={{ ...message, ...colours, link: 'https://status.example.org/kaiku/' }} />,
    )
    expect(container.querySelector('p')?.textContent).toBe('Late <b>answers</b>')
    const link = container.querySelector('a')
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([
      'status.example.org/kaiku',
      'https://status.example.org/kaiku/',
    ])
    rerender(<SystemMessageBar message={{ ...message, ...colours, texts: { en: 'In English' } }} />)
    expect([container.querySelector('p')?.textContent, container.querySelector('a')]).toEqual(['In English', null])
  })
})
