import { letterContent } from '@kaiku/contract/letter.ts'
import type { MailContent, TemplateContent } from '@kaiku/contract/template.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const texts = {
  subject: {
    en: 'How was your visit to {{ place }}?',
    fi: 'Miten käyntisi sujui: {{ place }}?',
    sv: 'Hur var ditt besök: {{ place }}?',
    de: 'Wie war Ihr Besuch: {{ place }}?',
  },
  preheader: {
    en: 'Two minutes of your time help us to get better.',
    fi: 'Kaksi minuuttia aikaasi auttaa meitä parantamaan.',
    sv: 'Två minuter av din tid hjälper oss att bli bättre.',
    de: 'Zwei Minuten Ihrer Zeit helfen uns, besser zu werden.',
  },
  hello: {
    en: 'Hello {{ name | default: "there" }},\n\nthank you for your visit. How was it?',
    fi: 'Hei {{ name }},\n\nkiitos käynnistäsi. Miten se sujui?',
    sv: 'Hej {{ name }},\n\ntack för ditt besök. Hur var det?',
    de: 'Guten Tag {{ name }},\n\nvielen Dank für Ihren Besuch. Wie war er?',
  },
  start: { en: 'Answer now', fi: 'Vastaa nyt', sv: 'Svara nu', de: 'Jetzt antworten' },
  foot: {
    en: 'You get this mail from {{ universe }} because you were our customer. [No more of these mails](unsubscribe)',
    fi: 'Saat tämän viestin, koska olet ollut {{ universe }} -asiakas. [En halua enää näitä viestejä](unsubscribe)',
    sv: 'Du får det här mejlet från {{ universe }} eftersom du har varit vår kund. [Inga fler av dessa mejl](unsubscribe)',
    de: 'Sie erhalten diese Mail von {{ universe }}, weil Sie unser Kunde waren. [Keine dieser Mails mehr](unsubscribe)',
  },
  letter: {
    en: 'Hello {{ name | default: "there" }},\n\nthank you for your visit: {{ place }}. How was it? Your answers help us to get better, and take two minutes.',
    fi: 'Hei {{ name }},\n\nkiitos käynnistäsi: {{ place }}. Miten se sujui? Vastauksesi auttavat meitä parantamaan, ja vastaaminen vie kaksi minuuttia.',
    sv: 'Hej {{ name }},\n\ntack för ditt besök: {{ place }}. Hur var det? Dina svar hjälper oss att bli bättre och tar två minuter.',
    de: 'Guten Tag {{ name }},\n\nvielen Dank für Ihren Besuch: {{ place }}. Wie war er? Ihre Antworten helfen uns, besser zu werden, und dauern zwei Minuten.',
  },
  sms: {
    en: 'Hello {{ firstName }}, how was your visit to {{ place }}? {{ link }} No more messages: reply STOP',
    fi: 'Hei {{ firstName }}, miten käyntisi sujui: {{ place }}? {{ link }} Ei enää viestejä: vastaa STOP',
    sv: 'Hej {{ firstName }}, hur var ditt besök: {{ place }}? {{ link }} Inga fler sms: svara STOP',
    de: 'Hallo {{ firstName }}, wie war Ihr Besuch: {{ place }}? {{ link }} Keine SMS mehr: STOP antworten',
  },
} as const

/** An invitation that can be sent as it is, in the survey’s languages. */
export const usualContent: Readonly<Record<MessageKind, (dictionary: Dictionary) => TemplateContent>> = {
  mail: usualMail,
  sms: (dictionary) => ({ kind: 'sms', sender: '', text: saidIn(dictionary, texts.sms) }),
  letter: (dictionary) =>
    letterContent.parse({
      kind: 'letter',
      subject: saidIn(dictionary, texts.subject),
      body: saidIn(dictionary, texts.letter),
      signature: '{{ universe }}',
    }),
}

/** In English, and as far as the survey speaks the others. */
function saidIn({ definition }: Dictionary, text: Readonly<Record<string, string>>): Record<string, string> {
  const languages = new Set(localesOf(definition).map((locale) => locale.split('-', 1)[0] ?? locale))
  return Object.fromEntries(Object.entries(text).filter(([locale]) => locale === 'en' || languages.has(locale)))
}

/** Its first question, and the way to the rest. */
function usualMail(dictionary: Dictionary): MailContent {
  const { definition, questions } = dictionary
  const { settings, indicators } = definition
  const said = (text: Readonly<Record<string, string>>) => saidIn(dictionary, text)
  const [main] = settings.mainIndicators.flatMap((id) => indicators.find((one) => one.id === id) ?? [])
  const lead =
    main && 'question' in main && main.question !== undefined ? questions.get(main.question)?.question : undefined
  const isAsked = lead?.type === 'scale' || lead?.type === 'choice'
  return {
    kind: 'mail',
    subject: said(texts.subject),
    preheader: said(texts.preheader),
    sender: '',
    replyTo: '',
    source: '',
    plain: '',
    blocks: [
      { kind: 'text', text: said(texts.hello) },
      ...(isAsked && lead ? [{ kind: 'scale' as const, question: lead.id }] : []),
      { kind: 'button', label: said(texts.start), href: 'answer' },
      { kind: 'divider' },
      { kind: 'text', text: said(texts.foot) },
    ],
  }
}

/** Languages in which respondents are asked, the survey’s own first. */
export function localesOf({ settings, forms }: Dictionary['definition']): readonly string[] {
  const [form] = forms
  return [...new Set([settings.locale, ...(form?.locales ?? [])])]
}
