import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Segments, Ticked } from '../control/control.tsx'
import css from '../role-place/role.module.css'

type Props = {
  /** Null: all, those to come too. */
  surveys: string[] | null
  known: Reply<'role.places'>['surveys']
  onSurveys: (surveys: string[] | null) => void
}

/** The surveys that a role is for. */
export function RoleSurveys({ surveys, known, onSurveys }: Props) {
  const { t } = useTranslation()
  const isIn = (name: string) => surveys?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? true
  return (
    <>
      <Segments
        label={t('role.surveys')}
        value={surveys === null ? 'all' : 'some'}
        choices={[
          { value: 'all', title: t('role.allSurveys') },
          { value: 'some', title: t('role.someSurveys') },
        ]}
        onChange={(value) => onSurveys(value === 'all' ? null : known.map(({ extName }) => extName))}
      />
      {surveys !== null && (
        <fieldset className={css.surveys}>
          <legend className="hidden-text">{t('role.surveys')}</legend>
          {known.map(({ extName, title }) => (
            <Ticked
              key={extName}
              checked={isIn(extName)}
              onChange={() =>
                onSurveys(
                  isIn(extName)
                    ? surveys.filter((one) => one.toLowerCase() !== extName.toLowerCase())
                    : [...surveys, extName],
                )
              }
            >
              {title}
            </Ticked>
          ))}
        </fieldset>
      )}
    </>
  )
}
