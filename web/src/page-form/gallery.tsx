import { componentTypes } from '@kaiku/contract/page.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlay/dialog.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { newComponent } from './component-form.ts'
import css from './gallery.module.css'
import type { WrittenComponent } from './page-edit.ts'

/** Every type of component with what it shows; one that the survey cannot feed says so. */
export function Gallery({ onAdd, onClose }: { onAdd: (written: WrittenComponent) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  return (
    <Dialog title={t('editor.add')} onClose={onClose}>
      <ul className={css.types}>
        {componentTypes.map((type) => {
          const made = newComponent(type, survey, t('editor.newText'))
          return (
            <li key={type}>
              <button type="button" disabled={made === null} onClick={() => made && onAdd(made)}>
                <b>{t(`component.${type}`)}</b>
                <span>{t(`editor.shows.${type}`)}</span>
                {made === null && <em>{t('editor.cannotShow')}</em>}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
