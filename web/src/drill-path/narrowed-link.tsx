import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { alertsPage, samplesPage } from './at.tsx'
import { choiceName, writeChosen } from './chosen-text.ts'

export type NarrowedProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label' | 'title'> & {
  'data-screen-only'?: boolean
  survey: string
  /** With its filters. */
  path: string
  /** What the list is narrowed by, as its address says it: `{ owner: 'me' }`. */
  chosen: Readonly<Record<string, string>>
}

/** A link to the list of a place that a page of its own shows, narrowed. */
export function NarrowedLink({
  page,
  survey,
  path,
  chosen,
  ...props
}: NarrowedProps & { page: typeof alertsPage | typeof samplesPage }) {
  const choices = Object.entries(chosen).map(([name, value]) => [choiceName(0, name), value] as const)
  const shown = writeChosen(page, new Map(choices))
  return (
    <Link
      to={screens[page].path}
      params={{ survey, drillPath: path }}
      search={({ universe }) => ({
        ...(universe === undefined ? {} : { universe }),
        ...(shown === undefined ? {} : { shown }),
      })}
      preload={false}
      {...props}
    />
  )
}
