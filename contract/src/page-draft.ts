import { z } from 'zod'
import { definitionChange } from './backend.ts'
import { call } from './call.ts'
import { version, versionInAddress } from './version.ts'

const survey = z.string().min(1).max(200)
const one = z.strictObject({ survey })

/** A page as it stands in `pages.json`, or as somebody is still writing it: what is wrong with it is told beside it. */
export const writtenPage = z.record(z.string(), z.unknown())
export type WrittenPage = z.output<typeof writtenPage>
const pages = z.array(writtenPage).max(50)

/** What the definition has against the pages: where, what would be right, and what stands there. */
export const pageFault = z
  .object({
    /** `pages[0].components[2].question` */
    place: z.string(),
    expected: z.string(),
    found: z.string(),
  })
  .meta({ id: 'PageFault' })
export type PageFault = z.output<typeof pageFault>

/** The pages of a survey that somebody works on, one draft for all. */
const draft = z
  .object({
    revision: z.int(),
    by: z.string(),
    at: z.iso.datetime(),
    /** The published version it began from. */
    version: z.int(),
    pages,
  })
  .meta({ id: 'PageDraft' })

export const pageDraftCalls = {
  draft: call({
    method: 'GET',
    path: 'page/draft/:survey',
    summary: 'The published pages as they are written, and the draft of the next ones',
    params: one,
    reply: z.object({ version: z.int(), pages, draft: draft.nullable() }),
    needs: 'editPages',
  }),
  saveDraft: call({
    method: 'PUT',
    path: 'page/draft/:survey',
    summary: 'Keep pages as the draft, finished or not',
    params: one,
    body: z.strictObject({
      pages,
      /** The published version they began from. */
      version: version.min(1),
      /** The draft as the caller knows it, 0 for none; another one is a conflict. */
      revision: version,
    }),
    reply: draft.omit({ pages: true }),
    needs: 'editPages',
  }),
  discardDraft: call({
    method: 'DELETE',
    path: 'page/draft/:survey/:revision',
    summary: 'Drop the draft',
    params: one.extend({ revision: versionInAddress }),
    reply: z.object({}),
    needs: 'editPages',
  }),
  checkPages: call({
    method: 'POST',
    path: 'page/check/:survey',
    summary: 'What is wrong with pages, and what publishing them would change',
    params: one,
    body: z.strictObject({ pages }),
    reply: z.object({ faults: z.array(pageFault), changes: z.array(definitionChange) }),
    needs: 'editPages',
    changesNothing: true,
  }),
  publishPages: call({
    method: 'POST',
    path: 'page/publish/:survey',
    summary: 'Make pages the next version of `pages.json`; the draft is done with',
    params: one,
    body: z.strictObject({
      pages,
      /** Version and draft as the caller knows them; other ones are a conflict. */
      version: version.min(1),
      revision: version,
    }),
    reply: z.object({ version: z.int() }),
    needs: 'editPages',
  }),
}
