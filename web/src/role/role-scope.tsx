import type { PlaceName } from '@kaiku/contract/role.ts'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../calls.ts'
import { Segments, Ticked } from '../ui/control.tsx'
import css from './role.module.css'
import type { RoleDraft } from './role-draft.ts'
import { ScopeEditor } from './scope-editor.tsx'

type Props = {
  draft: RoleDraft
  places: Reply<'rolePlaces'>
  names: readonly PlaceName[]
  onName: (place: PlaceName) => void
  onChange: (part: Partial<RoleDraft>) => void
}

/** In which surveys and places a role holds, and where figures reach further. */
export function RoleScope({ draft, places, names, onName, onChange }: Props) {
  const { t } = useTranslation()
  const { surveys, rows, figures } = draft
  const isIn = (name: string) => surveys?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? true
  // A view that a role names stays in sight, also when no chosen survey has it.
  const views = places.views.filter(
    (view) => view.surveys.some(isIn) || view.extName in rows || view.extName in (figures ?? {}),
  )
  const scope = { views, names, onName }
  return (
    <>
      <Segments
        label={t('role.surveys')}
        value={surveys === null ? 'all' : 'some'}
        choices={[
          { value: 'all', title: t('role.allSurveys') },
          { value: 'some', title: t('role.someSurveys') },
        ]}
        onChange={(value) =>
          onChange({ surveys: value === 'all' ? null : places.surveys.map(({ extName }) => extName) })
        }
      />
      {surveys !== null && (
        <fieldset className={css.surveys}>
          <legend className="hidden-text">{t('role.surveys')}</legend>
          {places.surveys.map(({ extName, title }) => (
            <Ticked
              key={extName}
              checked={isIn(extName)}
              onChange={() =>
                onChange({
                  surveys: isIn(extName)
                    ? surveys.filter((one) => one.toLowerCase() !== extName.toLowerCase())
                    : [...surveys, extName],
                })
              }
            >
              {title}
            </Ticked>
          ))}
        </fieldset>
      )}
      <ScopeEditor label={t('role.rows')} nodes={rows} onNodes={(next) => onChange({ rows: next })} {...scope} />
      <Ticked
        checked={figures !== null}
        onChange={(event) => onChange({ figures: event.target.checked ? copy(rows) : null })}
      >
        {t('role.figures')}
      </Ticked>
      {figures !== null && (
        <ScopeEditor
          label={t('role.figures')}
          nodes={figures}
          onNodes={(next) => onChange({ figures: next })}
          {...scope}
        />
      )}
    </>
  )
}

const copy = (rows: RoleDraft['rows']) =>
  Object.fromEntries(Object.entries(rows).map(([view, paths]) => [view, paths.map((path) => [...path])]))
