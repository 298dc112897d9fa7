import { z } from 'zod'
import { call } from './call.ts'
import { component } from './page.ts'
import { writtenPage } from './page-draft.ts'
import { version } from './version.ts'

const survey = z.string().min(1).max(200)
const one = z.strictObject({ survey })
const pageId = z.uuid()

/** A page that only its maker sees. Its figures are those of whoever looks, like any other's. */
export const personalPage = z
  .object({
    id: pageId,
    revision: z.int(),
    /** As a page of `pages.json`, without `extname`. */
    page: writtenPage,
    /** Its components as they are asked for. */
    components: z.array(component),
  })
  .meta({ id: 'PersonalPage' })
export type PersonalPage = z.output<typeof personalPage>

export const personalPageCalls = {
  list: call({
    method: 'GET',
    path: 'page/personal/:survey',
    inPreview: true,
    summary: 'The viewer’s own pages of a survey, the oldest first',
    params: one,
    reply: z.array(personalPage),
  }),
  create: call({
    method: 'POST',
    path: 'page/personal/:survey',
    summary: 'Make a page of one’s own',
    params: one,
    body: z.strictObject({ page: writtenPage }),
    reply: personalPage,
  }),
  save: call({
    method: 'PUT',
    path: 'page/personal/:survey/:pageId',
    summary: 'Change a page of one’s own',
    params: one.extend({ pageId }),
    body: z.strictObject({
      page: writtenPage,
      /** The page as the caller knows it; another one is a conflict. */
      revision: version.min(1),
    }),
    reply: personalPage,
  }),
  remove: call({
    method: 'DELETE',
    path: 'page/personal/:survey/:pageId',
    summary: 'Delete a page of one’s own',
    params: one.extend({ pageId }),
    reply: z.object({}),
  }),
}
