import type { ScriptInput } from '@kaiku/contract/script.ts'
import { expect, it } from 'vitest'
import { firstScript, named, scriptHelp } from './script-help.ts'

const questions: ScriptInput[] = [
  { id: 'nps', title: 'Recommend', type: 'scale', options: [], min: 0, max: 10 },
  { id: 'store', title: 'Store', type: 'choice', options: [{ code: 's1', title: 'First' }], min: null, max: null },
  { id: 'a.b', title: 'Odd', type: 'number', options: [], min: null, max: null },
]
const say = (text: unknown) => String(text)
const { offers, hover } = scriptHelp(questions, say)
const at = async (text: string) => offers?.(text, text.length, false)

it('offers questions behind answers, and everywhere with how they are read', async () => {
  expect(await at('  if (answers.n')).toMatchObject({ from: 14, offers: [{ label: 'nps' }, { label: 'store' }] })
  expect((await at('st'))?.offers.map(({ label }) => label)).toEqual(['answers.nps', 'answers.store', 'answers["a.b"]'])
  expect(await at('x = ')).toBeNull()
})

it('offers the codes of a question that is compared', async () => {
  expect(await at("answers.store === 's")).toMatchObject({ from: 19, offers: [{ label: 's1', detail: 'First' }] })
})

it('says what a question is under the pointer', async () => {
  expect(await hover?.('return answers.nps', 12)).toMatchObject({
    from: 7,
    to: 18,
    title: 'Recommend',
    text: 'scale 0–10',
  })
  expect(await hover?.('return answers.other', 12)).toBeNull()
})

it('knows which questions a script names', () => {
  expect(named('answers.nps + answers["a.b"]', questions, 6).map(({ id }) => id)).toEqual(['nps', 'a.b'])
})

it('begins with a script of the survey’s own scale', () => {
  expect(firstScript(questions)).toContain("group: answers.nps === 10 ? 'content' : 'other'")
  expect(firstScript([])).toContain('answers: {}')
})
