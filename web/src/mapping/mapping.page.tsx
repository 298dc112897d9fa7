import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { uploadTelling } from '../call/upload-telling.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { LinkButton, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { DropFile } from '../new-survey/drop-file.tsx'
import { noFile } from '../new-survey/no-file.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './mapping.module.css'
import { mappingKey, mappingsQuery, type OpenedMappings, proposalQuery } from './mapping.queries.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { MappingList } from './mapping-list.tsx'
import type { Begun } from './use-mapping.ts'

/** Later files of a survey: which of their columns answer which questions, then the import. */
export function MappingPage() {
  const { t, i18n } = useTranslation()
  const { fileId = noFile } = useParams({ strict: false })
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('editConfiguration') && permissions.includes('importData')
  const { data, error, refetch } = useQuery({ ...mappingsQuery(survey.extName, i18n.language), enabled: isAllowed })
  if (!isAllowed) return <Notice title={t('mapping.notYours')} />
  if (error) return <Failed title={t('mapping.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return fileId === noFile ? <Begin opened={data} /> : <WithFile key={fileId} opened={data} fileId={fileId} />
}

function usePathTo() {
  const { survey } = useSurvey()
  return (fileId: string) => ownAddress(pathTo('mapping', { survey: survey.extName, fileId }))
}

function Begin({ opened }: { opened: OpenedMappings }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const navigate = useNavigate()
  const client = useQueryClient()
  const path = usePathTo()
  const [mapping, setMapping] = useState<OpenedMappings['mappings'][number] | null>(null)
  const take = async (file: File, tell: (share: number) => void) => {
    const { fileId } = await uploadTelling('mapping.upload', { survey: survey.extName }, file, tell)
    await client.invalidateQueries({ queryKey: [...mappingKey, 'open'] })
    void navigate({ to: path(fileId) })
  }
  if (mapping)
    return (
      <MappingEditor
        key={mapping.name}
        opened={opened}
        begun={withoutFile(mapping)}
        back={<LinkButton onClick={() => setMapping(null)}>{t('mapping.title')}</LinkButton>}
        onPublished={() => setMapping(null)}
      />
    )
  return (
    <div className={css.page}>
      <PageHead
        title={t('mapping.title')}
        back={<Link to={ownAddress(pathTo('work', { survey: survey.extName }))}>{t('work.title')}</Link>}
      />
      <p className={css.intro}>{t('mapping.intro')}</p>
      <DropFile onFile={take} />
      <KeptFiles opened={opened} />
      <MappingList opened={opened} onOpen={setMapping} />
    </div>
  )
}

/** A mapping by itself: its own columns, without any texts of a file. */
function withoutFile(mapping: OpenedMappings['mappings'][number]): Begun {
  const headers = [...mapping.key, ...mapping.columns.flatMap(({ column }) => column)]
  return {
    file: null,
    rows: 0,
    source: null,
    was: mapping.name,
    from: mapping.name,
    mapping,
    why: {},
    lacking: [],
    offers: [],
    columns: [...new Set(headers)].map((column) => ({
      column,
      title: column,
      filled: 0,
      values: [],
      more: false,
      isKey: mapping.key.includes(column),
    })),
  }
}

function KeptFiles({ opened: { files } }: { opened: OpenedMappings }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const path = usePathTo()
  const { busy, fault, attempt } = useAttempt()
  const forget = (fileId: string) =>
    void attempt(async () => {
      await send('mapping.forget', { survey: survey.extName, fileId })
      await client.invalidateQueries({ queryKey: [...mappingKey, 'open'] })
      return null
    })
  if (files.length === 0) return null
  return (
    <Section title={t('newSurvey.kept')} intro={t('mapping.keptWhy')}>
      <FormFault text={fault} />
      <ul className={css.mappings}>
        {files.map(({ fileId, file, at }) => (
          <li key={fileId}>
            <Link to={path(fileId)}>{t('newSurvey.goOn', { file })}</Link>
            <small>{momentText(at, i18n.language)}</small>
            <LinkButton disabled={busy} onClick={() => forget(fileId)}>
              {t('newSurvey.forget', { file })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const byItself = ''

function WithFile({ opened, fileId }: { opened: OpenedMappings; fileId: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const navigate = useNavigate()
  const path = usePathTo()
  const [wanted, setWanted] = useState(byItself)
  const { data, error, refetch } = useQuery(proposalQuery(survey.extName, fileId, wanted, i18n.language))
  const back = <Link to={path(noFile)}>{t('mapping.title')}</Link>
  if (!data)
    return (
      <div className={css.page}>
        <PageHead title={t('mapping.title')} back={back} />
        {error ? <Failed title={t('mapping.failed')} error={error} onRetry={refetch} /> : <Skeleton height={420} />}
      </div>
    )
  return (
    <>
      <MappingEditor
        key={wanted}
        opened={opened}
        begun={data}
        back={back}
        onPublished={() => void navigate({ to: path(noFile) })}
      />
      {opened.mappings.length > 0 && (
        <p className={css.other}>
          {t('newSurvey.rows', { count: data.rows, n: formatCount(data.rows, i18n.language) })} ·{' '}
          {t('mapping.tryOther')}{' '}
          <Select
            boxed
            label={t('mapping.tryOther')}
            value={wanted}
            choices={[
              { value: byItself, title: t('mapping.asProposed') },
              ...opened.mappings.map(({ name }) => ({ value: name, title: name })),
            ]}
            onChange={setWanted}
          />
        </p>
      )}
    </>
  )
}
