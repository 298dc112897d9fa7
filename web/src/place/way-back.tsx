import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { LinkButton } from '../control/control.tsx'
import { type At, useAt } from '../drill-path/at.tsx'
import { PlaceLink } from './place-link.tsx'

type Props = {
  /** What the place is called that one came from. */
  title: string
  /** Where it leads when the address was opened by itself, and what that is called. */
  otherwise: { to: Partial<At>; title: string }
}

/** From something that was opened out of a list back to that list, as it stood. */
export function WayBack({ title, otherwise }: Props) {
  const at = useAt()
  const { history } = useRouter()
  const cameFrom = useRouterState({ select: ({ location }) => location.state.cameFrom })
  const named = useRouterState({ select: ({ location }) => location.state.cameFromTitle })
  const arrow = <IconArrowLeft size={14} aria-hidden />
  return cameFrom === undefined ? (
    <PlaceLink to={{ ...at, ...otherwise.to }}>
      {arrow} {otherwise.title}
    </PlaceLink>
  ) : (
    <LinkButton onClick={() => history.push(cameFrom)}>
      {arrow} {named ?? title}
    </LinkButton>
  )
}
