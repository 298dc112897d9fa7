import type { ReactNode } from 'react'
import { Notice } from '../overlay/notice.tsx'
import { Card } from './card.tsx'

type Props = { heading: string; title: string; action?: ReactNode; children: string }

/** A component that has nothing to show, and why. */
export const NoticeCard = ({ heading, title, action, children }: Props) => (
  <Card title={heading}>
    <Notice title={title} action={action}>
      {children}
    </Notice>
  </Card>
)
