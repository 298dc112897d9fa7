import type { Right } from '@kaiku/core/access.ts'
import type { ApiScope } from '@kaiku/core/api-scope.ts'
import type { z } from 'zod'

type Shape = z.ZodObject | undefined

/** One call of the server: what it takes, where, and what it answers. Routes, client and OpenAPI are made from it. */
export type Call<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base path `/api/`, parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /**
   * `figures`: the answer depends on the survey's data and carries an ETag. `upload`: the body is multipart. `events`: the
   * answer is a stream that does not end by itself. `file`: the answer is a file, which a ticket in its address opens once,
   * too (`session.fileTicket`).
   */
  readonly kind?: 'figures' | 'upload' | 'events' | 'file'
  /** `none`: answers without sign-in. */
  readonly auth?: 'none'
  /** Answers although no store does. */
  readonly standsAlone?: true
  /** What a key of the public API must allow: the call is open to keys, and to nobody who is signed in. */
  readonly scope?: ApiScope
  /** Bytes of a body, where it may be larger than most. */
  readonly largestBody?: number
  /** The handler itself judges texts that no store takes (NUL, lone surrogates), so that one row of a batch is refused and not the call. */
  readonly judgesTexts?: true
  /** The right without which the call is refused. */
  readonly needs?: Right
  /** Changes nothing although it is no GET, so it is open to who may only look. */
  readonly changesNothing?: true
  /** Changes something although it is a GET, so it is closed to who may only look. */
  readonly changes?: true
  /** Open to who looks at a survey as its draft would make it: what reads its definition, places and figures. */
  readonly inPreview?: true
  /** Open to who has yet to set up the second factor that their universe requires. */
  readonly duringSetUp?: true
}

/** Keeps the exact shapes of a call while checking that it is one. */
export const call = <
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType = z.ZodType,
>(
  one: Call<P, Q, B, R>,
): Call<P, Q, B, R> => one

// A part that a call does not take adds nothing; an optional property's type always holds undefined beside the schema.
type Out<T> = [Extract<T, z.ZodType>] extends [never] ? unknown : z.output<Extract<T, z.ZodType>>
type In<T> = [Extract<T, z.ZodType>] extends [never] ? unknown : z.input<Extract<T, z.ZodType>>

/** What a handler receives: path, query and body as one object. */
export type InputOf<C extends Call> = Out<C['params']> & Out<C['query']> & Out<C['body']>
/** What a caller writes, before defaults are filled in. */
export type SentOf<C extends Call> = In<C['params']> & In<C['query']> & In<C['body']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
