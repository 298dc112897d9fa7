import type { ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import { useTranslation } from 'react-i18next'
import { Severity } from '../alert/severity.tsx'
import { LinkButton } from '../control/control.tsx'
import css from '../dry-run/alert-rule.module.css'
import { dueWords, escalationWords, ownerWords, whenWords } from '../dry-run/rule-words.ts'
import { useFilters } from '../filter/filter.queries.ts'

type Props = {
  rules: readonly ToldRule[]
  /** Absent: the viewer only reads them. */
  onEdit?: ((rule: ToldRule) => void) | undefined
  /** Whether a rule stands in the file of rules; absent: all do. */
  isOwn?: (rule: ToldRule) => boolean
}

/** The published rules, each as people read it. */
export function ShownRules({ rules, onEdit, isOwn = () => true }: Props) {
  const { t, i18n } = useTranslation()
  const filters = useFilters()
  const words = { t, locale: i18n.language, filters }
  return (
    <section aria-label={t('rule.published')}>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule.id} className={css.rule}>
            <h2>
              <Severity severity={rule.severity} />
              {rule.title}
            </h2>
            <dl>
              <Said name={t('rule.when')}>{whenWords(rule, words)}</Said>
              <Said name={t('rule.says')}>{[rule.says]}</Said>
              <Said name={t('rule.to')}>{[ownerWords(rule, words)]}</Said>
              <Said name={t('rule.due')}>{[dueWords(rule, words)]}</Said>
              <Said name={t('rule.escalation')}>{escalationWords(rule, words)}</Said>
            </dl>
            {onEdit && isOwn(rule) && (
              <LinkButton data-screen-only onClick={() => onEdit(rule)}>
                {t('rule.form.edit')}
                <span className="hidden-text"> {rule.title}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Said({ name, children }: { name: string; children: readonly string[] }) {
  if (children.length === 0) return null
  return (
    <div>
      <dt>{name}</dt>
      {children.map((line) => (
        <dd key={line} dir="auto">
          {line}
        </dd>
      ))}
    </div>
  )
}
