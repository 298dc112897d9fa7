// @vitest-environment happy-dom
import type { Identity } from '@kaiku/contract/session.ts'
import { universeSettings } from '@kaiku/contract/universe.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { IdentityContext } from '../session/identity.ts'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { type SettingsDraft, SettingsForm } from './settings-form.tsx'

beforeAll(async () => {
  // What would be removed is counted elsewhere.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await startTexts()
  await startMoreTexts('people')
})
afterEach(cleanup)

const client = new QueryClient()
const identity = { universe: 'pohjola' } as Identity
const changed: SettingsDraft[] = []
function Filled({ start }: { start: SettingsDraft }) {
  const [draft, setDraft] = useState(start)
  const change = (part: Partial<SettingsDraft>) => {
    changed.push({ ...draft, ...part })
    setDraft({ ...draft, ...part })
  }
  return (
    <QueryClientProvider client={client}>
      <IdentityContext value={identity}>
        <SettingsForm draft={draft} needsRebuild={false} onChange={change} />
      </IdentityContext>
    </QueryClientProvider>
  )
}

const start = { title: 'Pohjola', timeZone: 'Europe/Helsinki', settings: universeSettings.parse({}) }
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const newest = () => changed.at(-1)

it('changes one setting and leaves the others as they are', () => {
  render(<Filled start={start} />)
  enter('Opening hours', 'Mon–Fri 8–16')
  expect(newest()).toEqual({
    ...start,
    settings: { ...start.settings, support: { ...start.settings.support, hours: 'Mon–Fri 8–16' } },
  })
})

it('holds every text, number and choice to its own setting', () => {
  render(<Filled start={start} />)
  for (const [label, value] of [
    ['Name', 'Pohjola Oy'],
    ['Time zone', 'Europe/Stockholm'],
    ['Email', 'help@example.com'],
  ] as const)
    enter(label, value)
  for (const [label, value] of [
    ['Week starts on', '7'],
    ['Fiscal year starts in', '4'],
  ] as const)
    enter(label, value)
  expect(newest()).toMatchObject({
    title: 'Pohjola Oy',
    timeZone: 'Europe/Stockholm',
    settings: { weekStart: 7, fiscalYearStart: 4, support: { email: 'help@example.com' } },
  })
})

it('puts the default language first, and takes one away without touching it', () => {
  render(<Filled start={start} />)
  enter('Default language', 'sv')
  fireEvent.click(screen.getByLabelText('Deutsch'))
  expect(newest()?.settings.locales).toEqual(['sv', 'en', 'fi'])
})
