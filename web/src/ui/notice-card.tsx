import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Notice } from './notice.tsx'

type Props = { heading: string; title: string; action?: ReactNode; children: string }

/** A component that has nothing to show, and why. */
export const NoticeCard = ({ heading, title, action, children }: Props) => (
  <Card title={heading}>
    <Notice title={title} action={action}>
      {children}
    </Notice>
  </Card>
)
