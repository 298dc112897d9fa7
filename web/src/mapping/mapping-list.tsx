import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './mapping.module.css'
import { checkQuery, mappingKey, type OpenedMappings } from './mapping.queries.ts'
import { noChange } from './mapping-edit.ts'
import { PublishMapping } from './publish-mapping.tsx'

type Props = { opened: OpenedMappings; onOpen: (mapping: OpenedMappings['mappings'][number]) => void }

/** The mappings of a survey in their order: opened, moved, deleted; what is drafted is published. */
export function MappingList({ opened, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [isPublishing, setPublishing] = useState(false)
  const { mappings, published, draft, version } = opened
  const known = {
    version,
    revisions: { imports: draft.imports?.revision ?? 0, questions: draft.questions?.revision ?? 0 },
  }
  const own = { survey: survey.extName, ...known }
  // While it is being published, what was known before is known no more.
  const checked = useQuery(
    Object.assign(checkQuery({ ...own, change: noChange, locale: i18n.language }), { enabled: isPublishing && !busy }),
  )
  const refresh = () => client.invalidateQueries({ queryKey: [...mappingKey, 'open'] })
  const keep = (change: Partial<typeof noChange>) =>
    void attempt(async () => {
      await send('mapping.save', { ...own, change: Object.assign({}, noChange, change) })
      await refresh()
      return null
    })
  const names = mappings.map(({ name }) => name)
  const move = (at: number, by: number) => {
    const [name] = names.slice(at, at + 1)
    if (name === undefined) return
    keep({ order: names.toSpliced(at, 1).toSpliced(at + by, 0, name) })
  }
  const publish = () =>
    void attempt(async () => {
      await send('mapping.publish', { ...own, change: noChange })
      await refresh()
      setPublishing(false)
      say(t('mapping.published'))
      return null
    })
  const discard = () =>
    void attempt(async () => {
      const { imports } = draft
      if (imports)
        await send('configBlock.discard', {
          survey: survey.extName,
          file: 'imports.json',
          revision: String(imports.revision),
        })
      await refresh()
      return null
    })
  return (
    <Section title={t('mapping.list')} intro={t('mapping.listWhy')}>
      <FormFault text={fault} />
      {mappings.length === 0 && <p className={css.hint}>{t('mapping.none')}</p>}
      <ol className={css.mappings}>
        {mappings.map((mapping, at) => {
          const { name, columns, match } = mapping
          return (
            <li key={name}>
              <LinkButton onClick={() => onOpen(mapping)}>{name}</LinkButton>
              <small>
                {[match.file, t('mapping.columnsRead', { count: columns.length, n: columns.length })]
                  .filter((one) => one !== undefined)
                  .join(' · ')}
              </small>
              {!published.includes(name) && <Badge>{t('mapping.drafted')}</Badge>}
              <span className={css.lineActs}>
                <LinkButton disabled={busy || at === 0} onClick={() => move(at, -1)}>
                  {t('mapping.up', { name })}
                </LinkButton>
                <LinkButton disabled={busy || at === names.length - 1} onClick={() => move(at, 1)}>
                  {t('mapping.down', { name })}
                </LinkButton>
                <LinkButton disabled={busy} onClick={() => keep({ gone: [name] })}>
                  {t('mapping.delete', { name })}
                </LinkButton>
              </span>
            </li>
          )
        })}
      </ol>
      {(draft.imports ?? draft.questions) && (
        <div className={css.warning}>
          <p>{t('mapping.draftBy', { by: (draft.imports ?? draft.questions)?.by ?? '' })}</p>
          {draft.imports && (
            <Button disabled={busy} onClick={discard}>
              {t('editor.discard')}
            </Button>
          )}
          <Button primary disabled={busy} onClick={() => setPublishing(true)}>
            {t('editor.publish')}
          </Button>
        </div>
      )}
      {isPublishing && (
        <PublishMapping
          checked={checked.data}
          isReady={!checked.isFetching}
          busy={busy}
          fault={fault}
          file={null}
          onPublish={publish}
          onClose={() => setPublishing(false)}
        />
      )}
    </Section>
  )
}
