import { localise } from '@kaiku/core/localised.ts'
import { endPage, type FormLook, kioskPatience, questionPage } from '../form/form.page.ts'
import { addressOf, alongside, startOf } from '../form/form-address.ts'
import { said } from '../form/form-field.ts'
import { type FormPlan, planOf } from '../form/form-plan.ts'
import { formText } from '../form/form-text.ts'
import { endingOf, nextPage } from '../form/next-page.ts'
import { type Posted, type ReadPage, readPosted } from '../form/read-posted.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { bestLocale } from '../text/best-locale.ts'
import { type KioskForm, kioskDictionary } from './kiosk-form.ts'

/** What somebody has answered on a device, until Kaiku has taken it. */
export type KeptAnswer = {
  /** Of its own: by it the same is taken once. */
  readonly key: string
  /** Where the form was opened. */
  readonly address: string
  readonly answers: SentAnswers
  /** Milliseconds since 1970, by the device’s clock. */
  readonly begunAt: number
  readonly savedAt: number
  readonly isDone: boolean
}

/** What a device does with one request. */
export type KioskTurn = {
  readonly status: number
  /** A page, or where it goes on. */
  readonly html: string
  readonly to: string | null
  /** To be kept before anything is shown; null: as it was. */
  readonly kept: KeptAnswer | null
}

export type KioskAsked = {
  readonly url: string
  /** What was sent; null: a page is opened. */
  readonly posted: (Posted & { readonly get: (name: string) => string | null }) | null
  readonly kept: KeptAnswer | null
  readonly language: string
  readonly now: number
  readonly newKey: string
  readonly nonce: string
}

/** Shows a form and takes its answers as Kaiku itself does, without it. */
export function kioskTurn(kiosk: KioskForm, asked: KioskAsked): KioskTurn {
  const { searchParams } = new URL(asked.url, 'http://kaiku.invalid')
  const locale = bestLocale(kiosk.locales, searchParams.get('lang') ?? undefined, asked.language)
  const at = { kiosk, asked, locale, dictionary: kioskDictionary(kiosk) }
  if (asked.posted === null) return shown(at, asked.kept, Number(searchParams.get('p') ?? 0), null)
  // Programs fill in what people do not see.
  if (asked.posted.get('website')) return told(at, null, null, null)
  return taken(at, asked.posted)
}

type At = {
  readonly kiosk: KioskForm
  readonly asked: KioskAsked
  readonly locale: string
  readonly dictionary: ReturnType<typeof kioskDictionary>
}

function taken(at: At, posted: NonNullable<KioskAsked['posted']>): KioskTurn {
  const { kiosk, asked, locale, dictionary } = at
  const { form, given } = kiosk
  const { now, url } = asked
  const before = asked.kept ?? {
    key: posted.get('token') ?? asked.newKey,
    address: startOf(url),
    answers: {},
    begunAt: now,
    savedAt: now,
    isDone: false,
  }
  if (before.isDone) return told(at, null, null, null)
  const plan = planOf(dictionary, form, given, before.answers)
  const here = Number(posted.get('p') ?? 0)
  const page = plan.pages.find((one) => one.at === here)
  if (!page) return moved(at, before, here)
  const read = readPosted(dictionary, page.parts, posted, locale)
  const answers = Object.fromEntries(
    Object.entries(Object.assign({}, before.answers, read.answers)).filter(([, answer]) => answer !== null),
  )
  const kept: KeptAnswer = Object.assign({}, before, { answers, savedAt: now })
  if (posted.get('act') === 'back') return moved(at, kept, plan.pages.findLast((one) => one.at < here)?.at ?? 0)
  if (read.faults.size > 0) return shown(at, kept, here, read)
  const next = nextPage(dictionary, form, { given, answers }, here)
  if (next.is === 'page') return moved(at, kept, next.at)
  return told(at, Object.assign({}, kept, { isDone: true }), endingOf(form, next), next.plan)
}

function moved({ asked, locale }: At, kept: KeptAnswer, page: number): KioskTurn {
  return { status: 303, html: '', to: `${addressOf(asked.url, locale)}&token=${kept.key}&p=${page}`, kept }
}

function look({ kiosk, asked, locale }: At, seconds: number | null): FormLook {
  const next = seconds === null ? null : { address: startOf(asked.url), seconds }
  return { owner: kiosk.owner, nonce: asked.nonce, locale, next, isKiosk: true }
}

function shown(at: At, kept: KeptAnswer | null, wanted: number, read: ReadPage | null): KioskTurn {
  const { kiosk, asked, locale, dictionary } = at
  const { form, given, locales } = kiosk
  if (kept?.isDone) return told(at, null, null, null)
  const plan = planOf(dictionary, form, given, kept?.answers ?? {})
  const page = plan.pages.find((one) => one.at >= wanted) ?? plan.pages.at(-1)
  if (!page) return told(at, null, null, null)
  const token = kept?.key ?? asked.newKey
  const held = { p: String(page.at), token }
  const html = questionPage(
    look(at, kept ? kioskPatience.away : null),
    { dictionary, locale, stored: plan.stored },
    {
      form,
      page,
      place: { at: plan.pages.indexOf(page) + 1, of: plan.pages.length },
      filled: {
        answers: Object.assign({}, kept?.answers, read?.answers),
        faults: read?.faults ?? new Map<string, string>(),
        seed: token,
      },
      hidden: held,
      action: addressOf(asked.url, locale),
      along: alongside(asked.url, kept ? held : {}),
      unsubscribe: null,
      languages: locales.map((one) => ({ locale: one, isShown: one === locale })),
    },
  )
  return { status: read ? 422 : 200, html, to: null, kept }
}

function told(
  at: At,
  kept: KeptAnswer | null,
  ending: KioskForm['form']['thanks'][number] | null,
  plan: FormPlan | null,
): KioskTurn {
  const { dictionary, locale } = at
  const say = (text: Parameters<typeof localise>[0]) =>
    plan
      ? said({ dictionary, locale, stored: plan.stored }, text)
      : localise(text, locale, dictionary.definition.settings.locale)
  const title = ending ? say(ending.title) : formText('thanks', locale)
  return {
    status: 200,
    html: endPage(look(at, kioskPatience.end), title, ending ? say(ending.text) : ''),
    to: null,
    kept,
  }
}
