import type { Sent } from '../call/calls.ts'
import { sendForFile } from '../call/send.ts'
import { type PlaceAt, useScope } from '../drill-path/at.tsx'

type FigureTableInput = Pick<Sent<'figureTable.figureTable'>, 'format' | 'title' | 'component' | 'shown'>

/** A table as a file, as it is on the screen. */
const fetchTable = (
  { survey, path, compare, locale }: Omit<PlaceAt, 'loadCount'>,
  { title = '', shown = {}, ...wanted }: FigureTableInput,
) =>
  sendForFile('figureTable.figureTable', {
    survey,
    path,
    compare,
    locale,
    ...wanted,
    title: title.slice(0, 500),
    shown: { ...shown, ...(shown.search !== undefined && { search: shown.search.slice(0, 200) }) },
  })

/** Makes a component's file for a card: under its title, in the order and with the columns that are shown. */
export function useTableFile(component: FigureTableInput['component']) {
  const { loadCount: _, ...scope } = useScope()
  return (title: string, shown: FigureTableInput['shown'] = {}) =>
    (format: FigureTableInput['format']) =>
      fetchTable(scope, { format, title, component, shown })
}
