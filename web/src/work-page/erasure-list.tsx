import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Section } from '../control/section.tsx'
import { erasuresQuery } from '../sample/sample.queries.ts'
import listCss from '../token-list/token-list.module.css'
import { WorkLines } from './work-lines.tsx'

/** Who was erased is not said; that it was done, and whether the disk knows of it, is. */
export function ErasureList({ survey }: { survey: string }) {
  const { t, i18n } = useTranslation()
  return (
    <Section title={t('work.erasures')} intro={t('work.erasuresWhy')}>
      <WorkLines
        title={t('work.erasures')}
        none={t('work.noErasures')}
        of={useQuery(erasuresQuery(survey))}
        line={({ certificateId, by, erasedAt, purgedAt }) => (
          <li key={certificateId}>
            <div className={listCss.token}>
              <b>{t('work.erasedBy', { name: by })}</b>
              <span className={listCss.hint}>{momentText(erasedAt, i18n.language)}</span>
            </div>
            <Badge tone={purgedAt === null ? 'plain' : 'good'}>
              {t(purgedAt === null ? 'work.tonight' : 'work.purged')}
            </Badge>
          </li>
        )}
      />
    </Section>
  )
}
