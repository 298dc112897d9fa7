import { bigScreenCalls } from '@kaiku/contract/big-screen.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import { recordBrokenCall } from '../bug/broken-call.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { clientVersion } from '../http/web-client.ts'
import { recordLook } from '../protection/look.ts'
import { sharedServer } from '../result/served.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { screenKeyReader } from './screen-key.ts'
import { screenFigures, screenQuestion, screenViewer, wallComponents } from './screen-page.ts'

export const bigScreenRoutes = (app: FastifyInstance, stores: Stores, { cache, rollup }: Configuration) => {
  const readKey = screenKeyReader(stores)
  const server = sharedServer(stores, { cache })
  const keep = recordBrokenCall(stores)
  mount(app, bigScreenCalls, {
    async screenState(_who, _input, request) {
      const { keyId: _, usedAt: __, createdAt: ___, createdBy: ____, universe, survey, ...key } = await readKey(request)
      const { title, settings: look } = await inUniverse(stores.pool, universe, (client) =>
        readUniverse(client, universe),
      )
      const { settings, pages, texts } = survey.definition
      const text = (localised: Parameters<typeof localise>[0]) => localise(localised, key.locale, settings.locale)
      return {
        universe: { title, logo: look.logo, colour: look.colour, locales: look.locales, texts: look.texts },
        survey: {
          title: text(settings.title),
          locale: settings.locale,
          timeZone: settings.timeZone,
          localeText: { ...texts[settings.locale], ...texts[key.locale] },
          calendar: survey.calendar,
          today: dayIn(settings.timeZone, Date.now()),
        },
        // A page may have gone since the key was made.
        pages: key.pages.flatMap((name) => {
          const page = pages.find(({ extname }) => extname === name)
          return page ? [{ extname: name, title: text(page.title) }] : []
        }),
        interval: key.interval,
        locale: key.locale,
        theme: key.theme,
        loadCount: survey.loadCount,
        settings: [survey.version, key.path, key.compare, key.locale].join(' '),
        client: await clientVersion(),
      }
    },

    async screenPage(_who, { page: name }, request) {
      const key = await readKey(request)
      request.who = screenViewer(key)
      const page = key.survey.definition.pages.find(({ extname }) => extname === name)
      if (!page || !key.pages.includes(name)) throw new Fault('not_found', 'The key names no such page.')
      const question = screenQuestion(stores, key, page, Date.now())
      await recordLook(stores, request.who, request.ip, key.survey, {
        page: name,
        path: key.path,
        compare: key.compare,
        key: key.keyId,
      })
      const components = wallComponents(page)
      const onBug = (error: unknown) => {
        request.log.error(error)
        if (error instanceof Error) keep(error, request)
      }
      // A component's own filter may be relative to today.
      const asked = ['bigscreen', key.path, components, question.own.selection.today]
      return server.serve(question.own, asked, request.headers, (state) =>
        screenFigures(question, components, state, { rollup, onBug }),
      )
    },
  })
}
