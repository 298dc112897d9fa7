import type { Form } from '@kaiku/contract/form.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import pLimit from 'p-limit'
import { atMost } from '../connection/at-most.ts'
import { inTransaction } from '../db/postgres.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { endPage, type FormLook, kioskPatience, questionPage } from '../form/form.page.ts'
import { addressOf, alongside } from '../form/form-address.ts'
import { said } from '../form/form-field.ts'
import { type PlannedPage, planOf, questionsOf } from '../form/form-plan.ts'
import { formText } from '../form/form-text.ts'
import { type ReadPage, readPosted } from '../form/read-posted.ts'
import { allowStyles } from '../http/protection.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { isMachine } from '../recipient/machine.ts'
import { noteSeen } from '../recipient/recipient.ts'
import { noteStarted } from '../sample/message-samples.ts'
import { newToken } from '../session/token.ts'
import { goOn } from './answer-form.ts'
import { beginAnswer, type FormAnswer, saveAnswers } from './form-answer.store.ts'
import { answerInLink, type FormRequest, givenBy, localesOf, type Opened, one, openForm } from './open-form.ts'
import { fullQuota } from './quota.ts'
import { largestPage, refusalPage, unknownLink } from './refusal-page.ts'

/** Forms that one address may begin in a minute: shops and schools share one. */
const most = { tries: 300, within: 60_000 }
/** Forms that are worked on at the same moment: where more come, people who look at results do not wait for all of them. */
const atOnce = 100
const begun = sealer('formAnswer.key')
/** Of everybody, and of somebody’s own link. */
const paths = ['/form/:universe/:survey', '/a/:code']
const hidden = { config: { callers: 'guests', takesRoom: false, refusalPage }, schema: { hide: true } } as const
const taking = {
  ...hidden,
  config: { callers: 'guests', takesRoom: true, refusalPage },
  bodyLimit: largestPage,
} as const

/** Forms as respondents see them: pages of HTML that need no script and no sign-in. */
export const formRoutes = (app: FastifyInstance, stores: Stores) => {
  const mayBegin = atMost(stores, 'form', most.tries, most.within)
  const inTurn = pLimit(atOnce)
  void app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    for (const path of paths) {
      forms.get(path, hidden, (request: FormRequest, reply) => inTurn(show, stores, request, reply))
      forms.post(path, taking, (request: FormRequest, reply) => inTurn(take, request, reply))
    }
  })

  async function take(request: FormRequest, reply: FastifyReply) {
    const { body } = request
    if (!(body instanceof URLSearchParams)) throw new Fault('invalid', 'A form is sent as a browser sends it.')
    const opened = await openForm(stores, request, body.get('token'))
    if (!opened) return unknownLink(request, reply)
    // Programs fill in what people do not see.
    if (body.get('website')) return end(opened, reply, null)
    if (!opened.answer && !(await mayBegin(request.ip))) throw new Fault('busy', 'Too many forms are begun from here.')
    if (hasAnswered(opened)) return answeredBefore(opened, reply)
    return takePage(stores, request, reply, opened, body)
  }
}

async function show(stores: Stores, request: FormRequest, reply: FastifyReply) {
  const opened = await openForm(stores, request)
  if (!opened) return unknownLink(request, reply)
  const { answer, invited, dictionary } = opened
  if (invited) {
    const precision = invited.isProtected ? 'day' : 'microseconds'
    await noteSeen(stores, invited.recipient, isMachine(request) ? 'machine_at' : 'clicked_at', precision)
  }
  if (hasAnswered(opened)) return answeredBefore(opened, reply)
  if (answer && answer.state !== 'open') return ended(opened, answer, reply)
  const full = await fullAtOnce(stores, request, opened)
  if (full) return end(opened, reply, full)
  const clicked = answerInLink(request, dictionary)
  if (clicked && invited && !answer && !isMachine(request)) return takeClicked(stores, request, reply, opened, clicked)
  const read = clicked && !answer ? { answers: clicked, faults: new Map() } : null
  return showPage(stores, request, reply, opened, Number(one(request.query, 'p') ?? 0), read)
}

/** Somebody who came by a link of their own, and whose answers are an interview already. */
const hasAnswered = ({ answer, invited }: Opened) => invited?.state === 'completed' && answer?.state !== 'done'

const answeredBefore = (opened: Opened, reply: FastifyReply) =>
  end(opened, reply, { title: formText('answered', opened.locale), text: '' })

/** What is said where nobody is wanted any more of whom so much is known as the address says; null: they are asked. */
async function fullAtOnce(stores: Stores, request: FormRequest, opened: Opened) {
  const { dictionary, form, answer } = opened
  if (form.quotas.length === 0) return null
  const plan = planOf(dictionary, form, answer?.given ?? givenBy(request, opened), {})
  const full = form.quotas[await fullQuota(stores, dictionary, form, plan.stored, -1)]
  const words = { dictionary, locale: opened.locale, stored: plan.stored }
  return full ? { title: said(words, full.title), text: said(words, full.text) } : null
}

/** Keeps the answer that somebody clicked in a mail, and opens what is still to be answered. */
async function takeClicked(
  stores: Stores,
  request: FormRequest,
  reply: FastifyReply,
  asked: Opened,
  clicked: NonNullable<ReturnType<typeof answerInLink>>,
) {
  const { answer: kept, token } = await begin(stores, request, asked, '', clicked)
  const { pages } = planOf(asked.dictionary, asked.form, kept.given, kept.answers)
  const isOpen = ({ parts }: PlannedPage) => parts.some((part) => questionsOf(part).some((id) => !(id in kept.answers)))
  const opened: Opened = Object.assign({}, asked, { answer: kept, token })
  return toPage(request, reply, opened, pages.find(isOpen)?.at ?? pages.at(-1)?.at ?? 0)
}

async function takePage(
  stores: Stores,
  request: FormRequest,
  reply: FastifyReply,
  asked: Opened,
  body: URLSearchParams,
) {
  const { dictionary, form, locale, answer } = asked
  if (answer && answer.state !== 'open') return ended(asked, answer, reply)
  const before = planOf(dictionary, form, answer?.given ?? givenBy(request, asked), answer?.answers ?? {})
  const at = Number(body.get('p') ?? 0)
  const page = before.pages.find((one) => one.at === at)
  const read = readPosted(dictionary, page?.parts ?? [], body, locale)
  const saved = answer
    ? { answer: await saveAnswers(stores, answer, read.answers), token: asked.token }
    : await begin(stores, request, asked, body.get('begun') ?? '', read.answers)
  const opened: Opened = Object.assign({}, asked, saved)
  const kept = saved.answer
  // It was changed on another page, or by a newer version: there is another one to answer now.
  if (!page) return toPage(request, reply, opened, at)
  const isBack = body.get('act') === 'back'
  if (kept.state !== 'open') return ended(opened, kept, reply)
  const previous = before.pages.findLast((one) => one.at < at)
  if (isBack) return toPage(request, reply, opened, previous?.at ?? 0)
  if (read.faults.size > 0) return showPage(stores, request, reply.code(422), opened, at, read)
  const next = await goOn(stores, dictionary, form, kept, at, opened.invited?.sample ?? null)
  if (next.is === 'page') return toPage(request, reply, opened, next.at)
  if (next.is === 'answeredBefore') return answeredBefore(opened, reply)
  const { ending, plan } = next
  const words = { dictionary, locale, stored: plan.stored }
  return end(opened, reply, ending && { title: said(words, ending.title), text: said(words, ending.text) })
}

/** The first page of somebody. A token that was not given out with this stamp may be known to others: it is not taken. */
async function begin(stores: Stores, request: FormRequest, opened: Opened, stamp: string, answers: SentAnswers) {
  const { dictionary, form, invited } = opened
  const at = await begun.unseal(stores, stamp, ownerOf(opened, opened.token)).then(Number, () => null)
  const begunAt = new Date(at ?? Date.now())
  const given = givenBy(request, opened)
  const made = { form: form.id, given, begunAt, answers }
  if (invited && !invited.isProtected) {
    const { sample } = invited
    await inTransaction(stores.service, (client) => noteStarted(client, dictionary, sample))
    const own = Object.assign({ sample, token: `sample ${sample}` }, made)
    return { answer: await beginAnswer(stores, dictionary, own), token: null }
  }
  const token = at === null ? newToken() : (opened.token ?? newToken())
  return { answer: await beginAnswer(stores, dictionary, Object.assign({ sample: null, token }, made)), token }
}

/** Whose stamp it is. */
const ownerOf = ({ dictionary, invited }: Opened, token: string | null) =>
  invited && !invited.isProtected ? `${dictionary.survey} ${invited.sample}` : `${dictionary.survey} ${token ?? ''}`

async function showPage(
  stores: Stores,
  request: FormRequest,
  reply: FastifyReply,
  opened: Opened,
  wanted: number,
  read: ReadPage | null,
) {
  const { dictionary, form, answer, locale } = opened
  const given = answer?.given ?? givenBy(request, opened)
  const plan = planOf(dictionary, form, given, answer?.answers ?? {})
  const page = pageAt(plan.pages, wanted)
  if (!page) return end(opened, reply, null)
  const token = opened.token ?? newToken()
  const stamp = answer ? {} : { begun: await begun.seal(stores, String(Date.now()), ownerOf(opened, token)) }
  const isByToken = !opened.invited || opened.invited.isProtected
  const held = isByToken ? { token } : {}
  const at = plan.pages.indexOf(page)
  const html = questionPage(
    lookOf(opened, reply),
    { dictionary, locale, stored: plan.stored },
    {
      form,
      page,
      place: { at: at + 1, of: plan.pages.length },
      filled: {
        answers: Object.assign({}, answer?.answers, read?.answers),
        faults: read?.faults ?? new Map(),
        seed: token,
      },
      hidden: Object.assign({ p: String(page.at) }, held, stamp),
      action: addressOf(request.url, locale),
      along: alongside(request.url, answer ? Object.assign({ p: String(page.at) }, held) : {}),
      unsubscribe: opened.invited && `/u/${opened.invited.recipient.code}`,
      languages: localesOf(form, dictionary).map((one) => ({ locale: one, isShown: one === locale })),
    },
  )
  return sendPage(reply, html)
}

/** The page that is wanted, or the first behind it that is asked. */
const pageAt = (pages: readonly PlannedPage[], wanted: number) =>
  pages.find(({ at }) => at >= (Number.isFinite(wanted) ? wanted : 0)) ?? pages.at(-1)

function toPage(request: FormRequest, reply: FastifyReply, { token, locale }: Opened, at: number) {
  const address = addressOf(request.url, locale)
  const held = token === null ? '' : `&token=${token}`
  return reply.header('cache-control', 'no-store').redirect(`${address}${held}&p=${at}`, 303)
}

function lookOf({ owner, locale, form, kiosk, answer }: Opened, reply: FastifyReply, isEnd = false): FormLook {
  const { embeddedBy: framedBy } = form
  const nonce = allowStyles(reply, { framedBy })
  if (framedBy.length > 0) reply.removeHeader('x-frame-options')
  const seconds = isEnd ? kioskPatience.end : kioskPatience.away
  // Where nobody has begun, nothing is to begin anew.
  const isKiosk = kiosk !== null
  return { owner, locale, nonce, isKiosk, next: isKiosk && (isEnd || answer) ? { address: kiosk, seconds } : null }
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

function end(opened: Opened, reply: FastifyReply, ending: { readonly title: string; readonly text: string } | null) {
  const { title = formText('thanks', opened.locale), text = '' } = ending ?? {}
  return sendPage(reply, endPage(lookOf(opened, reply, true), title, text))
}

/** What was told in the end, told again to who comes back; answers are not known here any more. */
function ended(opened: Opened, { state, ending }: FormAnswer, reply: FastifyReply) {
  const { form, dictionary, locale } = opened
  const list = state === 'screenedOut' ? form.screenOut : state === 'full' ? form.quotas : form.thanks
  const told = ending === null ? null : list[ending]
  const say = (text: Form['title']) => localise(text, locale, dictionary.definition.settings.locale)
  const isPlain = told && !/[{}]/.test(say(told.title) + say(told.text))
  return end(opened, reply, isPlain ? { title: say(told.title), text: say(told.text) } : null)
}
