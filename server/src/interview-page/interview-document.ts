import { Readable } from 'node:stream'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { AnsweredQuestion, Interview, interviewCalls } from '@kaiku/contract/interview.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { formatDay, formatValue } from '@kaiku/core/format.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { type Actor, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shownIndicators } from '../dictionary/shown-indicator.ts'
import { pdfOf } from '../document/document.ts'
import type { DocumentBlock, DocumentCell, DocumentContent, DocumentPart } from '../document/document-content.ts'
import { htmlOf } from '../document/document-html.ts'
import { findSurvey } from '../survey/survey.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { interviewText } from './interview-text.ts'
import { readInterview } from './read-interview.ts'

type CallInput = InputOf<(typeof interviewCalls)['document']>
type Layout = NonNullable<Dictionary['definition']['settings']['interviewLayout']>

/**
 * One interview as a document, laid out as the survey says, with what its reader may see and take along. Throws Fault
 * `forbidden` where the survey does not offer it, and in a protected survey.
 */
export async function interviewDocument(
  stores: Stores,
  viewer: Viewer,
  { survey, interviewId, format, paper, locale = viewer.locale }: CallInput,
  { actor, publicUrl }: { readonly actor: Actor; readonly publicUrl: string },
): Promise<{ readonly type: string; readonly name: string; readonly content: Readable }> {
  const who = { ...viewer, takesAlong: true }
  const dictionary = await findSurvey(stores, who.universe, survey)
  if (!dictionary.definition.settings.enableSingleInterviewReport) throw refuse('forbidden', 'report.off')
  const interview = await readInterview(stores, who, dictionary, interviewId, locale)
  const { name, title, settings } = await readUniverse(stores.service, dictionary.universe)
  const [place] = interview.places
  const at = { survey, interviewId, drillPath: place?.path ?? '' }
  const content: DocumentContent = {
    title: titleOf(interview, dictionary, locale),
    locale,
    landscape: false,
    summary: [],
    contents: '',
    paper,
    colour: settings.colour,
    owner: title,
    logo: settings.logo,
    facts: interview.places.map((one) => [one.title, one.names.filter((part) => part !== '').join(' › ')]),
    address: {
      title: interviewText('shown', locale),
      address: new URL(pathTo('interview', at, { universe: name }), publicUrl).href,
    },
    foot: titleOf(interview, dictionary, locale),
    parts: partsOf(interview, dictionary, locale),
  }
  await record(stores, actor, {
    action: 'data.export',
    subject: dictionary.extName,
    after: { interview: interviewId, format },
  })
  if (format === 'html') return fileOf('text/html; charset=utf-8', `${interviewId}.html`, Buffer.from(htmlOf(content)))
  return fileOf('application/pdf', `${interviewId}.pdf`, await pdfOf(content, AbortSignal.timeout(patience)))
}

/** Milliseconds that somebody waits for a page or two. */
const patience = 60_000

const fileOf = (type: string, name: string, bytes: Uint8Array) => ({
  type,
  name,
  content: Readable.from([bytes], { objectMode: false }),
})

function titleOf({ day }: Interview, { definition: { settings } }: Dictionary, locale: string): string {
  const survey = localise(settings.title, locale, settings.locale)
  return [survey, day === null ? interviewText('interview', locale) : formatDay(day, locale)].join(' – ')
}

function partsOf(interview: Interview, dictionary: Dictionary, locale: string): DocumentPart[] {
  const { settings } = dictionary.definition
  const layout = settings.interviewLayout
  const say = (text: Layout['sections'][number]['title']) => localise(text, locale, settings.locale)
  const known = new Map(interview.questions.map((one) => [one.id, one]))
  const sections = layout
    ? layout.sections.map(({ title, questions }) => ({
        title: say(title),
        questions: questions.flatMap((id) => known.get(id) ?? []),
      }))
    : usualSections(interview, locale)
  const isShown = ({ answer, withheld }: AnsweredQuestion) => layout?.unanswered || withheld || answer !== null
  return [
    ...(layout?.scores === false ? [] : scoresOf(interview, dictionary, locale)),
    ...sections.flatMap(({ title, questions }) => {
      const shown = questions.filter(isShown)
      return shown.length === 0 ? [] : [{ title, blocks: answersOf(shown, locale) }]
    }),
    ...(layout?.notes ? notesOf(interview, locale) : []),
  ]
}

function usualSections({ questions }: Interview, locale: string) {
  return [
    { title: interviewText('comments', locale), questions: questions.filter((one) => one.isComment) },
    {
      title: interviewText('answers', locale),
      questions: questions.filter((one) => !one.isComment && !one.isPersonal),
    },
    { title: interviewText('contact', locale), questions: questions.filter((one) => one.isPersonal) },
  ]
}

function scoresOf({ scores }: Interview, { definition }: Dictionary, locale: string): DocumentPart[] {
  const indicators = shownIndicators(definition, locale)
  const lines = scores.flatMap(({ indicator, value }): DocumentCell[][] => {
    const found = indicators.find(({ id }) => id === indicator)
    return found ? [[{ text: found.title }, { text: valueText(found, value, locale), look: 'strong' }]] : []
  })
  if (lines.length === 0) return []
  const columns = [
    { title: interviewText('indicator', locale), wide: true },
    { title: interviewText('score', locale), isNumber: true },
  ]
  return [{ title: interviewText('scores', locale), blocks: [{ kind: 'table', columns, rows: lines }] }]
}

/** Comments stand by themselves, other answers as lines of a table, each kind in the order asked. */
function answersOf(questions: readonly AnsweredQuestion[], locale: string): DocumentBlock[] {
  const comments = questions.filter((one) => one.isComment && !one.withheld)
  const others = questions.filter((one) => !comments.includes(one))
  const columns = [
    { title: interviewText('question', locale), wide: true },
    { title: interviewText('answer', locale), wide: true },
  ]
  const rows = others.map((one): DocumentCell[] => [
    { text: one.text ?? one.title },
    one.withheld ? { text: interviewText('withheld', locale), look: 'few' } : { text: answerText(one, locale) },
  ])
  return [
    ...comments.map(
      (one): DocumentBlock => ({ kind: 'quote', text: answerText(one, locale), facts: [one.text ?? one.title] }),
    ),
    ...(rows.length === 0 ? [] : [{ kind: 'table', columns, rows } as const]),
  ]
}

function answerText({ answer, scale, unit, type }: AnsweredQuestion, locale: string): string {
  if (answer === null) return '–'
  const { value, label } = answer
  if (type === 'date' && typeof value === 'string') return formatDay(value, locale)
  if (typeof value === 'number') {
    const text = formatValue('mean', value, Number.isInteger(value) ? 0 : 2, locale)
    const of = scale ? ` / ${scale.max}` : unit ? ` ${unit}` : ''
    return label === null ? `${text}${of}` : `${text} (${label})`
  }
  return label ?? (typeof value === 'string' ? value : value.join(', '))
}

function notesOf({ notes }: Interview, locale: string): DocumentPart[] {
  const shown = notes.filter(({ isRemoved }) => !isRemoved)
  const blocks = shown.map(
    ({ message, by, at }): DocumentBlock => ({ kind: 'quote', text: message, facts: [by, at.slice(0, 10)] }),
  )
  return blocks.length === 0 ? [] : [{ title: interviewText('notes', locale), blocks }]
}
