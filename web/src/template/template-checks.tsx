import type { Template } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import css from './template.module.css'

/** What speaks against publishing a template, and what is worth a look. */
export function TemplateChecks({ checks }: Pick<Template, 'checks'>) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('template.checks')}>
      <ul className={css.checks}>
        {checks.length === 0 && <li>{t('template.allGood')}</li>}
        {checks.map(({ kind, isFault, detail, locale: of }) => (
          <li key={`${kind} ${of} ${detail}`} data-fault={isFault || undefined}>
            {of === null ? '' : `${of}: `}
            {t(`template.check.${kind}`, { detail })}
          </li>
        ))}
      </ul>
    </section>
  )
}
