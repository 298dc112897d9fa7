import type { EffectBlock } from '@kaiku/contract/effect-block.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import css from '../dry-run/alert-rule.module.css'
import { useFilters } from '../filter/filter.queries.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { type EffectList, effectsQuery } from './effect.queries.ts'
import { EffectEditor } from './effect-editor.tsx'
import { blockOf, newBlock } from './effect-form.ts'
import { thenWords, whenWords } from './effect-words.ts'
import { RunTable } from './run-table.tsx'

/** What Kaiku does by itself when something happens in a survey, and what it has done. */
export function EffectsPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('editConfiguration')
  const { data, error, refetch } = useQuery({ ...effectsQuery(survey.extName, i18n.language), enabled: isAllowed })
  if (!isAllowed) return <Notice title={t('effect.notYours')} />
  if (error) return <Failed title={t('effect.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return <Effects list={data} />
}

/** `list`: as it stood when the form was opened; what others publish since is a conflict. */
type Edited = { readonly block: EffectBlock; readonly isNew: boolean; readonly list: EffectList }

function Effects({ list }: { list: EffectList }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const [edited, setEdited] = useState<Edited | null>(null)
  const { blocks } = list
  return (
    <div className={css.page}>
      <PageHead
        title={t('effect.title')}
        note={<span className={css.quiet}>{blocks.length}</span>}
        back={
          <Link to={ownAddress(pathTo('survey', { survey: survey.extName, surveyId: survey.extName }))}>
            <IconArrowLeft size={14} aria-hidden /> {t('effect.back')}
          </Link>
        }
        actions={
          !isReadOnly &&
          edited === null && (
            <Button primary onClick={() => setEdited({ block: newBlock(), isNew: true, list })}>
              {t('effect.new')}
            </Button>
          )
        }
      />
      {edited !== null ? (
        <EffectEditor {...edited} onClose={() => setEdited(null)} />
      ) : (
        <>
          <p className={css.quiet}>{t('effect.intro')}</p>
          {blocks.length === 0 ? (
            <Notice title={t('effect.none')}>{t('effect.noneWhy')}</Notice>
          ) : (
            <ul className={css.rules} aria-label={t('effect.list')}>
              {blocks.map((one) => (
                <Shown
                  key={one.id}
                  one={one}
                  onEdit={isReadOnly ? null : (block) => setEdited({ block, isNew: false, list })}
                />
              ))}
            </ul>
          )}
          <RunTable blocks={blocks} />
        </>
      )}
    </div>
  )
}

type ShownProps = { one: EffectList['blocks'][number]; onEdit: ((block: EffectBlock) => void) | null }

function Shown({ one, onEdit }: ShownProps) {
  const { t, i18n } = useTranslation()
  const words = { t, locale: i18n.language, filters: useFilters() }
  const block = blockOf(one.written)
  const n = (value: number) => formatCount(value, i18n.language)
  const done = one.runs - one.waiting - one.failed
  return (
    <li className={css.rule}>
      <h2>
        {one.title} {block?.isOn === false && <Badge>{t('effect.off')}</Badge>}
        {one.script?.stoppedAt != null && <Badge tone="bad">{t('effect.script.stopped')}</Badge>}
      </h2>
      {block && (
        <dl>
          <Said name={t('effect.event')} lines={whenWords(block, words)} />
          <Said name={t('effect.then')} lines={thenWords(block, words)} />
          <Said
            name={t('effect.run.what')}
            lines={[
              t('effect.runs.count', { count: done, n: n(done) }),
              ...(one.waiting > 0 ? [t('effect.runs.waiting', { n: n(one.waiting) })] : []),
              ...(one.failed > 0 ? [t('effect.runs.failed', { n: n(one.failed) })] : []),
              ...(one.script ? [t('effect.script.failedOn', { n: n(one.script.failed) })] : []),
            ]}
          />
        </dl>
      )}
      {onEdit && block && (
        <LinkButton data-screen-only onClick={() => onEdit(block)}>
          {t('effect.edit')}
          <span className="hidden-text"> {one.title}</span>
        </LinkButton>
      )}
    </li>
  )
}

const Said = ({ name, lines }: { name: string; lines: readonly string[] }) => (
  <div>
    <dt>{name}</dt>
    {lines.map((line) => (
      <dd key={line} dir="auto">
        {line}
      </dd>
    ))}
  </div>
)
