import { parsePath } from '@kaiku/core/drill-path.ts'
import { useTranslation } from 'react-i18next'
import { useOwnAt } from '../drill-path/own-at.ts'
import { ProofLink } from '../figure-proof/proof-link.tsx'
import { useOwnFilter } from './insight.tsx'
import css from './proven.module.css'

type Props = {
  indicator: string
  /** The place below that the figure is of; null: here. */
  path: string | null
  /** For the pointer alone: the keyboard comes to it by the place, past fewer stops. */
  quiet?: boolean
  children: string
}

/** A figure, or what stands in its place, that leads to where it comes from; plain where figures are only looked at. */
export function Proven(props: Props) {
  const own = useOwnFilter()
  return own ? <Linked {...props} filter={own.filter} /> : props.children
}

function Linked({ indicator, path, quiet = false, filter, children }: Props & { filter: string | undefined }) {
  const { t } = useTranslation()
  const at = useOwnAt(filter)
  const place = path === null ? null : parsePath(path)
  return (
    <ProofLink
      indicator={indicator}
      at={place?.ok ? { ...at, path: place.value } : at}
      className={css.proven}
      quiet={quiet}
      label={t('proof.of', { value: children })}
    >
      {children}
    </ProofLink>
  )
}
