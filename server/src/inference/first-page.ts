import { formatPath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'

/** The address of the first page of a survey, in its universe. */
export function firstPageOf(universe: string, survey: string, files: Files): string {
  const { definition } = readDefinition(files)
  const [view] = definition.views
  const [page] = definition.pages
  if (!view || !page) throw new Fault('invalid', 'the definition has no view or no page')
  const drillPath = formatPath([view.extName, view.root.id])
  return pathTo('page', { pageId: page.extname, survey, drillPath }, { universe })
}
