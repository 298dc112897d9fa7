import { z } from 'zod'
import { apiKeySettings } from './api-key.ts'
import { call } from './call.ts'
import { component } from './page.ts'
import { figures, place } from './result.ts'
import { shown as universe } from './universe.ts'

const { interval, locale, theme } = apiKeySettings.shape

/** What a big screen shows, and of which state of the data. */
export const screenState = z
  .object({
    universe: universe.pick({ title: true, logo: true, colour: true, locales: true, texts: true }),
    survey: z.object({
      title: z.string(),
      locale: z.string(),
      timeZone: z.string(),
      localeText: z.record(z.string(), z.string()),
      calendar: z.object({ weekStart: z.int(), fiscalYearStart: z.int() }),
      /** Relative periods move when it does. */
      today: z.iso.date(),
    }),
    pages: z.array(z.object({ extname: z.string(), title: z.string() })),
    interval,
    locale,
    theme,
    /** Rises with the data; the same one and the same `settings` give the same figures. */
    loadCount: z.int(),
    /** Of the key and the survey’s definition. */
    settings: z.string(),
    /** Of the browser client that the server has; another one than before asks for a reload. */
    client: z.string(),
  })
  .meta({ id: 'ScreenState' })
export type ScreenState = z.output<typeof screenState>

/** A page as a big screen shows it: what of it can be shown, with the answers in the same order. */
export const screenPage = figures
  .extend({
    place,
    components: z.array(component),
    /** Drill path of the key’s own place among the rows of a ranking; null: there is none to point out. */
    own: z.string().nullable(),
  })
  .meta({ id: 'ScreenPage' })
export type ScreenPage = z.output<typeof screenPage>

/** Both are asked with an API key’s token in the `authorization` header. */
export const bigScreenCalls = {
  screenState: call({
    method: 'GET',
    path: 'bigscreen/state',
    summary: 'What the key’s screen shows, and of which state of the data',
    reply: screenState,
    auth: 'none',
  }),
  screenPage: call({
    method: 'GET',
    path: 'bigscreen/page/:page',
    summary: 'The figures of a page that the key names',
    params: z.strictObject({ page: z.string().min(1).max(200) }),
    reply: screenPage,
    kind: 'figures',
    auth: 'none',
  }),
}
