import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { useTranslation } from 'react-i18next'
import { copyLink } from '../overlay/copy-link.ts'
import { useIdentity } from '../session/identity.ts'

/** Puts the address of a link into the clipboard. */
export function useCopyLink() {
  const { t } = useTranslation()
  const { universe, universes } = useIdentity()
  return ({ linkable, path }: Pick<CountedLink, 'linkable' | 'path'>) => {
    const address = new URL(path, window.location.origin)
    if (universes.length > 1) address.searchParams.set('universe', universe)
    address.searchParams.set('linkable', linkable)
    copyLink(t, address.href)
  }
}
