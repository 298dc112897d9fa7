import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInAddress } from '../browser/in-address.ts'
import { momentText } from '../browser/moment.ts'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './block.module.css'
import { blockQuery, blocksQuery } from './block.queries.ts'
import { blockPurpose, blockTitle } from './block-words.ts'
import { NewBlock } from './new-block.tsx'
import { OpenBlock } from './open-block.tsx'
import { PublishBlocks } from './publish-blocks.tsx'

type Listed = Reply<'configBlock.list'>
type Block = Listed['blocks'][number]

/** The blocks of the survey’s definition: who changed each last, what is being written, and the way to publish it. */
export function BlockList() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const [open, setOpen] = useInAddress('block')
  const [asks, setAsks] = useState<'publish' | 'discard' | 'preview' | null>(null)
  const [round, setRound] = useState(0)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(blocksQuery(survey.extName))
  const { busy, fault, attempt } = useAttempt()
  if (error) return <Failed title={t('backend.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  const chosen = data.blocks.find(({ file }) => file === open)
  const again = async () => {
    setAsks(null)
    await client.invalidateQueries({ queryKey: ['block', survey.extName] })
    await client.invalidateQueries({ queryKey: ['backend'] })
    setRound(round + 1)
  }
  const discard = () =>
    void attempt(async () => {
      if (chosen?.draft)
        await send('configBlock.discard', {
          survey: survey.extName,
          file: chosen.file,
          revision: chosen.draft.revision,
        })
      say(t('editor.discarded'))
      await again()
      return null
    })
  return (
    <>
      {chosen ? (
        <LoadedBlock
          key={`${chosen.file} ${round}`}
          file={chosen.file}
          onClose={() => setOpen('')}
          onPublish={() => setAsks('publish')}
          onPreview={() => setAsks('preview')}
          onDiscard={() => setAsks('discard')}
        />
      ) : (
        <Blocks
          listed={data}
          onOpen={setOpen}
          onPublish={() => setAsks('publish')}
          onPreview={() => setAsks('preview')}
        />
      )}
      {asks === 'publish' && <PublishBlocks listed={data} onDone={again} onClose={() => setAsks(null)} />}
      {asks === 'preview' && (
        <PreviewDialog
          survey={survey.extName}
          back={pathTo('survey', { survey: survey.extName, surveyId: survey.extName }, { page: 'blocks' })}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'discard' && (
        <Confirm
          title={t('editor.discard')}
          act={t('editor.discard')}
          busy={busy}
          fault={fault}
          onConfirm={discard}
          onClose={() => setAsks(null)}
        >
          {t('block.discardWhy')}
        </Confirm>
      )}
    </>
  )
}

type Acts = { onPublish: () => void; onPreview: () => void }
type LoadedProps = Acts & { file: string; onClose: () => void; onDiscard: () => void }

function LoadedBlock({ file, ...rest }: LoadedProps) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data, error } = useQuery(blockQuery(survey.extName, file, i18n.language))
  if (error)
    return (
      <>
        <LinkButton onClick={rest.onClose}>{t('backend.blocks')}</LinkButton>
        <Notice alert title={faultText(error, t)} />
      </>
    )
  return data ? <OpenBlock opened={data} {...rest} /> : <Skeleton height={480} />
}

type BlocksProps = Acts & { listed: Listed; onOpen: (file: string) => void }

function Blocks({ listed, onOpen, onPublish, onPreview }: BlocksProps) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  const drafts = listed.blocks.filter(({ draft }) => draft !== null)
  const isThere = ({ changed, draft }: Block) => changed !== null || draft !== null
  const absent = listed.blocks.filter((one) => !isThere(one))
  return (
    <div className={css.listed}>
      <div className={css.head}>
        <p className={css.about}>{t('block.intro')}</p>
        {!isReadOnly && drafts.length > 0 && (
          <span className={css.acts}>
            <Button onClick={onPreview}>{t('block.preview')}</Button>
            <Button primary onClick={onPublish}>
              {t('block.publishAll', { count: drafts.length })}
            </Button>
          </span>
        )}
      </div>
      <ul className={css.blocks}>
        {listed.blocks.filter(isThere).map((block) => (
          <BlockLine key={block.file} block={block} onOpen={onOpen} />
        ))}
      </ul>
      {absent.length > 0 && <NewBlock files={absent.map(({ file }) => file)} onMade={onOpen} />}
    </div>
  )
}

function BlockLine({ block, onOpen }: { block: Block; onOpen: (file: string) => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const { file, changed, draft, isRequired } = block
  const mayGo = !isRequired && !draft && changed !== null && file !== 'pages.json' && file !== 'forms.json'
  const remove = () =>
    void attempt(async () => {
      if (!changed) return null
      const listed = await client.fetchQuery(blocksQuery(survey.extName))
      await send('configBlock.save', { survey: survey.extName, file, text: '', revision: 0, version: listed.version })
      await client.invalidateQueries({ queryKey: ['block', survey.extName] })
      return null
    })
  return (
    <li className={css.line}>
      <button type="button" className={css.lineTitle} onClick={() => onOpen(file)}>
        <b>{blockTitle(file, t)}</b> <code>{file}</code>
      </button>
      <p className={css.about}>{blockPurpose(file, t)}</p>
      <p className={css.facts}>
        {changed
          ? t('block.changedBy', {
              by: changed.by,
              when: momentText(changed.at, i18n.language),
              version: changed.version,
            })
          : t('block.neverPublished')}
      </p>
      <span className={css.badges}>
        {draft && (
          <Badge tone={draft.isBehind ? 'bad' : 'warn'}>
            {t(draft.isRemoval ? 'block.removalBy' : draft.isBehind ? 'block.draftBehind' : 'block.draftBy', {
              by: draft.by,
            })}
          </Badge>
        )}
        {mayGo && !isReadOnly && (
          <LinkButton
            disabled={busy}
            onClick={remove}
            aria-label={t('block.removeBlock', { name: blockTitle(file, t) })}
          >
            {t('block.remove')}
          </LinkButton>
        )}
      </span>
      <FormFault text={fault} />
    </li>
  )
}
