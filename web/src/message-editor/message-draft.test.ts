import type { KeptMessage } from '@kaiku/contract/system-message.ts'
import { usualLooks } from '@kaiku/core/system-message.ts'
import { describe, expect, it } from 'vitest'
import { contrastOf, draftOf, isForNobody, newDraft, readsWell, withImportance, writtenOf } from './message-draft.ts'

const kept: KeptMessage = {
  ...usualLooks.important,
  ...{
    messageId: '01890000-0000-7000-8000-000000000001',
    importance: 'important',
    text: 'Late',
    texts: { fi: 'Myöhässä' },
  },
  ...{ link: null, audience: { to: 'surveys', surveys: ['retail', 'gone'] }, beforeSignIn: false },
  ...{ startsAt: '2026-12-01T20:00:00.000Z', endsAt: null, from: '2026-12-01T22:00', until: null },
  ...{ state: 'now', version: 3 },
}
const known = { surveys: new Set(['retail']), roles: new Set<string>() }

describe('a message that is written', () => {
  it('is sent as it was read, without what its audience names that is gone', () => {
    expect(writtenOf(draftOf(kept, known))).toEqual({
      ...{ importance: 'important', text: 'Late', texts: { fi: 'Myöhässä' }, link: null, ...usualLooks.important },
      ...{ audience: { to: 'surveys', surveys: ['retail'] }, from: '2026-12-01T22:00', until: null },
      beforeSignIn: false,
    })
    expect(isForNobody(draftOf(kept, { ...known, surveys: new Set() }))).toBe(true)
    expect(isForNobody(newDraft)).toBe(false)
  })

  it('has no text in a language in which nothing was written', () => {
    const written = writtenOf({ ...newDraft, text: 'x', texts: { fi: ' ', sv: 'Hej' }, link: '  ' })
    expect([written.texts, written.link]).toEqual([{ sv: 'Hej' }, null])
  })

  it('looks as urgent as it is, unless somebody chose its look', () => {
    expect(withImportance(newDraft, 'maintenance')).toMatchObject({
      importance: 'maintenance',
      ...usualLooks.maintenance,
    })
    const own = { ...newDraft, backgroundColor: '#000000' }
    expect(withImportance(own, 'important')).toEqual({ ...own, importance: 'important' })
  })

  it('says whether it can be read', () => {
    expect(readsWell(newDraft)).toBe(true)
    expect(readsWell({ ...newDraft, textColor: newDraft.backgroundColor })).toBe(false)
    expect(contrastOf({ ...newDraft, textColor: 'none' })).toBe(0)
  })
})
