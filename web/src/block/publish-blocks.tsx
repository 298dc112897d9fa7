import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import { faultWords } from '../page-form/fault-words.ts'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { isRemoving, RemovedNotice } from '../universe/retention-table.tsx'
import css from './block.module.css'
import { blockQuery, checkedQuery } from './block.queries.ts'
import { BlockChanges, BlockDifference } from './block-changes.tsx'
import { blockTitle } from './block-words.ts'

type Props = { listed: Reply<'configBlock.list'>; onDone: () => Promise<void>; onClose: () => void }

/** All drafts together: what publishing them changes in words and in their texts, or what stands in its way. */
export function PublishBlocks({ listed, onDone, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const drafts = listed.blocks.flatMap(({ file, draft }) => (draft ? [{ ...draft, file }] : []))
  const state = [listed.version, ...drafts.map(({ file, revision }) => `${file} ${revision}`)].join()
  const { data, error, isFetching } = useQuery(checkedQuery(survey.extName, i18n.language, state))
  const { busy, fault, attempt } = useAttempt()
  const behind = drafts.filter(({ isBehind }) => isBehind)
  const publish = () =>
    void attempt(async () => {
      const { version } = await send('configBlock.publish', {
        survey: survey.extName,
        version: listed.version,
        drafts: drafts.map(({ file, revision }) => ({ file, revision })),
      })
      showLoadCount(survey.extName, await client.fetchQuery({ ...loadCountQuery(survey.extName), staleTime: 0 }))
      say(t('backend.rolledBack', { version }))
      await onDone()
      return null
    })
  const faults = data?.faults ?? []
  const mayPublish = !busy && data && !isFetching && faults.length === 0 && behind.length === 0 && drafts.length > 0
  return (
    <Dialog title={t('block.publishTitle')} shape="whole" onClose={onClose}>
      {error && <p role="alert">{faultText(error, t)}</p>}
      <FormFault text={fault} />
      {behind.map(({ file }) => (
        <p key={file} role="alert">
          {t('block.lookFirst', { name: blockTitle(file, t) })}
        </p>
      ))}
      {faults.length > 0 && (
        <>
          <p role="alert">{t('editor.faulty')}</p>
          <ul className={css.faults}>
            {faults.map((one) => (
              <li key={`${one.file} ${one.place} ${one.found}`}>
                <b>
                  {blockTitle(one.file, t)} {one.place}
                </b>
                : {faultWords(one, t, i18n.language)}
              </li>
            ))}
          </ul>
        </>
      )}
      {data && (
        <>
          <p>{t(data.changes.length === 0 ? 'editor.nothingChanged' : 'editor.willChange')}</p>
          <BlockChanges changes={data.changes} />
          {data.more > 0 && <p className={css.about}>{t('block.moreChanges', { n: data.more })}</p>}
          <RemovedNotice removed={data.removed} />
        </>
      )}
      {drafts.map(({ file }) => (
        <DraftText key={file} file={file} />
      ))}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button primary disabled={!mayPublish} onClick={publish}>
          {t(data && isRemoving(data.removed) ? 'settings.removed.publish' : 'editor.publish')}
        </Button>
      </div>
    </Dialog>
  )
}

function DraftText({ file }: { file: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data } = useQuery({
    ...blockQuery(survey.extName, file, i18n.language),
    queryKey: ['block', survey.extName, 'draft', file],
    staleTime: 0,
  })
  return (
    <details className={css.difference}>
      <summary>{t('block.differenceOf', { name: file })}</summary>
      {data && (
        <BlockDifference
          label={t('block.differenceOf', { name: file })}
          before={data.published ?? ''}
          after={data.draft?.text ?? data.published ?? ''}
        />
      )}
    </details>
  )
}
