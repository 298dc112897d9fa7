import type { MondayCard } from '@kaiku/contract/monday-card.ts'
import { checkLink, plain } from '../mail/mail-text.ts'
import { cardMail } from '../monday-card/card-mail.ts'
import { escaped } from '../text/html.ts'
import { languageOf } from '../text/text.ts'
import type { FigureLine, MailFigures, MailLinks } from './mail-figures.ts'
import { type ScheduledMailKey, scheduledMailText } from './scheduled-mail-text.ts'

/** What a mail of a schedule is written of, as its reader may have it. */
export type ScheduledMailParts = {
  readonly locale: string
  /** Of the schedule. */
  readonly title: string
  readonly name: string
  /** Who has it sent. */
  readonly by: string
  readonly figures: MailFigures
  /** Stands in place of the figures. */
  readonly card: MondayCard | null
  readonly links: MailLinks
  /** What it brings beside the figures: the name of a file, the title of a report that waits, or nothing. */
  readonly report: { readonly file: string } | { readonly title: string; readonly link: string } | null
}

/** As text and as HTML that has no picture and no colour of its own: it is read as the reader’s program shows mails. */
export function writeScheduledMail({ locale, title, name, by, figures, card, links, report }: ScheduledMailParts) {
  const given = [
    links.page,
    links.leave,
    links.all,
    ...links.proofs.values(),
    ...(report && 'link' in report ? [report.link] : []),
  ]
  for (const link of given) checkLink(link)
  const say = (key: ScheduledMailKey, ...values: readonly string[]) =>
    scheduledMailText(key, locale, ...values.map(plain))
  const facts = figures.facts.map((fact) => ({ title: plain(fact.title), text: oneLine(fact.text) }))
  const sentence = oneLine(figures.sentence)
  const brought = report === null ? '' : 'file' in report ? say('attached', report.file) : say('report', report.title)
  const heads = (['indicator', 'value', 'change', 'course'] as const).map((key) => say(key))
  const told = card ? cardMail(card) : []
  const titled = figures.lines.map((line) => ({ ...line, title: plain(line.title) }))
  const lines = card ? [] : titled
  // A card tells the first figure alone.
  const proven = card ? titled.slice(0, 1) : titled
  const text = [
    say('hello', name),
    plain(title),
    facts.map((fact) => `${fact.title}: ${fact.text}`).join('\n'),
    sentence,
    lines.map((line) => textLine(line)).join('\n'),
    ...told.map((one) => one.text),
    report && 'link' in report ? `${brought}\n${report.link}` : brought,
    proofLines(proven, links, say('proof')),
    `${say('open')}\n${links.page}`,
    `${say('why', by)}\n${say('leave')}: ${links.leave}\n${say('all')}: ${links.all}`,
  ]
  const parts = [
    `<p>${escaped(say('hello', name))}</p>`,
    `<h1 style="font-size:20px;margin:16px 0 8px">${escaped(plain(title))}</h1>`,
    `<p style="margin:0 0 12px">${facts.map((fact) => `${escaped(fact.title)}: <b>${escaped(fact.text)}</b>`).join('<br>')}</p>`,
    `<p style="font-size:16px">${escaped(sentence)}</p>`,
    lines.length === 0 ? '' : table(heads, lines, (line) => proofOf(line, links, say('proof'))),
    ...told.map((one) => one.html),
    card ? `<p>${proven.map((line) => proofOf(line, links, say('proof'))).join('')}</p>` : '',
    brought === '' ? '' : `<p>${report && 'link' in report ? linked(report.link, brought) : escaped(brought)}</p>`,
    `<p>${linked(links.page, say('open'))}</p>`,
    `<p style="font-size:13px;margin-top:24px">${escaped(say('why', by))}<br>${linked(links.leave, say('leave'))} · ${linked(links.all, say('all'))}</p>`,
  ]
  return {
    subject: say('subject', title, figures.place),
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html: `<!doctype html><html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}</style></head><body style="font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;line-height:1.45;max-width:640px">${parts.join('')}</body></html>`,
  }
}

const linked = (link: string, text: string) => `<a href="${escaped(link)}">${escaped(text)}</a>`

/** A sentence is longer than a name may be; of it nothing can be a link. */
const oneLine = (text: string) => text.split(' ').map(plain).join(' ')

const textLine = ({ title, value, n, change, note, course }: FigureLine) =>
  `${title}: ${value} (n ${n})${change === '–' ? '' : `, ${change}`}${note === '' ? '' : ` ${note}`}${course === '' ? '' : `  ${course}`}`

/** In a text, links stand below the figures: they are long. */
function proofLines(lines: readonly FigureLine[], { proofs }: MailLinks, title: string): string {
  const known = lines.flatMap((line) => {
    const link = proofs.get(line.indicator)
    return link === undefined ? [] : [`${line.title}: ${link}`]
  })
  return known.length === 0 ? '' : [`${title}:`, ...known].join('\n')
}

function proofOf({ indicator }: FigureLine, { proofs }: MailLinks, title: string): string {
  const link = proofs.get(indicator)
  return link === undefined ? '' : `<br><span style="font-size:13px">${linked(link, title)}</span>`
}

const cellStyle = 'padding:6px 10px 6px 0;text-align:left;vertical-align:top;border-bottom:1px solid #808080'
const cell = (content: string, kind: 'th' | 'td' = 'td') => `<${kind} style="${cellStyle}">${content}</${kind}>`
const small = (text: string) => (text === '' ? '' : `<br><span style="font-size:13px">${escaped(text)}</span>`)

function table(heads: readonly string[], lines: readonly FigureLine[], proof: (line: FigureLine) => string): string {
  const rows = lines.map((line) => {
    const { title, value, n, change, note, course } = line
    return [
      cell(escaped(title)),
      cell(`<b>${escaped(value)}</b>${small(`n ${n}`)}${proof(line)}`),
      cell(`${escaped(change)}${small(note)}`),
      cell(`<span style="font-family:monospace;font-size:12px;white-space:nowrap">${escaped(course)}</span>`),
    ].join('')
  })
  const head = heads.map((one) => cell(escaped(one), 'th')).join('')
  return `<table role="table" style="border-collapse:collapse"><tr>${head}</tr>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
}
