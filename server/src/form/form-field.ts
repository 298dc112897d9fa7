import type { FormPart } from '@kaiku/contract/form.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { fillTemplate } from '@kaiku/core/alert-template.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { sha256 } from '@kaiku/core/sha-256.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { answerText } from '../interview-list/shown-answer.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { type Html, html, joined } from '../text/html.ts'
import { formText, formWords } from './form-text.ts'
import { fieldOf, longestAnswer, otherMark, otherOf } from './read-posted.ts'

/** What a page is written with. */
export type FormWords = {
  readonly dictionary: Dictionary
  readonly locale: string
  /** Answers of earlier pages, which texts may name. */
  readonly stored: Answers
}

export type Filled = {
  /** As they were answered before, or posted just now. */
  readonly answers: SentAnswers
  readonly faults: ReadonlyMap<string, string>
  /** Of whom options are shown in an order of their own. */
  readonly seed: string
}

const translated = ({ dictionary, locale }: FormWords, text: Localised): string =>
  localise(text, locale, dictionary.definition.settings.locale)

/** A text of the form, with the answers that it names. */
export const said = (words: FormWords, text: Localised): string =>
  fillTemplate(translated(words, text), (id) => {
    const question = words.dictionary.questions.get(id)?.question
    const translate = (one: Localised) => translated(words, one)
    return question ? answerText({ ...words, translate }, question, words.stored[id]) : null
  })

/** A part of a page. It needs no script, and its names are those that a screen reader says. */
export function partHtml(words: FormWords, part: FormPart, filled: Filled): Html | null {
  const { questions } = words.dictionary
  if ('matrix' in part) return matrixHtml(words, part, filled)
  if ('consent' in part) {
    const question = questions.get(part.consent)?.question
    return question ? consentHtml(words, part, question, filled) : null
  }
  if (!('question' in part)) return html`<p>${said(words, part.text)}</p>`
  const question = questions.get(part.question)?.question
  return question ? questionHtml(words, part, question, filled) : null
}

type Asked = Extract<FormPart, { question: string }>

function questionHtml(words: FormWords, part: Asked, question: Question, filled: Filled): Html {
  const { id } = question
  const asked = part.text === undefined ? translated(words, question.text ?? question.title) : said(words, part.text)
  const optional = part.required ? null : html` <small class="hint">${formWords('optional', words.locale)}</small>`
  const hint = part.hint === undefined ? null : html`<span class="hint">${said(words, part.hint)}</span>`
  const fault = faultHtml(id, filled)
  const title = html`${asked}${question.type === 'text' ? optional : null}${hint}`
  switch (question.type) {
    case 'scale':
      return html`<fieldset${about(id, filled)}><legend>${title}</legend>${fault}${scaleHtml(words, question, filled)}</fieldset>`
    case 'choice':
    case 'multiple':
      return html`<fieldset${about(id, filled)}><legend>${title}</legend>${fault}${optionsHtml(words, question, part.random, filled)}</fieldset>`
    default:
      return html`<div class="field"><label class="asked" for="${fieldOf(id)}">${title}</label>${fault}${inputHtml(question, filled)}</div>`
  }
}

const faultId = (question: string) => `fault.${question}`
const faultHtml = (question: string, { faults }: Filled) => {
  const fault = faults.get(question)
  return fault === undefined ? null : html`<p class="fault" id="${faultId(question)}">${fault}</p>`
}
const about = (question: string, { faults }: Filled) =>
  faults.has(question) ? html` aria-describedby="${faultId(question)}"` : null
const invalid = (question: string, { faults }: Filled) =>
  faults.has(question) ? html` aria-invalid="true" aria-describedby="${faultId(question)}"` : null

type Scale = Question & { readonly type: 'scale' }
/** With so few steps each name has room. */
const mostNamed = 7

function scaleHtml(words: FormWords, question: Scale, filled: Filled): Html {
  const { min, max, labels, missing } = question
  const steps = Array.from({ length: max - min + 1 }, (_, at) => min + at)
  const titles = new Map(labels.map(({ code, title }) => [code, translated(words, title)]))
  const isNamed = steps.length <= mostNamed && steps.every((step) => titles.has(step))
  const [low, high] = [titles.get(min), titles.get(max)]
  const ends =
    isNamed || (!low && !high)
      ? null
      : html`<p class="ends" aria-hidden="true"><span>${low ?? ''}</span><span>${high ?? ''}</span></p>`
  const beside = missing.flatMap((code) => {
    const title = titles.get(Number(code))
    return title === undefined ? [] : [optionHtml('radio', question.id, String(code), title, filled)]
  })
  return html`<div class="steps${isNamed ? ' named' : steps.length > mostNamed ? ' many' : ''}">${joined(
    steps.map((step) => stepHtml(question.id, step, titles.get(step), isNamed, filled)),
  )}</div>${ends}${beside.length === 0 ? null : html`<div class="options beside">${joined(beside)}</div>`}`
}

function stepHtml(id: string, step: number, title: string | undefined, isNamed: boolean, filled: Filled): Html {
  const label = title === undefined || isNamed ? null : html` aria-label="${step}: ${title}"`
  return html`<label><input type="radio" name="${fieldOf(id)}" value="${step}"${label}${checked(id, String(step), filled)}>${
    isNamed ? (title ?? '') : step
  }</label>`
}

const answered = ({ answers }: Filled, id: string): readonly string[] => {
  const answer = Object.hasOwn(answers, id) ? answers[id] : null
  if (answer === null || answer === undefined) return []
  return typeof answer === 'object' ? answer : [String(answer)]
}
const checked = (id: string, value: string, filled: Filled) =>
  answered(filled, id).includes(value) ? html` checked` : null

type Coded = Question & { readonly type: 'choice' | 'multiple' }
/** Beyond, one of them is picked from a list that opens. */
const mostOptions = 15

function optionsHtml(words: FormWords, question: Coded, random: boolean, filled: Filled): Html {
  const { id, type, options, missing, open } = question
  const out = new Set(missing.map(String))
  const listed = random
    ? options.toSorted((one, other) => (turn(filled.seed, one.code) < turn(filled.seed, other.code) ? -1 : 1))
    : options
  // What is no answer stands last, whatever the order.
  const all = [...listed.filter(({ code }) => !out.has(code)), ...listed.filter(({ code }) => out.has(code))]
  const known = new Set(options.map(({ code }) => code))
  const written = answered(filled, id).find((code) => !known.has(code)) ?? ''
  const kind = type === 'choice' ? 'radio' : 'checkbox'
  const other = open ? otherHtml(words, question, kind, written) : null
  if (type === 'choice' && all.length > mostOptions)
    return html`<select class="wide" name="${fieldOf(id)}" aria-label="${translated(words, question.title)}"><option value=""></option>${joined(
      all.map(({ code, title }) => {
        const isPicked = answered(filled, id).includes(code)
        return html`<option value="${code}"${isPicked ? html` selected` : null}>${translated(words, title)}</option>`
      }),
    )}</select>${other}`
  return html`<div class="options">${joined(
    all.map(({ code, title }) => optionHtml(kind, id, code, translated(words, title) || code, filled)),
  )}${other}</div>`
}

const optionHtml = (kind: 'radio' | 'checkbox', id: string, code: string, title: string, filled: Filled): Html =>
  html`<label><input type="${kind}" name="${fieldOf(id)}" value="${code}"${checked(id, code, filled)}>${title}</label>`

/** An answer in words of one's own, beside the options or where there are none. */
function otherHtml(words: FormWords, { id, options }: Coded, kind: 'radio' | 'checkbox', written: string): Html {
  const title = options.length === 0 ? translated(words, words.dictionary.questions.get(id)?.question.title ?? '') : ''
  const name = title === '' ? formText('other', words.locale) : title
  const mark =
    options.length === 0
      ? null
      : html`<input type="${kind}" name="${fieldOf(id)}" value="${otherMark}" aria-label="${name}"${
          written === '' ? null : html` checked`
        }>`
  return html`<label>${mark}<input type="text" name="${otherOf(id)}" value="${written}" maxlength="200" aria-label="${name}" placeholder="${
    options.length === 0 ? '' : name
  }"></label>`
}

const turn = (seed: string, code: string) => sha256(`${seed} ${code}`)

function inputHtml(question: Question, filled: Filled): Html {
  const { id, type } = question
  const name = fieldOf(id)
  const [value = ''] = answered(filled, id)
  const state = invalid(id, filled)
  if (type === 'text')
    return html`<textarea id="${name}" name="${name}" maxlength="${longestAnswer}"${state}>${value}</textarea>`
  if (type === 'date') return html`<input type="date" id="${name}" name="${name}" value="${value}"${state}>`
  return html`<input type="text" inputmode="decimal" id="${name}" name="${name}" value="${value}" maxlength="20"${state}>`
}

/** Scales under each other, each a group of its own, so that none has to be read by its place in a table. */
function matrixHtml(words: FormWords, part: Extract<FormPart, { matrix: unknown }>, filled: Filled): Html {
  const rows = part.matrix.flatMap((id) => {
    const question = words.dictionary.questions.get(id)?.question
    if (question?.type !== 'scale') return []
    const title = translated(words, question.text ?? question.title)
    return [
      html`<div role="radiogroup" aria-label="${title}"${about(id, filled)}><p aria-hidden="true">${title}</p>${faultHtml(id, filled)}${scaleHtml(words, question, filled)}</div>`,
    ]
  })
  return html`<fieldset class="rows"><legend>${said(words, part.text)}</legend>${joined(rows)}</fieldset>`
}

function consentHtml(
  words: FormWords,
  part: Extract<FormPart, { consent: unknown }>,
  question: Question,
  filled: Filled,
): Html | null {
  const code = question.type === 'choice' ? question.options[0]?.code : undefined
  if (code === undefined) return null
  return html`<div class="field">${faultHtml(question.id, filled)}<div class="options">${optionHtml(
    'checkbox',
    question.id,
    code,
    said(words, part.text),
    filled,
  )}</div></div>`
}
