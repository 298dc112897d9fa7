import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ageText } from '../big-screen/age.ts'
import { useCachedAt } from '../call/cached-at.ts'
import { LinkButton } from '../control/control.tsx'
import css from '../support/data-notice.module.css'
import { loadNewer, useNewerClient } from './offline.ts'

/** Below the notice of newer data. CSS pixels. */
const belowOthers = 108

/** Says that figures are from memory and how old they are, and quietly that there is a newer client. */
export function OfflineNotice() {
  const { t, i18n } = useTranslation()
  const keptAt = useCachedAt()
  const isNewer = useNewerClient()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (keptAt === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [keptAt])
  return (
    <div role="status" className={css.region} style={{ top: belowOthers }} data-screen-only>
      {keptAt !== null && (
        <p className={css.notice}>{t('offline.kept', { age: ageText(now - keptAt, i18n.language) })}</p>
      )}
      {keptAt === null && isNewer && (
        <p className={css.notice}>
          {t('offline.newer')}
          <LinkButton onClick={() => void loadNewer()}>{t('offline.load')}</LinkButton>
        </p>
      )}
    </div>
  )
}
