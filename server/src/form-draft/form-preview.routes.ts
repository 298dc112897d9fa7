import { type Form, form } from '@kaiku/contract/form.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { endPage, type FormLook, questionPage } from '../form/form.page.ts'
import { said } from '../form/form-field.ts'
import { type PlannedPage, planOf } from '../form/form-plan.ts'
import { formText } from '../form/form-text.ts'
import { endingOf, nextPage } from '../form/next-page.ts'
import { readPosted } from '../form/read-posted.ts'
import { refusalPage, unknownLink } from '../form-answer/refusal-page.ts'
import { allowStyles } from '../http/protection.ts'
import { sentAnswers } from '../interview-row/json-rows.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { bestLocale } from '../text/best-locale.ts'
import { readUniverse } from '../universe/universe-settings.ts'

const sealed = sealer('formAnswer.key')
/** Milliseconds for which a ticket holds: it is given anew with each change. */
const patience = 4 * 3_600_000
const largest = 2 * 1024 ** 2
const address = '/form-preview'
const ownerOf = (survey: number) => `preview ${survey}`

/** Lets who may configure the survey see forms of it that are not published. */
export const previewTicket = async (stores: Stores, { survey }: Dictionary): Promise<string> =>
  `${survey}.${await sealed.seal(stores, String(Date.now() + patience), ownerOf(survey))}`

async function surveyOf(stores: Stores, ticket: string): Promise<Dictionary | null> {
  const [number = '', secret = ''] = ticket.split('.')
  const survey = Number(number)
  const until = await sealed.unseal(stores, secret, ownerOf(survey)).then(Number, () => 0)
  return until > Date.now() ? surveyByNumber(stores, survey) : null
}

const hidden = {
  config: { callers: 'guests', takesRoom: false, crossSite: true, refusalPage },
  schema: { hide: true },
} as const

/**
 * A form that somebody is writing, as respondents would see it. All that was written and answered goes along from page to
 * page, and nothing is stored. Its frame has no origin, so that what it posts comes from another site.
 */
export const formPreviewRoutes = (app: FastifyInstance, stores: Stores) =>
  void app.register(async (previews) => {
    previews.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    previews.post(address, { ...hidden, bodyLimit: largest }, async (request: FastifyRequest, reply) => {
      const { body } = request
      const sent = body instanceof URLSearchParams ? body : new URLSearchParams()
      const dictionary = await surveyOf(stores, sent.get('ticket') ?? '')
      const read = form.safeParse(parsed(sent.get('form')))
      const { locale } = dictionary?.definition.settings ?? { locale: 'en' }
      const own = bestLocale(read.data?.locales.length ? read.data.locales : [locale], sent.get('lang') ?? undefined)
      const nonce = allowStyles(reply, { framedBy: ["'self'"] })
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      if (!dictionary || !read.success) {
        return unknownLink(request, reply)
      }
      const { title, settings } = await readUniverse(stores.service, dictionary.universe)
      const look: FormLook = { owner: { title, logo: settings.logo, colour: settings.colour }, locale: own, nonce }
      return reply.send(shownPage(reply, dictionary, read.data, look, sent))
    })
  })

function shownPage(
  reply: FastifyReply,
  dictionary: Dictionary,
  shown: Form,
  look: FormLook,
  sent: URLSearchParams,
): string {
  const { locale } = look
  const at = Number(sent.get('p') ?? 0)
  const before = sentAnswers.catch({}).parse(parsed(sent.get('answers')))
  const act = sent.get('act')
  const page = pageAt(planOf(dictionary, shown, {}, before).pages, shown, at)
  const read = act === null ? null : readPosted(dictionary, page.parts, sent, locale)
  const answers = Object.assign({}, before, read?.answers)
  const plan = planOf(dictionary, shown, {}, answers)
  const words = { dictionary, locale, stored: plan.stored }
  const told = (one: Form['thanks'][number]) => endPage(look, said(words, one.title), said(words, one.text))
  let asked: PlannedPage = page
  if (act === 'back') asked = plan.pages.findLast((one) => one.at < page.at) ?? page
  else if (act === 'next' && read?.faults.size === 0) {
    const next = nextPage(dictionary, shown, { given: {}, answers }, page.at)
    const ending = endingOf(shown, next)
    if (next.is === 'end') return ending ? told(ending) : endPage(look, formText('thanks', locale), '')
    asked = plan.pages.find((one) => one.at === next.at) ?? page
  }
  const faults = asked === page && act === 'next' ? (read?.faults ?? new Map()) : new Map()
  if (faults.size > 0) reply.code(422)
  const place = plan.pages.findIndex((one) => one.at === asked.at)
  return questionPage(look, words, {
    form: shown,
    page: asked,
    place: { at: place < 0 ? asked.at + 1 : place + 1, of: place < 0 ? shown.pages.length : plan.pages.length },
    filled: { answers, faults, seed: 'preview' },
    hidden: {
      ticket: sent.get('ticket') ?? '',
      form: sent.get('form') ?? '',
      lang: locale,
      p: String(asked.at),
      answers: JSON.stringify(answers),
    },
    action: address,
    along: {},
    unsubscribe: null,
    languages: [],
  })
}

/** The page that is wanted, also where nobody who answered so far is asked it. */
function pageAt(planned: readonly PlannedPage[], { pages }: Form, wanted: number): PlannedPage {
  const at = Math.min(Math.max(0, Math.trunc(wanted) || 0), pages.length - 1)
  const [title, parts] = [pages[at]?.title, pages[at]?.parts ?? []]
  return planned.find((one) => one.at === at) ?? { at, title, parts }
}

/** Null: it is no JSON. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
