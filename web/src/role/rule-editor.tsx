import type { RoleRule } from '@kaiku/core/role-rule.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton, Select } from '../control/control.tsx'
import css from '../role-place/role.module.css'

const kinds = ['realmRole', 'clientRole', 'group', 'attribute'] as const satisfies RoleRule['kind'][]
const longest = 300

/** A rule of another kind that keeps what was written. */
function ofKind(kind: RoleRule['kind'], { value }: RoleRule): RoleRule {
  if (kind === 'clientRole') return { kind, client: '', value }
  return kind === 'attribute' ? { kind, claim: '', value } : { kind, value }
}

type Props = { rules: readonly RoleRule[]; onRules: (rules: RoleRule[]) => void }

/** Claims of a sign-in by an identity provider that give the role; any of them is enough. */
export function RuleEditor({ rules, onRules }: Props) {
  const { t } = useTranslation()
  const change = (at: number, rule: RoleRule) => onRules(rules.map((old, index) => (index === at ? rule : old)))
  return (
    <>
      <ul className={css.rules}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be equal while they are written
          <li key={at}>
            <Select
              label={t('rule.kind')}
              boxed
              value={rule.kind}
              choices={kinds.map((value) => ({ value, title: t(`rule.${value}`) }))}
              onChange={(kind) => change(at, ofKind(kind, rule))}
            />
            {rule.kind === 'clientRole' && (
              <Field
                label={t('rule.client')}
                required
                maxLength={longest}
                value={rule.client}
                onChange={(event) => change(at, { ...rule, client: event.target.value })}
              />
            )}
            {rule.kind === 'attribute' && (
              <Field
                label={t('rule.claim')}
                required
                maxLength={longest}
                value={rule.claim}
                onChange={(event) => change(at, { ...rule, claim: event.target.value })}
              />
            )}
            <Field
              label={t('rule.value')}
              required
              maxLength={longest}
              value={rule.value}
              onChange={(event) => change(at, { ...rule, value: event.target.value })}
            />
            <IconButton
              label={t('rule.remove', { value: rule.value })}
              onClick={() => onRules(rules.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p>
        <Button onClick={() => onRules([...rules, { kind: 'realmRole', value: '' }])}>
          <IconPlus size={16} aria-hidden /> {t('rule.add')}
        </Button>
      </p>
    </>
  )
}
