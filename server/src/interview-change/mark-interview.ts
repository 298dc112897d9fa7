import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { SurveyKey } from './interview-change.ts'

/*
 * What is said of interviews beside their answers. Nobody is told of it here: who writes it tells the feed, once for all
 * that is written in a transaction.
 */

type Said<T> = readonly (T & { readonly number: string })[]
const of = <T, K extends keyof T>(said: readonly T[], key: K) => said.map((one) => one[key])
const json = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value))
const isOne = '(i.universe, i.survey, i.number) = ($1, $2, g.number)'

export const setTags = (
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  said: Said<{ readonly tags: readonly string[] }>,
) =>
  client.query(
    `update interview i set tags = nullif(array(select jsonb_array_elements_text(g.tags)), '{}')
     from unnest($3::bigint[], $4::jsonb[]) as g(number, tags) where ${isOne}`,
    [universe, survey, of(said, 'number'), json(of(said, 'tags'))],
  )

/** What quality was found wanting; null: nothing. */
export const setQuality = (
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  said: Said<{ readonly flags: unknown }>,
) =>
  client.query(
    `update interview i set quality = nullif(g.flags, 'null'::jsonb)
     from unnest($3::bigint[], $4::jsonb[]) as g(number, flags) where ${isOne}`,
    [universe, survey, of(said, 'number'), json(of(said, 'flags'))],
  )

/** What scripts computed of interviews, in place of all that they computed before; answers those that changed. */
export async function setComputed(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  variables: readonly string[],
  said: Said<{ readonly values: object }>,
): Promise<readonly { readonly number: string }[]> {
  const { rows } = await query(
    client,
    { number: text },
    `update interview i set answers = (i.answers - $5::text[]) || g.computed
     from unnest($3::bigint[], $4::jsonb[]) as g(number, computed)
     where ${isOne} and i.answers is distinct from (i.answers - $5::text[]) || g.computed returning i.number::text`,
    [universe, survey, of(said, 'number'), json(of(said, 'values')), variables],
  )
  return rows
}

/** By what the same answers of others are found. */
export const setPrints = (
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  said: Said<{ readonly print: Buffer | null }>,
) =>
  client.query(
    `update interview i set print = g.print from unnest($3::bigint[], $4::bytea[]) as g(number, print)
     where ${isOne} and i.print is distinct from g.print`,
    [universe, survey, of(said, 'number'), of(said, 'print')],
  )

/** Topics that somebody righted, by question; none of them: an empty object. */
export const setTopics = (client: pg.PoolClient, { universe, survey }: SurveyKey, number: string, topics: object) =>
  client.query(
    `update interview set topics = nullif($4::jsonb, '{}') where universe = $1 and survey = $2 and number = $3`,
    [universe, survey, number, JSON.stringify(topics)],
  )

/** Open answers in other languages, by question, and the text by which searches find them. */
export const setTranslations = (
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  number: string,
  translations: object,
  searched: string,
) =>
  client.query(
    `update interview set translations = nullif($4::jsonb, '{}'), translated = nullif($5, '')
     where universe = $1 and survey = $2 and number = $3`,
    [universe, survey, number, JSON.stringify(translations), searched],
  )
