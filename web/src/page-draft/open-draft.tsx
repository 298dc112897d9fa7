import { type Component, component } from '@kaiku/contract/page.ts'
import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhoSees } from '../access/who-sees.tsx'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { PageEditor } from '../page-editor/page-editor.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { type Pages, usePageEditor } from '../page-editor/use-page-editor.ts'
import { useSettled } from '../page-editor/use-settled.ts'
import { titleOf } from '../page-form/component-title.ts'
import { placeWords } from '../page-form/fault-words.ts'
import { componentsOf, nameOf } from '../page-form/page-edit.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { changeWords } from './change-words.ts'
import css from './page-draft.module.css'
import { checkedPagesQuery } from './page-draft.queries.ts'
import { PageList } from './page-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { type PageDraft, useDraft } from './use-draft.ts'

type Props = {
  opened: readonly WrittenPage[]
  /** The published version that these pages began from, and the one that is published now. */
  version: number
  published: number
  draft: PageDraft | null
  onReopen: () => void
  onClose: () => void
}

/** Editing the survey's pages: keeping them as the draft, publishing or dropping them. */
export function OpenDraft({ opened, version, published, draft: found, onReopen, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isUserAdmin } = useIdentity()
  const { page: open } = useAt()
  const go = useGo()
  const editor = usePageEditor(opened)
  const own = { survey: survey.extName }
  const calls = {
    save: (pages: Pages, revision: number) =>
      send('pageDraft.saveDraft', { ...own, version, revision, pages: [...pages] }),
    publish: (pages: Pages, revision: number) =>
      send('pageDraft.publishPages', { ...own, version, revision, pages: [...pages] }),
    discard: (revision: number) => send('pageDraft.discardDraft', { ...own, revision }),
    published: t('editor.published'),
  }
  const edited = { present: editor.pages, keep: editor.keep }
  const { draft, busy, conflict, ...work } = useDraft(edited, found, calls, onClose)
  const [asking, setAsking] = useState<'publish' | 'discard' | 'leave' | 'whoSees' | 'preview' | null>(null)
  const settled = useSettled(editor.pages)
  const checked = useQuery(checkedPagesQuery(survey.extName, published, settled))
  const faults = checked.data?.faults ?? []
  const index = editor.pages.findIndex((one) => nameOf(one) === open)
  const at = Math.max(0, index)
  useEditorGuard(editor.isChanged)
  const askWhoSees = isUserAdmin && editor.pages[at] ? () => setAsking('whoSees') : undefined
  const done = () => setAsking(null)
  const acts = (
    <>
      {editor.isChanged && <span className={css.state}>{t('people.notSaved')}</span>}
      {(draft || editor.isChanged) && <Button onClick={() => setAsking('discard')}>{t('editor.discard')}</Button>}
      {askWhoSees && <Button onClick={askWhoSees}>{t('page.whoSees')}</Button>}
      <Button disabled={!draft || editor.isChanged || busy} onClick={() => setAsking('preview')}>
        {t('previewDialog.ask')}
      </Button>
      <Button disabled={busy || !editor.isChanged} onClick={() => void work.save()}>
        {t('editor.save')}
      </Button>
      <Button primary disabled={busy} onClick={() => setAsking('publish')}>
        {t('editor.publish')}
      </Button>
      <Button onClick={() => (editor.isChanged ? setAsking('leave') : onClose())}>{t('editor.close')}</Button>
    </>
  )
  return (
    <PageEditor
      {...{ editor, at, faults, acts }}
      pages={<PageList editor={editor} at={at} onOpen={(page) => go({ page })} />}
    >
      {conflict !== '' && (
        <div role="alert" className={css.conflict}>
          <p>
            <b>{t('people.conflict')}</b> {conflict}
          </p>
          <Button onClick={onReopen}>{t('people.takeTheirs')}</Button>
        </div>
      )}
      {draft && <DraftState draft={draft} isOld={version !== published} />}
      {asking === 'publish' && (
        <PublishDialog
          // What was written last has yet to be checked.
          checked={settled === editor.pages ? checked.data : undefined}
          place={(place) => placeWords(place, editor.pages, t, i18n.language)}
          change={(one) => changeWords(one, editor.pages, t, i18n.language)}
          error={checked.error}
          busy={busy || checked.isFetching}
          onWhoSees={askWhoSees}
          onPublish={() => void work.publish().then(done)}
          onClose={done}
        />
      )}
      {asking === 'whoSees' && editor.pages[at] && (
        <WhoSees {...asDrafted(editor.pages[at], i18n.language, survey.locale)} onClose={done} />
      )}
      {asking === 'preview' && (
        <PreviewDialog
          survey={survey.extName}
          back={window.location.pathname + window.location.search}
          onClose={done}
        />
      )}
      {asking === 'discard' && (
        <Confirm
          title={t('editor.discard')}
          act={t('editor.discard')}
          busy={busy}
          onConfirm={() => void work.discard().then(done)}
          onClose={done}
        >
          {t('editor.discardWhy')}
        </Confirm>
      )}
      {asking === 'leave' && (
        <Confirm title={t('editor.leave')} act={t('editor.leave')} onConfirm={onClose} onClose={done}>
          {t('editor.leaveWhy')}
        </Confirm>
      )}
    </PageEditor>
  )
}

/** A page as it stands in the editor, without what is not finished. */
function asDrafted(page: WrittenPage, locale: string, usual: string) {
  const components = componentsOf(page).flatMap((written): Component[] => {
    const read = component.safeParse(written)
    return read.success ? [read.data] : []
  })
  const extname = nameOf(page)
  const drafted = { extname, title: titleOf(page, locale, usual) ?? extname, icon: 'chart', components }
  return { page: drafted, drafted }
}

/** Whose draft it is, and whether something else was published since it was begun. */
export function DraftState({ draft: { by, at }, isOld }: { draft: PageDraft; isOld: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <p className={css.state}>
      {t('editor.draftBy', { by, at: momentText(at, i18n.language) })}
      {isOld && ` ${t('editor.draftOld')}`}
    </p>
  )
}
