import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send, takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, DayField, Field, IconButton, Select } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { DraftState } from '../page-draft/open-draft.tsx'
import { useUndoKeys } from '../page-editor/page-editor.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { LooseAnswers } from './loose-answers.tsx'
import { type Act, PlaceDialog } from './place-dialogs.tsx'
import css from './place-editor.module.css'
import { PlaceFileDialog } from './place-file-dialog.tsx'
import { PlacePanel } from './place-panel.tsx'
import { foundPlaces, placeRows } from './place-rows.ts'
import { PlaceTree } from './place-tree.tsx'
import { PlanBar } from './plan-bar.tsx'
import { PublishTree } from './publish-tree.tsx'
import { type Opened, type TreeState, useTree } from './use-tree.ts'

type Props = { opened: Opened; onReopen: () => void }
type Asking = 'publish' | 'discard' | 'file' | null

/** Editing a tree of places: kept as the draft, published or dropped. */
export function OpenTree({ opened, onReopen }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const navigate = useNavigate()
  const tree = useTree(opened, onReopen)
  const { editor, work } = tree
  const { fault, attempt } = useAttempt()
  const [asking, setAsking] = useState<Asking>(null)
  const [isKeeping, setKeeping] = useState(false)
  const own = { survey: survey.extName }
  const isTable = opened.views.some(({ extName, isTable: one }) => extName === opened.view && one)
  useEditorGuard(editor.isChanged)
  useUndoKeys(editor)
  const done = () => setAsking(null)
  const keepBoth = async () => {
    setKeeping(true)
    await attempt(async () => {
      await tree.keepBoth()
      return null
    })
    setKeeping(false)
  }
  return (
    <>
      <PageHead
        title={t('placeEditor.title')}
        back={<Link to={ownAddress(pathTo('survey', { ...own, surveyId: survey.extName }))}>{survey.title}</Link>}
        actions={
          !isReadOnly &&
          isTable && (
            <>
              {(work.draft || editor.isChanged) && (
                <Button onClick={() => setAsking('discard')}>{t('editor.discard')}</Button>
              )}
              <Button disabled={work.busy || !editor.isChanged} onClick={() => void work.save()}>
                {t('editor.save')}
              </Button>
              <Button primary disabled={work.busy} onClick={() => setAsking('publish')}>
                {t('editor.publish')}
              </Button>
            </>
          )
        }
      />
      {work.conflict !== '' && (
        <div role="alert" className={css.conflict}>
          <p>
            <b>{t('people.conflict')}</b> {work.conflict}
          </p>
          <Button disabled={isKeeping} onClick={() => void keepBoth()}>
            {t('placeEditor.keepBoth')}
          </Button>
          <Button onClick={onReopen}>{t('people.takeTheirs')}</Button>
        </div>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      {work.draft && <DraftState draft={work.draft} isOld={false} />}
      {opened.draft?.isBehind && <p className={css.hint}>{t('placeEditor.behind')}</p>}
      <div className={css.bar} role="toolbar" aria-label={t('placeEditor.tools')}>
        {opened.views.length > 1 && (
          <Select
            boxed
            label={t('placeEditor.view')}
            value={opened.view}
            choices={opened.views.map(({ extName, title }) => ({ value: extName, title }))}
            onChange={(viewId) => void navigate({ to: ownAddress(pathTo('places', { ...own, viewId })) })}
          />
        )}
        {isTable && <TreeTools tree={tree} onFile={() => setAsking('file')} />}
      </div>
      {isTable ? <TreeBody tree={tree} /> : <ArrangeView opened={opened} onReopen={onReopen} />}
      {asking === 'publish' && <PublishTree tree={tree} onClose={done} />}
      {asking === 'file' && <PlaceFileDialog tree={tree} onClose={done} />}
      {asking === 'discard' && (
        <Confirm
          title={t('editor.discard')}
          act={t('editor.discard')}
          busy={work.busy}
          onConfirm={() => void work.discard().then(done)}
          onClose={done}
        >
          {t('placeEditor.discardWhy')}
        </Confirm>
      )}
    </>
  )
}

function TreeTools({ tree, onFile }: { tree: TreeState; onFile: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const identity = useIdentity()
  const { editor, opened, plan } = tree
  const { attempt } = useAttempt()
  const take = () =>
    void attempt(async () => {
      const own = { survey: survey.extName, view: opened.view, ...(plan && { plan: plan.id }) }
      const blob = await takeFile('placeTree.file', own, identity)
      if (blob) download(blob, `${survey.extName} ${opened.view}`, 'xlsx')
      return null
    })
  return (
    <>
      <PlanBar tree={tree} />
      <IconButton label={t('editor.undo')} disabled={!editor.canUndo} onClick={editor.undo}>
        <IconArrowBackUp size={18} />
      </IconButton>
      <IconButton label={t('editor.redo')} disabled={!editor.canRedo} onClick={editor.redo}>
        <IconArrowForwardUp size={18} />
      </IconButton>
      <Button disabled={editor.isChanged} onClick={take}>
        {t('placeEditor.download')}
      </Button>
      <Button onClick={onFile}>{t('placeEditor.file')}…</Button>
      {editor.isChanged && <span className={css.hint}>{t('people.notSaved')}</span>}
    </>
  )
}

function TreeBody({ tree }: { tree: TreeState }) {
  const { t, i18n } = useTranslation()
  const { isReadOnly } = useIdentity()
  const { index, opened } = tree
  const [query, setQuery] = useState('')
  const looked = useDeferredValue(query)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ act: Act; ids: readonly string[]; answer: string } | null>(null)
  const shown = useMemo(() => foundPlaces(index, looked), [index, looked])
  const rows = useMemo(() => placeRows(index, open, shown), [index, open, shown])
  const ids = [...selected].filter((id) => index.byId.has(id))
  const ask = (act: Act, of: readonly string[], answer = '') => setAsked({ act, ids: of, answer })
  const onOpen = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const all = [...index.below.keys()]
  return (
    <>
      <div className={css.editor}>
        <div className={css.side}>
          <div className={css.bar}>
            <Field
              label={t('placeEditor.search')}
              hideLabel
              type="search"
              placeholder={t('placeEditor.search')}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
            <Button onClick={() => setOpen(open.size > 0 ? new Set() : new Set(all))}>
              {t(open.size > 0 ? 'placeEditor.closeAll' : 'placeEditor.openAll')}
            </Button>
            {!tree.plan && (
              <DayField
                label={t('placeEditor.movesFrom')}
                value={tree.from ?? ''}
                max={opened.today}
                onChange={({ target }) => target.value !== '' && tree.setFrom(target.value)}
              />
            )}
          </div>
          <PlaceTree
            tree={tree}
            rows={rows}
            selected={selected}
            onOpen={onOpen}
            onSelect={setSelected}
            onMove={() => ask('move', ids)}
            onEdit={() => document.querySelector<HTMLInputElement>(`.${css.panel} input`)?.focus()}
          />
          <p className={css.hint}>
            {t('placeEditor.howMany', { count: index.byId.size, n: index.byId.size.toLocaleString(i18n.language) })}
            {' · '}
            {t('placeEditor.keys')}
          </p>
        </div>
        <fieldset className={css.side} disabled={isReadOnly}>
          <PlacePanel tree={tree} ids={ids} onAct={(act) => ask(act, ids)} />
          <LooseAnswers tree={tree} onNew={(answer) => ask('add', [], answer)} />
        </fieldset>
      </div>
      {asked && <PlaceDialog tree={tree} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** A view that is made of answers: why it has no tree to edit, and how it gets one. */
function ArrangeView({ opened, onReopen }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { arrangeFault, version, draft } = opened
  const arrange = () =>
    void attempt(async () => {
      const own = { survey: survey.extName, view: opened.view, version, revision: draft?.revision ?? 0 }
      await send('placeTree.arrange', own)
      onReopen()
      return null
    })
  return (
    <div className={css.panel}>
      <p>{t('placeEditor.answers', { levels: opened.levelTitles.join(' › ') })}</p>
      <p>
        <Link to={ownAddress(pathTo('survey', { survey: survey.extName, surveyId: survey.extName }))}>
          {t('placeEditor.toCodebook')}
        </Link>
      </p>
      {arrangeFault ? (
        <p>{t(`placeEditor.arrangeFault.${arrangeFault.why}`, { example: arrangeFault.example })}</p>
      ) : (
        <p className={css.hint}>{t('placeEditor.arrangeHint')}</p>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      {!arrangeFault && !isReadOnly && (
        <Button primary disabled={busy} onClick={arrange}>
          {t('placeEditor.arrange')}
        </Button>
      )}
    </div>
  )
}
