import type { Form } from '@kaiku/contract/form.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atMost } from '../connection/at-most.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { formOf } from '../form/default-form.ts'
import { endPage, type FormLook, type FormOwner, questionPage } from '../form/form.page.ts'
import { said } from '../form/form-field.ts'
import { type PlannedPage, planOf } from '../form/form-plan.ts'
import { formText } from '../form/form-text.ts'
import { type ReadPage, readPosted } from '../form/read-posted.ts'
import { allowStyles } from '../http/protection.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { newToken } from '../session/token.ts'
import { findSurvey } from '../survey/survey.ts'
import { bestLocale } from '../text/best-locale.ts'
import { findUniverse } from '../universe/universe.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { goOn } from './answer-form.ts'
import { answerByToken, beginAnswer, type FormAnswer, saveAnswers } from './form-answer.store.ts'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Asking = FastifyRequest<{ Params: { universe: string; survey: string }; Querystring: Query }>

/** A form that somebody opens, in their language. */
type Opened = {
  readonly dictionary: Dictionary
  readonly form: Form
  readonly owner: FormOwner
  readonly locale: string
  /** What they have answered; null: nothing yet. */
  readonly answer: FormAnswer | null
  readonly token: string | null
}

/** Forms that one address may begin in a minute: shops and schools share one. */
const most = { tries: 300, within: 60_000 }
/** Bytes of a page that is sent. */
const largestPage = 1024 ** 2
const begun = sealer('formAnswer.key')
const path = '/form/:universe/:survey'
const hidden = { config: { callers: 'guests', takesRoom: false }, schema: { hide: true } } as const
const taking = { ...hidden, config: { callers: 'guests', takesRoom: true }, bodyLimit: largestPage } as const

/** Forms as respondents see them: pages of HTML that need no script and no sign-in. */
export const formRoutes = (app: FastifyInstance, stores: Stores) => {
  const mayBegin = atMost(most.tries, most.within)
  void app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    forms.get(path, hidden, async (request: Asking, reply) => {
      const opened = await open(stores, request)
      if (!opened) return closed(request, reply)
      const { answer } = opened
      if (answer && answer.state !== 'open') return ended(opened, answer, reply)
      const wanted = Number(one(request.query, 'p') ?? 0)
      return showPage(stores, request, reply, opened, wanted, null)
    })
    forms.post(path, taking, async (request: Asking, reply) => {
      const { body } = request
      if (!(body instanceof URLSearchParams)) throw new Fault('invalid', 'A form is sent as a browser sends it.')
      const opened = await open(stores, request, body.get('token'))
      if (!opened) return closed(request, reply)
      // Programs fill in what people do not see.
      if (body.get('website')) return end(opened, reply, null)
      if (!opened.answer && !mayBegin(request.ip)) return refuseMany(opened, reply)
      return takePage(stores, request, reply, opened, body)
    })
  })
}

async function takePage(stores: Stores, request: Asking, reply: FastifyReply, asked: Opened, body: URLSearchParams) {
  const { answer, token } = asked.answer
    ? { answer: asked.answer, token: asked.token }
    : await begin(stores, request, asked, body.get('begun') ?? '')
  const opened: Opened = Object.assign({}, asked, { answer, token })
  const { dictionary, form, locale } = opened
  if (answer.state !== 'open') return ended(opened, answer, reply)
  const before = planOf(dictionary, form, answer.given, answer.answers)
  const at = Number(body.get('p') ?? 0)
  const page = before.pages.find((one) => one.at === at)
  // It was changed on another page, or by a newer version: there is another one to answer now.
  if (!page) return toPage(request, reply, opened, at)
  const read = readPosted(dictionary, page.parts, body, locale)
  const isBack = body.get('act') === 'back'
  const kept = await saveAnswers(stores, answer, read.answers)
  if (kept.state !== 'open') return ended(opened, kept, reply)
  const previous = before.pages.findLast((one) => one.at < at)
  if (isBack) return toPage(request, reply, opened, previous?.at ?? 0)
  if (read.faults.size > 0) {
    const changed: Opened = Object.assign({}, opened, { answer: kept })
    return showPage(stores, request, reply.code(422), changed, at, read)
  }
  const next = await goOn(stores, dictionary, form, kept, at)
  if (next.is === 'page') return toPage(request, reply, opened, next.at)
  const { ending, plan } = next
  const words = { dictionary, locale, stored: plan.stored }
  return end(opened, reply, ending && { title: said(words, ending.title), text: said(words, ending.text) })
}

/** The first page of somebody. A token that was not given out with this stamp may be known to others: it is not taken. */
async function begin(stores: Stores, request: Asking, opened: Opened, stamp: string) {
  const { dictionary, form } = opened
  const at = await begun.unseal(stores, stamp, `${dictionary.survey} ${opened.token ?? ''}`).then(Number, () => null)
  const token = at === null ? newToken() : (opened.token ?? newToken())
  const given = givenBy(request, form, dictionary)
  const begunAt = new Date(at ?? Date.now())
  const answer = await beginAnswer(stores, dictionary, { token, form: form.id, given, begunAt })
  return { answer, token }
}

/** What an address answers, and the device. Codes that the survey does not take are left out later. */
function givenBy({ query, headers }: Asking, form: Form, { questions }: Dictionary): SentAnswers {
  const given: Record<string, SentAnswers[string]> = {}
  for (const id of form.given) {
    const value = one(query, id)?.replaceAll('\0', '').slice(0, longestGiven)
    const type = questions.get(id)?.question.type
    if (value === undefined || value === '' || type === undefined) continue
    given[id] = type === 'multiple' ? [value] : type === 'scale' || type === 'number' ? Number(value) : value
  }
  if (form.device !== undefined)
    given[form.device] = /Mobi|Android|iPhone|iPad/i.test(headers['user-agent'] ?? '') ? 'phone' : 'computer'
  return given
}
const longestGiven = 200

const one = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return Array.isArray(value) ? value[0] : value
}

const tokenPattern = /^[\w-]{43}$/
const namePattern = /^[\w.-]{1,80}$/

/** Null: there is no such form, or it is not open. */
async function open(stores: Stores, request: Asking, posted: string | null = null): Promise<Opened | null> {
  const { params, query, headers } = request
  if (!namePattern.test(params.universe) || !namePattern.test(params.survey)) return null
  const universe = await findUniverse(stores, params.universe)
  if (!universe) return null
  const dictionary = await findSurvey(stores, universe.id, params.survey).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  })
  const token = posted ?? one(query, 'token') ?? null
  if (!dictionary || (token !== null && !tokenPattern.test(token))) return null
  const answer = token === null ? null : await answerByToken(stores, dictionary, token)
  const form = formOf(dictionary, answer?.form ?? one(query, 'form') ?? null)
  if (!form || !(answer || form.open)) return null
  // One that somebody sent along, and knows: whoever answers gets one of their own.
  const isOwn = answer !== null || posted !== null
  const { title, settings } = await readUniverse(stores.service, universe.id)
  return {
    dictionary,
    form,
    owner: { title, logo: settings.logo, colour: settings.colour },
    locale: bestLocale(localesOf(form, dictionary), one(query, 'lang'), headers['accept-language']),
    answer,
    token: isOwn ? token : null,
  }
}

const localesOf = ({ locales }: Form, { definition }: Dictionary): readonly string[] =>
  locales.length > 0 ? locales : [definition.settings.locale]

async function showPage(
  stores: Stores,
  request: Asking,
  reply: FastifyReply,
  opened: Opened,
  wanted: number,
  read: ReadPage | null,
) {
  const { dictionary, form, answer, locale } = opened
  const given = answer?.given ?? givenBy(request, form, dictionary)
  const plan = planOf(dictionary, form, given, answer?.answers ?? {})
  const page = pageAt(plan.pages, wanted)
  if (!page) return end(opened, reply, null)
  const token = opened.token ?? newToken()
  const stamp = answer ? {} : { begun: await begun.seal(stores, String(Date.now()), `${dictionary.survey} ${token}`) }
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
      hidden: Object.assign({ token, p: String(page.at) }, stamp),
      action: addressOf(request, locale),
      along: alongside(request, answer ? { token, p: String(page.at) } : {}),
      languages: localesOf(form, dictionary).map((one) => ({ locale: one, isShown: one === locale })),
    },
  )
  return sendPage(reply, html)
}

/** The page that is wanted, or the first behind it that is asked. */
const pageAt = (pages: readonly PlannedPage[], wanted: number) =>
  pages.find(({ at }) => at >= (Number.isFinite(wanted) ? wanted : 0)) ?? pages.at(-1)

/** What an address says besides its language, and where somebody is in their answers. */
function alongside({ url }: Asking, at: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { searchParams } = new URL(url, 'http://kaiku.invalid')
  for (const name of ['token', 'p', 'lang']) searchParams.delete(name)
  return Object.assign(Object.fromEntries(searchParams), at)
}

/** The form's own address, as it was opened, without what changes from page to page. */
function addressOf({ url }: Asking, locale: string): string {
  const { pathname, searchParams } = new URL(url, 'http://kaiku.invalid')
  for (const name of ['token', 'p']) searchParams.delete(name)
  searchParams.set('lang', locale)
  return `${pathname}?${searchParams.toString()}`
}

function toPage(request: Asking, reply: FastifyReply, { token, locale }: Opened, at: number) {
  const address = addressOf(request, locale)
  return reply.header('cache-control', 'no-store').redirect(`${address}&token=${token ?? ''}&p=${at}`, 303)
}

const lookOf = ({ owner, locale }: Opened, reply: FastifyReply): FormLook => ({
  owner,
  locale,
  nonce: allowStyles(reply),
})

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

function end(opened: Opened, reply: FastifyReply, ending: { readonly title: string; readonly text: string } | null) {
  const { title = formText('thanks', opened.locale), text = '' } = ending ?? {}
  return sendPage(reply, endPage(lookOf(opened, reply), title, text))
}

/** What was told in the end, told again to who comes back; answers are not known here any more. */
function ended(opened: Opened, { state, ending }: FormAnswer, reply: FastifyReply) {
  const { form, dictionary, locale } = opened
  const told = ending === null ? null : form[state === 'screenedOut' ? 'screenOut' : 'thanks'][ending]
  const say = (text: Form['title']) => localise(text, locale, dictionary.definition.settings.locale)
  const isPlain = told && !/[{}]/.test(say(told.title) + say(told.text))
  return end(opened, reply, isPlain ? { title: say(told.title), text: say(told.text) } : null)
}

const nobody: FormOwner = { title: 'Kaiku', logo: '', colour: '' }

function closed({ query, headers }: Asking, reply: FastifyReply) {
  const locale = bestLocale(['en', 'fi', 'sv', 'de'], one(query, 'lang'), headers['accept-language'])
  const look = { owner: nobody, locale, nonce: allowStyles(reply) }
  return sendPage(reply.code(404), endPage(look, formText('closed', locale), formText('closedWhy', locale)))
}

function refuseMany(opened: Opened, reply: FastifyReply) {
  const { locale } = opened
  const html = endPage(lookOf(opened, reply), formText('many', locale), formText('manyWhy', locale))
  return sendPage(reply.code(429), html)
}
