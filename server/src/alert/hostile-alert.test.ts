import type { Alert } from '@kaiku/contract/alert.ts'
import { excerptOf, noValue } from '@kaiku/core/alert-template.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellPeople } from '../alert-notice/tell-people.ts'
import { type AlertWorld, openAlertWorld, parts } from './alert.fixture.ts'

const { rules, ...others } = parts['alert-rules.json']
/** Alerts that say what the respondent wrote wherever a template can. */
const quoting = {
  ...parts,
  'alert-rules.json': {
    ...others,
    rules: rules.map((rule) => ({ ...rule, alert: { title: 'Said: {channel}', description: 'Wrote: {channel}' } })),
  },
}
/** As long as the code of a choice may be. */
const texts = Object.entries(hostileTexts).map(([name, text]) => [name, text.slice(0, 190)] as const)
const today = dayIn('Europe/Helsinki', Date.now())

let world: AlertWorld
let manager: { authorization: string }
beforeAll(async () => {
  world = await openAlertWorld(quoting)
  manager = await world.person('Store manager Lund', ['se', 'lund'])
  const { userId } = (await world.app.inject({ url: '/api/account', headers: manager })).json<{ userId: string }>()
  await world.stores.service.query(`update person set email = 'manager@acme.example' where id = $1`, [userId])
  await world.answer(
    texts.map(([, text]) => ({ day: today, store: 'lund', channel: text, nps: 1, comment: text })),
    Date.now(),
  )
})
afterAll(() => world?.close())

async function alerts(): Promise<Alert[]> {
  const { rows } = await world.list(manager, 'region,all,se,lund', 'limit=200')
  const opened = rows.map(({ alertId }) => world.get(manager, `one/visits/${alertId}`))
  return (await Promise.all(opened)).map((reply) => reply.json() as Alert)
}

describe('what a respondent wrote', () => {
  it('stands in an alert on one line, otherwise as it was written', async () => {
    const found = await alerts()
    const written = new Set(found.map(({ description }) => description))
    for (const [name, text] of texts) expect(written, name).toContain(`Wrote: ${excerptOf(text, 200) || noValue}`)
    expect(found).toHaveLength(texts.length)
  })

  it('does nothing in a mail about the alert: no markup, no line of its own, no header', async () => {
    while ((await tellPeople(world.stores, 'https://kaiku.example.com', Date.now())) > 0);
    const { rows } = await world.stores.service.query<{ subject: string; text: string; html: string }>(
      'select subject, text, html from mailbox',
    )
    expect(rows).toHaveLength(texts.length)
    for (const { subject, text, html } of rows) {
      expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(`${subject}${text}`).not.toMatch(/javascript:/i)
      const tags = [...html.matchAll(/<\/?([a-z!]\w*)([^>]*)>/gi)]
      expect(tags.filter(([, name = '']) => !/^(?:!doctype|html|body|p|a|ul|li)$/i.test(name))).toEqual([])
      const attributes = tags
        .map(([, , given = '']) => given.trim())
        .filter((given) => given !== '' && given !== 'html')
      expect(
        attributes.filter((given) => !/^(?:lang="\w+"|href="https:\/\/kaiku\.example\.com\/[^"<>]*")$/.test(given)),
      ).toEqual([])
    }
  })
})
