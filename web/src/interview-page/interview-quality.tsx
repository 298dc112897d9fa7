import type { Interview } from '@kaiku/contract/interview.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import css from '../interview/interview.module.css'
import { ownAddress } from '../session/own-address.ts'

type Flag = Interview['quality'][number]

/** Why an interview is flagged; nothing where it is not. */
export function InterviewQuality({ interview: { survey, quality } }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  if (quality.length === 0) return null
  return (
    <section className={`${detail.box} ${css.quality}`} aria-label={t('interview.quality')}>
      <h2>{t('interview.quality')}</h2>
      <ul className={detail.happened}>
        {quality.map((flag) => (
          <li key={flag.flag}>
            {reason(flag, t, i18n.language)}{' '}
            {flag.flag === 'duplicate' && (
              <Link to={ownAddress(pathTo('interview', { survey, interviewId: flag.of }))} preload={false}>
                {t('interview.quality.earlier')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className={css.silent}>{t('interview.quality.hint')}</p>
    </section>
  )
}

function reason(flag: Flag, t: TFunction, locale: string): string {
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value)
  switch (flag.flag) {
    case 'tooFast':
      return t('interview.quality.tooFast', { seconds: number(flag.seconds), median: number(flag.median) })
    case 'straightLining':
      return t('interview.quality.straightLining', { answer: flag.answer, questions: flag.questions })
    case 'duplicate':
      return t(`interview.quality.${flag.by}`)
  }
}
