import { pathTo } from '@kaiku/core/screen.ts'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { ownAddress } from '../session/own-address.ts'

type Props = {
  indicator: string
  at: At
  className?: string | undefined
  /** For the pointer alone. */
  quiet?: boolean
  /** What it is called where its words are a value. */
  label?: string
  children?: ReactNode
}

/** Leads to where a figure comes from. A table has hundreds, so it does without what the router's own link asks. */
export function ProofLink({ indicator, at, className, quiet = false, label, children }: Props) {
  const { t } = useTranslation()
  const router = useRouter()
  const { survey, path, selection } = at
  const address = ownAddress(pathTo('proof', { survey, drillPath: writePath(path, selection), indicator }))
  const follow = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(address, { cameFrom: router.latestLocation.href })
  }
  return (
    <a href={address} className={className} aria-label={label} onClick={follow} tabIndex={quiet ? -1 : undefined}>
      {children ?? t('proof.open')}
    </a>
  )
}
