import type { ErasureCertificate } from '@kaiku/contract/erasure.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { download } from '../card/export.ts'
import { LinkButton } from '../control/control.tsx'
import css from '../sample/sample.module.css'

/** The proof that somebody is gone; it tells nothing of who it was. */
export function SampleCertificate({ certificate }: { certificate: ErasureCertificate }) {
  const { t, i18n } = useTranslation()
  const { certificateId, erasedAt, purgedAt, by, surveys, removed, remains } = certificate
  const save = () =>
    download(
      new Blob([JSON.stringify(certificate, null, 2)], { type: 'application/json' }),
      `${t('erasures.certificate')}-${certificateId}`,
      'json',
    )
  return (
    <div className={css.certificate}>
      <dl className={css.person}>
        <div>
          <dt>{t('erasures.certificate')}</dt>
          <dd>{certificateId}</dd>
        </div>
        <div>
          <dt>{t('erasures.by')}</dt>
          <dd>{by}</dd>
        </div>
        <div>
          <dt>{t('erasures.at')}</dt>
          <dd>{momentText(erasedAt, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('erasures.purged')}</dt>
          <dd>{purgedAt === null ? t('erasures.tonight') : momentText(purgedAt, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('erasures.surveys')}</dt>
          <dd>{surveys.join(', ') || t('erasures.nothing')}</dd>
        </div>
      </dl>
      <h3 className={css.part}>{t('erasures.removed')}</h3>
      <ul className={css.list}>
        {removed.map(({ what, count }) => (
          <li key={what}>
            {t(`erasures.what.${what}`)} <b>{formatCount(count, i18n.language)}</b>
          </li>
        ))}
      </ul>
      <h3 className={css.part}>{t('erasures.remains')}</h3>
      <ul className={css.list}>
        {remains.map((one) => (
          <li key={one}>{t(`erasures.remain.${one}`)}</li>
        ))}
      </ul>
      <p>
        <LinkButton onClick={save}>{t('erasures.download')}</LinkButton>
      </p>
    </div>
  )
}
