import type { Form } from '@kaiku/contract/form.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { SampleState } from '@kaiku/core/sample-state.ts'
import { shared } from '@kaiku/core/together.ts'
import type { FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { formOf } from '../form/default-form.ts'
import type { FormOwner } from '../form/form.page.ts'
import { startOf } from '../form/form-address.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { type CampaignRecipient, recipientByCode } from '../recipient/recipient.ts'
import { readAnySample } from '../sample/stored-sample.ts'
import { findSurvey, surveyByNumber } from '../survey/survey.ts'
import { bestLocale } from '../text/best-locale.ts'
import { refuseSuspended } from '../universe/suspension.ts'
import { findUniverse } from '../universe/universe.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { answerByToken, answerOfSample, type FormAnswer } from './form-answer.store.ts'

type Query = Readonly<Record<string, string | string[] | undefined>>
/** `universe` and `survey`, or the `code` of a link of somebody’s own. */
export type FormRequest = FastifyRequest<{
  Params: { universe?: string; survey?: string; code?: string }
  Querystring: Query
}>

/** Who came by a link of their own. */
type Invited = {
  readonly recipient: CampaignRecipient
  readonly sample: string
  readonly state: SampleState
  readonly background: Answers
  /** Nothing that is stored leads from them to their answers. */
  readonly isProtected: boolean
}

/** A form that somebody opens, in their language. */
export type Opened = {
  readonly dictionary: Dictionary
  readonly form: Form
  readonly owner: FormOwner
  readonly locale: string
  /** What they have answered; null: nothing yet. */
  readonly answer: FormAnswer | null
  readonly token: string | null
  readonly invited: Invited | null
  /** On a device that many use, one after the other: where each begins. Null: it is somebody’s own. */
  readonly kiosk: string | null
}

const tokenPattern = /^[\w-]{43}$/
const namePattern = /^[\w.-]{1,80}$/

/** Null: there is no such form, or it is not open. Throws Fault `forbidden` while its universe is suspended. */
export async function openForm(
  stores: Stores,
  request: FormRequest,
  posted: string | null = null,
): Promise<Opened | null> {
  const { params, query, headers } = request
  const token = posted ?? one(query, 'token') ?? null
  if (token !== null && !tokenPattern.test(token)) return null
  const found = params.code === undefined ? await byNames(stores, params) : await byCode(stores, params.code)
  if (!found) return null
  const { dictionary, invited } = found
  await refuseSuspended(stores, dictionary.universe)
  const answer = await answerFor(stores, dictionary, invited, token)
  const form = formOf(dictionary, answer?.form ?? one(query, 'form') ?? null)
  if (!form || !(answer || invited || form.open)) return null
  // One that somebody sent along, and knows: whoever answers gets one of their own.
  const isOwn = answer !== null || posted !== null
  const owner = await ownerOf(stores, dictionary.universe)
  const wishes = [one(query, 'lang'), invited?.recipient.locale, headers['accept-language']]
  return {
    dictionary,
    form,
    owner,
    locale: bestLocale(localesOf(form, dictionary), ...wishes),
    answer,
    token: isOwn ? token : null,
    invited,
    kiosk: invited === null && one(query, 'kiosk') === '1' ? startOf(request.url) : null,
  }
}

const ownerOf = shared(async ({ service }: Stores, universe: string): Promise<FormOwner> => {
  const { title, settings } = await readUniverse(service, universe)
  return { title, logo: settings.logo, colour: settings.colour }
})

type Found = { readonly dictionary: Dictionary; readonly invited: Invited | null }

async function byNames(stores: Stores, { universe = '', survey = '' }: FormRequest['params']): Promise<Found | null> {
  if (!namePattern.test(universe) || !namePattern.test(survey)) return null
  const found = await findUniverse(stores, universe)
  if (!found) return null
  try {
    return { dictionary: await findSurvey(stores, found.id, survey), invited: null }
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

async function byCode(stores: Stores, code: string): Promise<Found | null> {
  const recipient = await recipientByCode(stores, code)
  if (!recipient) return null
  const dictionary = await surveyByNumber(stores, recipient.survey)
  const sample = await readAnySample(stores.service, recipient.universe, recipient.sample)
  if (!sample) return null
  const isProtected = dictionary.definition.settings.protection === true
  const { state, background } = sample
  return { dictionary, invited: { recipient, sample: sample.id, state, background, isProtected } }
}

/** Where respondents are protected a token alone finds what was answered, as on a form that is open to all. */
function answerFor(stores: Stores, dictionary: Dictionary, invited: Invited | null, token: string | null) {
  if (invited && !invited.isProtected) return answerOfSample(stores, dictionary, invited.sample)
  return token === null ? null : answerByToken(stores, dictionary, token)
}

/** What is known before somebody answers: of the sample, by the address, and the device. Codes that the survey does not take are left out later. */
export function givenBy(
  { query, headers }: FormRequest,
  { form, dictionary, invited }: Pick<Opened, 'form' | 'dictionary' | 'invited'>,
): SentAnswers {
  const { questions } = dictionary
  const given: Record<string, SentAnswers[string]> = {}
  for (const [id, answer] of Object.entries(invited?.background ?? {})) if (questions.has(id)) given[id] = answer
  for (const id of form.given) {
    const answer = answerIn(dictionary, id, one(query, id))
    if (answer !== null) given[id] = answer
  }
  if (form.device !== undefined)
    given[form.device] = /Mobi|Android|iPhone|iPad/i.test(headers['user-agent'] ?? '') ? 'phone' : 'computer'
  return given
}
const longestGiven = 200

/** An answer as an address writes it; null: it is none. */
function answerIn({ questions }: Dictionary, id: string, text: string | undefined): SentAnswers[string] {
  const value = text?.replaceAll('\0', '').slice(0, longestGiven)
  const type = questions.get(id)?.question.type
  if (value === undefined || value === '' || type === undefined) return null
  return type === 'multiple' ? [value] : type === 'scale' || type === 'number' ? Number(value) : value
}

/** The answer to one question that stands in an address, as links of mails do; null: none. */
export function answerInLink({ query }: FormRequest, dictionary: Dictionary): SentAnswers | null {
  const [id, value] = [one(query, 'q'), one(query, 'v')]
  const answer = id === undefined ? null : answerIn(dictionary, id, value)
  return id === undefined || answer === null ? null : { [id]: answer }
}

export const one = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return Array.isArray(value) ? value[0] : value
}

export const localesOf = ({ locales }: Form, { definition }: Dictionary): readonly string[] =>
  locales.length > 0 ? locales : [definition.settings.locale]
