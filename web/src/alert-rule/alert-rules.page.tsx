import type { ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Button } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import css from '../dry-run/alert-rule.module.css'
import { alertRulesQuery } from '../dry-run/alert-rule.queries.ts'
import { PlaceOnPage } from '../figure/chosen.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { WayBack } from '../place/way-back.tsx'
import { idsOf, type RuleList, readFile } from '../rule-field/rule-form.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { ShownRules } from './shown-rule.tsx'
import { TryRules } from './try-rules.tsx'

const RuleEditor = lazy(async () => ({ default: (await import('../alert-rule-form/rule-editor.tsx')).RuleEditor }))

/** What raises alerts, and, for who edits the configuration, what it would have raised and its form. */
export function AlertRulesPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('editConfiguration') || permissions.includes('handleAlerts')
  const { data, error, refetch } = useQuery({
    ...alertRulesQuery(survey.extName, i18n.language),
    enabled: isAllowed,
  })
  if (!isAllowed) return <Notice title={t('rule.notYours')} />
  if (error) return <Failed title={t('rule.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return data.edit === null ? <ReadRules rules={data.rules} /> : <EditedRules rules={data.rules} edit={data.edit} />
}

type RulesProps = { rules: readonly ToldRule[] }

function Head({ rules, actions }: RulesProps & { actions?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <PageHead
      title={t('rule.title')}
      note={<span className={css.quiet}>{rules.length}</span>}
      back={<WayBack title={t('alert.back')} otherwise={{ to: { page: 'alerts' }, title: t('alert.back') }} />}
      actions={actions}
    />
  )
}

function ReadRules({ rules }: RulesProps) {
  const { t } = useTranslation()
  return (
    <div className={css.page}>
      <Head rules={rules} />
      {rules.length === 0 ? (
        <Notice title={t('rule.none')}>{t('alerts.noRulesWhom')}</Notice>
      ) : (
        <>
          <p className={css.quiet}>{t('rule.readOnly')}</p>
          <ShownRules rules={rules} />
        </>
      )}
    </div>
  )
}

type Edit = NonNullable<Reply<'alertRule.rules'>['edit']>

function EditedRules({ rules, edit }: RulesProps & { edit: Edit }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const [edited, setEdited] = useState<{ list: RuleList; at: number } | null>(null)
  const file = readFile(edit.text)
  const begin = (list: RuleList) => setEdited({ list, at: file?.[list].length ?? 0 })
  const open = ({ about, id }: ToldRule) => {
    const list = about === 'interview' ? 'rules' : 'placeRules'
    const at = file?.[list].findIndex((one) => Reflect.get(Object(one), 'id') === id) ?? -1
    if (at >= 0) setEdited({ list, at })
  }
  // Rules of effect blocks are written there.
  const isInFile = ({ id }: ToldRule) => file !== null && idsOf(edit.text).includes(id)
  // Names are told in the order of the paths that the file has.
  const names = new Map(
    rules.flatMap(({ id, about, places }) => {
      const written = file?.[about === 'interview' ? 'rules' : 'placeRules'].find(
        (one) => Reflect.get(Object(one), 'id') === id,
      )
      const paths: unknown = Reflect.get(Object(written), 'places')
      return Array.isArray(paths) ? places.map((name, at) => [String(paths[at]), name] as const) : []
    }),
  )
  if (edited !== null)
    return (
      <div className={css.page}>
        <Head rules={rules} />
        <Suspense fallback={<Skeleton height={480} />}>
          <RuleEditor {...{ edited, edit, names }} onClose={() => setEdited(null)} />
        </Suspense>
      </div>
    )
  return (
    <div className={css.page}>
      <Head
        rules={rules}
        actions={
          !isReadOnly && (
            <>
              {!survey.protection && (
                <Button primary onClick={() => begin('rules')}>
                  {t('rule.form.newOnAnswers')}
                </Button>
              )}
              <Button primary={survey.protection} onClick={() => begin('placeRules')}>
                {t('rule.form.newOnPlaces')}
              </Button>
            </>
          )
        }
      />
      {rules.length === 0 ? (
        <Notice title={t('rule.none')}>{t('rule.noneWhy')}</Notice>
      ) : (
        <ShownRules rules={rules} onEdit={isReadOnly ? undefined : open} isOwn={isInFile} />
      )}
      <PlaceOnPage value={0}>
        <TryRules rules={rules} edit={edit} />
      </PlaceOnPage>
    </div>
  )
}
