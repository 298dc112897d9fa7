import type { FiguresBlock, MailBlock, MailContent, SimpleBlock } from '@kaiku/contract/template.ts'
import { brandOf } from '@kaiku/core/colour.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { type Block, type Inline, readMarkdown } from '@kaiku/core/markdown.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { figuresMjml, figuresText } from '../mail-figure/mail-figure-layout.ts'
import { aroundFields, type Filling, fillingOf } from '../message/liquid.ts'
import { escaped } from '../text/html.ts'
import { htmlOfMjml } from './mjml.ts'

/** What a template is compiled with. */
export type MailSetting = {
  readonly dictionary: Dictionary
  readonly locale: string
  /** Of the universe: `#rrggbb`; empty: the usual one. */
  readonly colour: string
}

/** A mail in one language, to be filled in for each recipient. */
export type CompiledMail = { readonly subject: Filling; readonly html: Filling; readonly text: Filling }

/** The HTML of a template in one language, its fields not yet filled in. Throws Error for MJML that cannot be read. */
export async function mailHtml(content: MailContent, setting: MailSetting): Promise<string> {
  const source = content.source.trim() === '' ? mjmlOf(content, setting) : content.source
  return htmlOfMjml(source)
}

/** Throws Error for a template that cannot be read. */
export async function compileMail(content: MailContent, setting: MailSetting): Promise<CompiledMail> {
  const { subject, text } = mailTexts(content, setting)
  const plain = fillingOf(text, 'plain')
  return {
    subject: fillingOf(subject, 'plain'),
    html: fillingOf(await mailHtml(content, setting), 'markup'),
    // What is left out leaves no gap.
    text: (fields) =>
      plain(fields)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
  }
}

/** Subject and plain text in one language, their fields not yet filled in. */
export function mailTexts(
  content: MailContent,
  setting: MailSetting,
): { readonly subject: string; readonly text: string } {
  const say = sayer(setting)
  const plain =
    content.source.trim() === ''
      ? content.blocks.map((block, at) =>
          block.kind === 'figures' ? figuresText({ at, block }, setting) : plainBlock(block, setting),
        )
      : [say(content.plain)]
  return {
    subject: say(content.subject).replace(/\s+/g, ' ').trim(),
    text: plain.filter((one) => one !== '').join('\n\n'),
  }
}

const sayer =
  ({ dictionary, locale }: MailSetting) =>
  (text: Localised) =>
    localise(text, locale, dictionary.definition.settings.locale)

const safe = (text: string) => aroundFields(text, escaped)
export const usualColour = '#0000c8'
const scheme = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`
const dark = `@media (prefers-color-scheme: dark) {
  .page, .page > div { background-color: #15171a !important }
  .card, .card > table { background-color: #1f2226 !important }
  .said, .said * { color: #e8eaed !important }
  .step { color: #e8eaed !important; border-color: #8b919a !important }
}`

function mjmlOf({ blocks, preheader }: MailContent, setting: MailSetting): string {
  const { locale } = setting
  const colour = setting.colour === '' ? usualColour : setting.colour
  const rows = blocks
    .map((block, at) =>
      block.kind === 'figures' ? figuresMjml({ at, block }, setting) : section(block, setting, colour),
    )
    .join('')
  return `<mjml lang="${escaped(locale)}"><mj-head><mj-preview>${safe(sayer(setting)(preheader))}</mj-preview><mj-raw>${scheme}</mj-raw>
<mj-attributes><mj-all font-family="-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
<mj-text font-size="16px" line-height="24px" color="#1f2328" css-class="said" />
<mj-button background-color="${colour}" color="${brandOf(colour)?.light.onPrimary ?? '#ffffff'}" font-size="16px" border-radius="6px" inner-padding="14px 24px" />
<mj-divider border-width="1px" border-color="#d0d4da" /></mj-attributes><mj-style>${dark}</mj-style></mj-head>
<mj-body background-color="#f3f4f6" css-class="page"><mj-section padding="12px 0" />
<mj-section background-color="#ffffff" padding="0" border-top="4px solid ${colour}" css-class="card" />
${rows}<mj-section padding="12px 0" /></mj-body></mjml>`
}

type OtherBlock = Exclude<MailBlock, FiguresBlock>

function section(block: OtherBlock, setting: MailSetting, colour: string): string {
  const inside = (some: readonly SimpleBlock[]) => some.map((one) => mjmlBlock(one, setting, colour)).join('')
  const columns = block.kind === 'columns' ? block.columns.map(inside) : [inside([block])]
  const within = columns.map((one) => `<mj-column>${one}</mj-column>`).join('')
  return `<mj-section background-color="#ffffff" padding="4px 8px" css-class="card">${within}</mj-section>`
}

function mjmlBlock(block: SimpleBlock, setting: MailSetting, colour: string): string {
  const say = sayer(setting)
  switch (block.kind) {
    case 'text':
      return `<mj-text>${readMarkdown(withLinks(say(block.text)))
        .map(blockHtml)
        .join('')}</mj-text>`
    case 'picture': {
      const href = block.href === undefined ? '' : ` href="${addressOf(block.href)}"`
      return `<mj-image src="${escaped(block.url)}" alt="${safe(say(block.alt))}" width="${block.width}px"${href} />`
    }
    case 'button':
      return `<mj-button href="${addressOf(block.href)}">${safe(say(block.label))}</mj-button>`
    case 'scale':
      return scaleBlock(block, setting, colour)
    case 'divider':
      return '<mj-divider />'
  }
}

// Markdown takes addresses alone: `[Stop](unsubscribe)` is one while it is read.
const withLinks = (text: string) => text.replace(/\]\((link|unsubscribe)\)/g, '](https://kaiku.invalid/$1)')
const fieldLink = (href: string) => href.replace(/^https:\/\/kaiku\.invalid\/(link|unsubscribe)$/, '{{ $1 }}')

const addressOf = (href: string) => (href === 'answer' ? '{{ link }}' : escaped(href))

type ScaleBlock = Extract<SimpleBlock, { kind: 'scale' }>

/** The steps of a question, each a link that answers it. */
function stepsOf({ question: id }: ScaleBlock, { dictionary, ...setting }: MailSetting) {
  const question = dictionary.questions.get(id)?.question
  const say = sayer({ dictionary, ...setting })
  if (question?.type === 'scale') {
    const titles = new Map(question.labels.map(({ code, title }) => [code, say(title)]))
    const steps = Array.from({ length: question.max - question.min + 1 }, (_, at) => String(question.min + at))
    return {
      title: say(question.text ?? question.title),
      steps: steps.map((code) => ({ code, label: code, title: titles.get(Number(code)) ?? '' })),
    }
  }
  if (question?.type !== 'choice') return null
  return {
    title: say(question.text ?? question.title),
    steps: question.options.map(({ code, title }) => ({ code, label: say(title), title: '' })),
  }
}

const answerAddress = (question: string, code: string) =>
  `{{ link }}?q=${encodeURIComponent(question)}&amp;v=${encodeURIComponent(code)}`

function scaleBlock(block: ScaleBlock, setting: MailSetting, colour: string): string {
  const asked = stepsOf(block, setting)
  if (!asked) return ''
  const title = block.text === undefined ? asked.title : sayer(setting)(block.text)
  const style = `display:inline-block;min-width:26px;margin:2px;padding:9px 5px;border:1px solid ${colour};border-radius:6px;text-align:center;text-decoration:none;color:${colour};font-weight:600`
  const links = asked.steps.map(
    ({ code, label, title: named }) =>
      `<a class="step" href="${answerAddress(block.question, code)}" style="${style}"${named === '' ? '' : ` title="${escaped(named)}"`}>${escaped(label)}</a>`,
  )
  const ends = [asked.steps[0]?.title ?? '', asked.steps.at(-1)?.title ?? '']
  const named = ends.some((one) => one !== '')
    ? `<div style="font-size:13px">${ends.map(escaped).join(' – ')}</div>`
    : ''
  return `<mj-text><p style="margin:0 0 8px"><b>${safe(title)}</b></p><div>${links.join(' ')}</div>${named}</mj-text>`
}

function blockHtml(block: Block): string {
  if (block.kind === 'list') {
    const tag = block.ordered ? 'ol' : 'ul'
    return `<${tag}>${block.items.map((parts) => `<li>${inlineHtml(parts)}</li>`).join('')}</${tag}>`
  }
  if (block.kind === 'heading')
    return `<h${block.level} style="margin:0 0 8px;line-height:1.3">${inlineHtml(block.parts)}</h${block.level}>`
  return `<p style="margin:0 0 12px">${inlineHtml(block.parts)}</p>`
}

const inlineHtml = (parts: readonly Inline[]): string => parts.map(pieceHtml).join('')

function pieceHtml(part: Inline): string {
  if ('text' in part) {
    const text = safe(part.text).replaceAll('\n', '<br>')
    return part.kind === 'code' ? `<code>${text}</code>` : text
  }
  const inside = inlineHtml(part.parts)
  if (part.kind === 'link') return `<a href="${safe(fieldLink(part.href))}">${inside}</a>`
  return part.kind === 'strong' ? `<b>${inside}</b>` : `<i>${inside}</i>`
}

function plainBlock(block: OtherBlock, setting: MailSetting): string {
  const say = sayer(setting)
  switch (block.kind) {
    case 'text':
      return readMarkdown(withLinks(say(block.text)))
        .map(plainText)
        .join('\n\n')
    case 'button':
      return `${say(block.label)}: ${block.href === 'answer' ? '{{ link }}' : block.href}`
    case 'scale': {
      const asked = stepsOf(block, setting)
      return asked ? `${block.text === undefined ? asked.title : say(block.text)}: {{ link }}` : ''
    }
    case 'columns':
      return block.columns
        .flat()
        .map((one) => plainBlock(one, setting))
        .filter((one) => one !== '')
        .join('\n\n')
    default:
      return ''
  }
}

const plainText = (block: Block): string =>
  block.kind === 'list'
    ? block.items.map((parts, at) => `${block.ordered ? `${at + 1}.` : '–'} ${plainInline(parts)}`).join('\n')
    : plainInline(block.parts)

const plainInline = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text
      const inside = plainInline(part.parts)
      return part.kind === 'link' && part.href !== inside ? `${inside} (${fieldLink(part.href)})` : inside
    })
    .join('')
