import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks before changes are left behind, within Kaiku and when the tab closes. `isLeaving`: they were just saved. */
export function useUnsaved(isChanged: boolean, isLeaving?: { readonly current: boolean }) {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: () => isChanged && isLeaving?.current !== true && !window.confirm(t('unsaved')),
    enableBeforeUnload: isChanged,
  })
}
