import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Button } from '../control/control.tsx'
import css from './block.module.css'
import type { Theirs } from './use-block.ts'

type Props = { theirs: Theirs; mine: string; onKeep: () => Promise<void>; onTake: () => Promise<void> }

/** Two versions of one block: what was written here, and what somebody else kept or published meanwhile. */
export function BlockConflict({ theirs, mine, onKeep, onTake }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.conflict} role="alert">
      <p>
        <b>{theirs.by === '' ? t('block.publishedMeanwhile') : t('block.savedMeanwhile', { by: theirs.by })}</b>{' '}
        {t('block.bothKept')}
      </p>
      <div className={css.acts}>
        <Button onClick={() => void onTake()}>{t('block.takeTheirs')}</Button>
        <Button primary onClick={() => void onKeep()}>
          {t('block.keepMine')}
        </Button>
      </div>
      <p className={css.hint}>{t('block.conflictColours')}</p>
      <CodeEditor label={t('block.bothVersions')} language="json" value={mine} compared={theirs.text} lines={30} />
    </div>
  )
}
