import type { PlaceName } from '@kaiku/contract/role.ts'
import type { Places } from '@kaiku/core/assignment.ts'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Ticked } from '../control/control.tsx'
import { ScopeEditor } from './scope-editor.tsx'

type Props = {
  /** What the places are of, for who does not see it. */
  label: string
  /** Surveys of the role; null: all. */
  surveys: readonly string[] | null
  views: Reply<'role.places'>['views']
  places: Places
  names: readonly PlaceName[]
  onName: (place: PlaceName) => void
  onPlaces: (places: Places) => void
}

/** Where a role is given, and where figures reach further. */
export function PlacesEditor({ label, surveys, views, places, names, onName, onPlaces }: Props) {
  const { t } = useTranslation()
  const { rows, figures } = places
  const isIn = (name: string) => surveys?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? true
  // A view that is named stays in sight, also when no survey of the role has it.
  const shown = views.filter(
    ({ extName, ...view }) => view.surveys.some(isIn) || extName in rows || extName in (figures ?? {}),
  )
  const scope = { views: shown, names, onName }
  return (
    <>
      <ScopeEditor
        label={`${t('role.rows')}: ${label}`}
        nodes={rows}
        onNodes={(next) => onPlaces({ ...places, rows: next })}
        {...scope}
      />
      <Ticked
        checked={figures !== null}
        onChange={(event) => onPlaces({ ...places, figures: event.target.checked ? rows : null })}
      >
        {t('role.figures')}
      </Ticked>
      {figures !== null && (
        <ScopeEditor
          label={`${t('role.figures')}: ${label}`}
          nodes={figures}
          onNodes={(next) => onPlaces({ ...places, figures: next })}
          {...scope}
        />
      )}
    </>
  )
}
