import type { CardLine, MondayCard } from '@kaiku/contract/monday-card.ts'
import { plain } from '../mail/mail-text.ts'
import { escaped } from '../text/html.ts'

/** A part of a mail, as text and as HTML. */
type MailPart = { readonly text: string; readonly html: string }

/** The interviews that a card tells of: with them its mail is erased. */
export const interviewsOn = ({ sections }: MondayCard): string[] =>
  sections.flatMap(({ lines }) => lines.flatMap(({ interviewId }) => interviewId ?? []))

/** The sections of a card as parts of a mail. */
export const cardMail = ({ sections }: MondayCard): MailPart[] =>
  sections.map(({ title, lines }) => ({
    text: [oneLine(title), ...lines.map((line) => [saidBy(line), ...factsOf(line)].join(' · '))].join('\n'),
    html: `<h2 style="font-size:16px;margin:20px 0 4px">${escaped(oneLine(title))}</h2>${lines.map(htmlOf).join('')}`,
  }))

// Of nothing that others wrote can be a link.
const oneLine = (text: string) => text.trim().split(/\s+/).map(plain).join(' ')
const saidBy = ({ look, text }: CardLine) => (look === 'quote' ? `“${oneLine(text)}”` : oneLine(text))
const factsOf = ({ facts }: CardLine) => facts.map(oneLine)

function htmlOf(line: CardLine): string {
  const { look } = line
  const said = escaped(saidBy(line))
  const beside = factsOf(line)
  const size = look === 'muted' ? 'font-size:13px;' : ''
  const small = beside.length === 0 ? '' : `<br><span style="font-size:13px">${escaped(beside.join(' · '))}</span>`
  return `<p style="margin:0 0 6px;${size}">${look === 'strong' ? `<b>${said}</b>` : said}${small}</p>`
}
