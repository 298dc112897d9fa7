import type { ImportReport } from '@kaiku/contract/import.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Section } from '../control/section.tsx'
import listCss from '../token-list/token-list.module.css'
import { importsQuery } from './work.queries.ts'
import { WorkLines } from './work-lines.tsx'

const tones = { preview: 'plain', running: 'plain', done: 'good', failed: 'bad', undone: 'plain' } as const

/** The files that were read into a survey, and those that are. */
export function ImportList({ survey }: { survey: string }) {
  const { t } = useTranslation()
  return (
    <Section title={t('work.imports')} intro={t('work.importsWhy')}>
      <WorkLines
        title={t('work.imports')}
        none={t('work.noImports')}
        of={useQuery(importsQuery(survey))}
        line={(one) => <ImportLine key={one.importId ?? one.file} of={one} />}
      />
    </Section>
  )
}

function ImportLine({ of: { file, state, at, message, ...counts } }: { of: ImportReport }) {
  const { t, i18n } = useTranslation()
  const shown = (n: number) => formatCount(n, i18n.language)
  const { rows, inserted, corrected, rejected } = counts
  const did = t('work.importRows', {
    rows: shown(rows),
    inserted: shown(inserted),
    corrected: shown(corrected),
    rejected: shown(rejected),
  })
  return (
    <li>
      <div className={listCss.token}>
        <b>{file}</b>
        <span className={listCss.hint}>
          {momentText(at, i18n.language)} · {did}
        </span>
        {message !== null && <span className={listCss.hint}>{message}</span>}
      </div>
      <Badge tone={tones[state]}>{t(`work.import.${state}`)}</Badge>
    </li>
  )
}
