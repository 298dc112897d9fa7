import { setTimeout as pause } from 'node:timers/promises'
import type { ImportReport } from '@kaiku/contract/import.ts'
import type { SentAnswer } from './journal.ts'
import { csvOf, markOf, own, regionOf, type Survey, stores, surveys } from './survey.ts'
import { sample, type World } from './world.ts'

const kamppi = 'fi-uusimaa-helsinki-kamppi'
const malmo = 'se-skane-malmo-emporia'

type Way = SentAnswer['way']
function begin({ journal }: World, id: string, way: Way, store: string, score: number, survey?: Survey): SentAnswer {
  const sent: SentAnswer = Object.assign(
    { id, way, store, score, standing: 'asked' as const, interviewId: null },
    survey && { survey },
  )
  journal.answers.set(id, sent)
  return sent
}

/** A program that sends answers to several surveys, each until it is taken, and some of them once more. */
export async function sendByProgram(world: World, who: number): Promise<void> {
  const { client, journal, key, over, day } = world
  const random = world.random.own(`program ${who}`)
  for (let at = 0; !over.aborted; at++) {
    const [store, score, survey] = [random.one(stores), random.whole(11), random.one<Survey>([own, ...surveys])]
    const sent = begin(world, `p${who}-${at}`, 'program', store, score, survey)
    const answers = { day, region: regionOf(store), store, score, mark: markOf(sent.id, store) }
    // The name of the answer stands in its body or in the header for it.
    const isNamed = random.whole(2) === 0
    const asked = {
      key,
      body: isNamed ? { externalId: sent.id, answers } : { answers },
      headers: isNamed ? {} : { 'idempotency-key': sent.id },
    }
    const path = `api/v1/surveys/${survey}/interviews`
    take(world, sent, (await client.insist('answers by a program', path, asked))?.text)
    if (sent.standing === 'acknowledged' && random.whole(8) === 0) {
      const again = await client.insist('answers by a program, again', path, asked)
      if (again?.ok && interviewIn(again.text) !== sent.interviewId)
        journal.faults.push(`${sent.id} was sent twice and became two interviews`)
    }
    await pause(100 + random.whole(900))
  }
}

/** A till of the sample, whose bad visits raise alerts. */
export async function sendVisits(world: World): Promise<void> {
  const random = world.random.own('visits')
  const { client, key, over, day } = world
  for (let at = 0; !over.aborted; at++) {
    const store = random.whole(4) === 0 ? malmo : kamppi
    const sent = begin(world, `v-${at}`, 'store visit', store, 0)
    const body = { externalId: sent.id, answers: { visited: day, store, recommend: 0, satisfaction: 1 } }
    take(world, sent, (await client.insist('visits', `api/v1/surveys/${sample}/interviews`, { key, body }))?.text)
    await pause(1_000 + random.whole(2_000))
  }
}

const interviewIn = (text: string) => /"interviewId":"([\w-]+)"/.exec(text)?.[1] ?? null
function take({ journal }: World, sent: SentAnswer, text: string | undefined) {
  // The siege ended before.
  if (text === undefined) return
  sent.interviewId = interviewIn(text)
  if (sent.interviewId === null) journal.faults.push(`${sent.id} was refused: ${text.slice(0, 200)}`)
  else sent.standing = 'acknowledged'
}

const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
const actionIn = (html: string) =>
  (/<form method="post" action="\/([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

/** Somebody who answers the form page by page; where an answer does not come, they press the button again. */
export async function answerForms(world: World, who: number): Promise<void> {
  const { client, journal, over } = world
  const random = world.random.own(`form ${who}`)
  for (let at = 0; !over.aborted; at++) {
    const [store, score] = [random.one(stores), random.whole(11)]
    const sent = begin(world, `f${who}-${at}`, 'form', store, score, own)
    const first = await client.insist('forms', `form/sample/${own}?store=${store}&region=${regionOf(store)}`)
    const pages = [`q.score=${score}`, `q.mark=${markOf(sent.id, store)}`]
    let page = first
    for (const field of pages) {
      if (!page?.ok) break
      const [name = '', value = ''] = field.split('=')
      const fields = new URLSearchParams([...hiddenIn(page.text), [name, value], ['act', 'next']])
      page = await client.insist('forms', actionIn(page.text), { body: fields })
    }
    if (page?.text.includes('The siege has your answer')) sent.standing = 'acknowledged'
    else if (page) journal.faults.push(`form ${sent.id}: ${page.status} ${page.text.slice(0, 300)}`)
    await pause(1_000 + random.whole(3_000))
  }
}

/** Somebody who imports files; one that may not have arrived is imported again, and changes nothing then. */
export async function importFiles(world: World): Promise<void> {
  const { client, journal, over, people, day } = world
  const random = world.random.own('files')
  for (let at = 0; !over.aborted; at++) {
    const rows = Array.from({ length: 20 + random.whole(200) }, (_, row) => {
      return { key: `i${at}-${row}`, store: random.one(stores), score: random.whole(11) }
    })
    const all = rows.map(({ key, store, score }) => begin(world, key, 'file', store, score, own))
    const body = new FormData()
    body.set('file', new Blob([csvOf(rows, day)]), `siege-${at}.csv`)
    const send = () => client.insist('files', `api/imports/${own}`, { as: people.aino, body })
    let reply = await send()
    // Its first sender may be gone while a process works on it still.
    for (; reply?.status === 409; reply = await send()) await pause(1_000)
    if (reply?.ok && (JSON.parse(reply.text) as ImportReport).rejected === 0)
      for (const sent of all) sent.standing = 'acknowledged'
    else if (reply) journal.faults.push(`file ${at}: ${reply.status} ${reply.text.slice(0, 300)}`)
    await pause(4_000 + random.whole(8_000))
  }
}
