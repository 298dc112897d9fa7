import { z } from 'zod'
import { call } from './call.ts'
import { interviewSort } from './interview-sort.ts'
import { day } from './localised.ts'
import { papers } from './report-kind.ts'

/** An answer as it was given. */
export const shownAnswer = z
  .object({
    /** A number in its own unit, the code of an option or several, a text, a day. */
    value: z.union([z.number(), z.string(), z.array(z.string())]),
    /** What its code stands for; null where the value speaks for itself. */
    label: z.string().nullable(),
    /** A missing code: kept, and counted in no figure. */
    missing: z.boolean(),
  })
  .meta({ id: 'ShownAnswer' })
export type ShownAnswer = z.output<typeof shownAnswer>

const score = z.object({ indicator: z.string(), value: z.number() })

/** Interviews of a selection, newest first, with some of their answers. */
export const interviewList = z.object({
  type: z.literal('InterviewList'),
  /** Interviews of the selection that one may open; null when protected. */
  total: z.int().nullable(),
  /** Protected and below the minimum: no row is shown. */
  hidden: z.boolean(),
  columns: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
  indicators: z.array(z.string()),
  rows: z.array(
    z.object({
      interviewId: z.uuid(),
      day: day.nullable(),
      /** From the view's root down. */
      place: z.array(z.string()),
      scores: z.array(score),
      /** In the order of the columns; null: not answered. */
      answers: z.array(shownAnswer.nullable()),
    }),
  ),
  /** What `after` goes on from; null: these were all. */
  next: z.string().nullable(),
})

/** A question and its answer in an interview. */
export const answeredQuestion = z.object({
  id: z.string(),
  title: z.string(),
  /** As it was put to the respondent, where that is another text. */
  text: z.string().nullable(),
  type: z.string(),
  /** Of a scale. `falling`: its lowest step is the best. */
  scale: z.object({ min: z.int(), max: z.int(), falling: z.boolean() }).nullable(),
  unit: z.string().nullable(),
  isComment: z.boolean(),
  /** Tells who the respondent is. */
  isPersonal: z.boolean(),
  /** Personal, and the viewer may not see it: `answer` is null whatever was answered. */
  withheld: z.boolean(),
  answer: shownAnswer.nullable(),
})
export type AnsweredQuestion = z.output<typeof answeredQuestion>

const person = z.object({ userId: z.uuid(), name: z.string() })

const note = z
  .object({
    noteId: z.uuid(),
    /** Empty: its writer took it back. */
    message: z.string(),
    /** Who wrote it; empty: their account is gone. */
    by: z.string(),
    at: z.iso.datetime(),
    /** When its writer last changed it; null: never. */
    editedAt: z.iso.datetime().nullable(),
    isRemoved: z.boolean(),
    own: z.boolean(),
    /** Who was told of it; whose account is gone is absent. */
    mentions: z.array(person),
  })
  .meta({ id: 'InterviewNote' })
export type InterviewNote = z.output<typeof note>

const translation = z
  .object({
    question: z.string(),
    locale: z.string(),
    text: z.string(),
    /** Who wrote it; empty: their account is gone. */
    by: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'InterviewTranslation' })
export type InterviewTranslation = z.output<typeof translation>

export const qualityFlag = z
  .discriminatedUnion('flag', [
    /** Of the survey's median duration; both in seconds. */
    z.object({ flag: z.literal('tooFast'), seconds: z.number(), median: z.number() }),
    /** So many questions of one scale, all with this answer. */
    z.object({ flag: z.literal('straightLining'), questions: z.int(), answer: z.int() }),
    /** An earlier interview of the same contact, or with the same answers. */
    z.object({ flag: z.literal('duplicate'), of: z.uuid(), by: z.enum(['contact', 'answers']) }),
  ])
  .meta({ id: 'QualityFlag' })

/** One response, as the viewer may see it. */
export const interview = z
  .object({
    interviewId: z.uuid(),
    survey: z.string(),
    day: day.nullable(),
    /** Corrected by hand: no import changes it any more. */
    corrected: z.boolean(),
    /** Its place in each view: a drill path and the names from the root down. */
    places: z.array(z.object({ view: z.string(), title: z.string(), path: z.string(), names: z.array(z.string()) })),
    scores: z.array(score),
    questions: z.array(answeredQuestion),
    /** Answers that are others than they first were, as far as the viewer may see them. */
    corrections: z.array(
      z.object({
        question: z.string(),
        /** Null: it was not answered. */
        was: shownAnswer.nullable(),
        /** Who corrected it last; empty: an import, a program, or somebody whose account is gone. */
        by: z.string(),
        /** Null: by an import. */
        at: z.iso.datetime().nullable(),
      }),
    ),
    tags: z.array(z.string()),
    /** What suggests that it was not answered with care. */
    quality: z.array(qualityFlag),
    /** Since when, by whom (empty: their account is gone) and why it counts in no figure; null: it counts. */
    exclusion: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
    notes: z.array(note),
    /** Open answers in other languages, as people wrote them. */
    translations: z.array(translation),
  })
  .meta({ id: 'Interview' })
export type Interview = z.output<typeof interview>

const at = z.strictObject({ survey: z.string().min(1).max(200), interviewId: z.uuid() })

const message = z.string().trim().min(1).max(4000)

/** Names of questions one after the other, as an address has them. */
const names = z
  .string()
  .max(3000)
  .transform((text) => text.split(',').filter(Boolean))

export const interviewCalls = {
  recordTable: call({
    method: 'GET',
    path: 'vuejs/reports/recordtable/:survey/:path',
    summary: 'The interviews of a selection as a file: these columns, this order, what is searched; their number last',
    params: z.strictObject({ survey: at.shape.survey, path: z.string().min(1).max(8000) }),
    query: z.strictObject({
      format: z.enum(['csv', 'xlsx']),
      /** Absent: the usual ones. */
      columns: names.optional(),
      search: z.string().max(200).optional(),
      sort: interviewSort.shape.by.optional(),
      order: z.enum(['rising', 'falling']).default('rising'),
      /** A component's own, laid over the selection. */
      filter: z.string().min(1).max(2000).optional(),
      minimumN: z.coerce.number().int().min(1).max(1000).optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: z.string(),
    kind: 'file',
    needs: 'export',
  }),
  document: call({
    method: 'GET',
    path: 'vuejs/reports/flexinterview/:survey/:interviewId',
    summary: 'One interview as a document, laid out as the survey says',
    params: at,
    query: z.strictObject({
      format: z.enum(['pdf', 'html']),
      paper: z.enum(papers).default('a4'),
      locale: z.string().max(20).optional(),
    }),
    reply: z.string(),
    kind: 'file',
    needs: 'export',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/interview/:survey/:interviewId',
    summary: 'One interview: its answers, scores and places, and what was noted about it',
    params: at,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: interview,
    needs: 'seeInterviews',
  }),
  addComment: call({
    method: 'POST',
    path: 'vuejs/interview/addcomment/:survey/:interviewId',
    summary: 'Note something about an interview, for all who may open it; people who are mentioned are told',
    params: at,
    body: z.strictObject({ message, mentions: z.array(z.uuid()).max(20).default([]) }),
    reply: note,
    needs: 'seeInterviews',
  }),
  people: call({
    method: 'GET',
    path: 'vuejs/interview/people/:survey/:interviewId',
    summary: 'Who may be mentioned in notes about an interview: people who may open it, whose names contain a text',
    params: at,
    query: z.strictObject({ search: z.string().max(200).default('') }),
    reply: z.array(person),
    needs: 'seeInterviews',
  }),
  translate: call({
    method: 'PUT',
    path: 'vuejs/interview/translation/:survey/:interviewId',
    summary: 'Write an open answer in another language, beside it; an empty text takes that away',
    params: at,
    body: z.strictObject({
      question: z.string().max(200),
      locale: z
        .string()
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language, such as sv')
        .max(20),
      text: z.string().trim().max(20_000),
    }),
    reply: z.array(translation),
    needs: 'seeInterviews',
  }),
  editComment: call({
    method: 'PUT',
    path: 'vuejs/interview/comment/:survey/:interviewId/:noteId',
    summary: 'Change what one noted oneself; that it was changed is shown',
    params: at.extend({ noteId: z.uuid() }),
    /** Absent `mentions`: they stay. Who is mentioned for the first time is told. */
    body: z.strictObject({ message, mentions: z.array(z.uuid()).max(20).optional() }),
    reply: note,
    needs: 'seeInterviews',
  }),
  removeComment: call({
    method: 'DELETE',
    path: 'vuejs/interview/comment/:survey/:interviewId/:noteId',
    summary: 'Take back what one noted oneself; that there was a note is shown',
    params: at.extend({ noteId: z.uuid() }),
    reply: note,
    needs: 'seeInterviews',
  }),
}
