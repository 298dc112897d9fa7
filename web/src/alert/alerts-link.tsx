import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { alertsPage } from '../drill-path/at.tsx'
import { choiceName, writeChosen } from '../figure/chosen-text.ts'

type Props = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label' | 'title'> & {
  'data-screen-only'?: boolean
  survey: string
  /** With its filters. */
  path: string
  /** What the list is narrowed by, as its address says it: `{ owner: 'me' }`. */
  chosen: Readonly<Record<string, string>>
}

/** A link to the list of alerts of a place, narrowed. */
export function AlertsLink({ survey, path, chosen, ...props }: Props) {
  const choices = Object.entries(chosen).map(([name, value]) => [choiceName(0, name), value] as const)
  const shown = writeChosen(alertsPage, new Map(choices))
  return (
    <Link
      to={screens.alerts.path}
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
