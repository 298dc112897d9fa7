import { screenAt } from '@kaiku/core/screen.ts'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/**
 * Asks before unsaved work is left. Filters, places and other pages of the survey leave nothing: the editor stays.
 * `only`: the one page that the editor holds.
 */
export function useEditorGuard(isChanged: boolean, only?: string) {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isOf = (path: string, ...names: string[]) => names.includes(screenAt(path)?.screen ?? '')
      const isAround = (...names: string[]) => isOf(current.pathname, ...names) && isOf(next.pathname, ...names)
      const of = (params: object, name: string): unknown => Reflect.get(params, name)
      const stays =
        (isAround('page', 'rankings') || isAround('formeditor')) &&
        of(current.params, 'survey') === of(next.params, 'survey') &&
        (only === undefined || of(next.params, 'pageId') === only)
      return isChanged && !stays && !window.confirm(t('unsaved'))
    },
    enableBeforeUnload: isChanged,
  })
}
