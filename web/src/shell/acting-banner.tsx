import { pathTo } from '@kaiku/core/screen.ts'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { Highlight } from '../control/highlight.tsx'
import { say } from '../overlay/snackbar.tsx'
import { isPreviewing } from '../preview/preview-bar.tsx'
import { useIdentity } from '../session/identity.ts'
import { stopActing } from '../sign-in/sign-in.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { stopViewAs } from '../view-as/view-as.ts'
import css from './acting-banner.module.css'

/** Stands over everything while one is not quite oneself, with the way back. */
export function ActingBanner() {
  const { t } = useTranslation()
  const { actor, viewedAs, username } = useIdentity()
  const { survey } = useSurvey()
  if ((actor === null && viewedAs === null) || isPreviewing()) return null
  const stop = () => {
    if (viewedAs) return stopViewAs(pathTo('usereditor', { survey: survey.extName, userId: viewedAs.userId }))
    void stopActing().catch((error: unknown) =>
      say(faultText(error instanceof Error ? error : new Error(String(error)), t)),
    )
  }
  return (
    <aside className={css.banner} aria-label={t('acting.label')} data-screen-only>
      <IconEye size={18} stroke={1.8} aria-hidden />
      <p>
        <Highlight
          text={
            viewedAs === null
              ? t('acting.as', { user: username, actor: actor?.username ?? '' })
              : t('acting.viewAs', { user: viewedAs.username })
          }
        />
      </p>
      <Button onClick={stop}>{t('acting.stop')}</Button>
    </aside>
  )
}
