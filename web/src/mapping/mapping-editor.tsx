import { fold } from '@kaiku/core/text.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { useUndoKeys } from '../page-editor/page-editor.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { ColumnLine } from './column-line.tsx'
import { ImportPreview } from './import-preview.tsx'
import css from './mapping.module.css'
import type { OpenedMappings } from './mapping.queries.ts'
import { entryOfColumn } from './mapping-edit.ts'
import { MatchFields } from './match-fields.tsx'
import { ImportGoesOn, PublishMapping } from './publish-mapping.tsx'
import { type Begun, type MappingState, useMapping } from './use-mapping.ts'

type Props = { opened: OpenedMappings; begun: Begun; back: React.ReactNode; onPublished: () => void }

/** A mapping beside a file: its columns, the questions that they answer, and what importing it would do. */
export function MappingEditor({ opened, begun, back, onPublished }: Props) {
  const { t } = useTranslation()
  const state = useMapping(opened, begun)
  const [isPublishing, setPublishing] = useState(false)
  const [taskId, setTask] = useState<string | null>(null)
  const { editor, busy, fault, work } = state
  useEditorGuard(editor.isChanged)
  useUndoKeys(editor)
  const file = begun.file?.file ?? null
  const publish = async (withFile: boolean) => {
    const done = await state.publish(withFile)
    if (!done) return
    setPublishing(false)
    if (done.taskId === null) onPublished()
    else setTask(done.taskId)
  }
  if (taskId !== null)
    return (
      <div className={css.page}>
        <PageHead title={t('mapping.title')} back={back} />
        <ImportGoesOn taskId={taskId} file={file ?? ''} />
      </div>
    )
  const isEmpty = work.mapping.columns.length === 0
  return (
    <div className={css.page}>
      <PageHead
        title={file ?? work.mapping.name}
        back={back}
        actions={
          <>
            <Button disabled={busy || isEmpty || !editor.isChanged} onClick={state.save}>
              {t('editor.save')}
            </Button>
            <Button primary disabled={busy || isEmpty} onClick={() => setPublishing(true)}>
              {t(file === null ? 'editor.publish' : 'mapping.publishAndImport')}
            </Button>
          </>
        }
      />
      <p className={css.intro}>
        {begun.was !== null
          ? t('mapping.opened', { name: begun.was })
          : begun.from !== null
            ? t('mapping.begunFrom', { name: begun.from })
            : t('mapping.begunAnew')}
      </p>
      {fault !== '' && (
        <div className={css.warning}>
          <FormFault text={fault} />
          <Button disabled={busy} onClick={state.takeUp}>
            {t('mapping.takeUp')}
          </Button>
        </div>
      )}
      <div className={css.editor}>
        <div className={css.main}>
          <Columns state={state} />
        </div>
        <aside className={css.side} aria-label={t('mapping.preview')}>
          <h2>{t('mapping.preview')}</h2>
          <ImportPreview state={state} />
        </aside>
      </div>
      <MatchFields state={state} />
      {isPublishing && (
        <PublishMapping
          checked={state.checked}
          isReady={state.isReady}
          busy={busy}
          fault={fault}
          file={file}
          onPublish={(withFile) => void publish(withFile)}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  )
}

const shownFirst = 60
const shows = ['all', 'open', 'refused'] as const

function Columns({ state }: { state: MappingState }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [show, setShow] = useState<(typeof shows)[number]>('all')
  const [most, setMost] = useState(shownFirst)
  const { proposal, work, checked } = state
  const bad = new Set(checked?.preview?.columns.filter(({ refused }) => refused > 0).map(({ column }) => column))
  const wanted = fold(text.trim())
  const keys = new Set(work.mapping.key.map((name) => name.trim()))
  const isOpen = (column: string) => !entryOfColumn(work, column) && !keys.has(column.trim())
  const found = proposal.columns.filter(
    ({ column, title }) =>
      [column, title].some((one) => fold(one).includes(wanted)) &&
      (show === 'all' || (show === 'open' ? isOpen(column) : bad.has(column))),
  )
  const open = proposal.columns.filter(({ column }) => isOpen(column)).length
  return (
    <>
      <div className={css.bar}>
        <Field
          label={t('mapping.search')}
          hideLabel
          type="search"
          placeholder={t('mapping.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Segments
          label={t('mapping.show')}
          value={show}
          choices={[
            { value: 'all', title: t('mapping.show.all', { n: proposal.columns.length }) },
            { value: 'open', title: t('mapping.show.open', { n: open }) },
            { value: 'refused', title: t('mapping.show.refused', { n: bad.size }) },
          ]}
          onChange={setShow}
        />
      </div>
      <ul className={css.list} aria-label={t('mapping.columns')}>
        {found.slice(0, most).map((column) => (
          <ColumnLine key={column.column} state={state} of={column} />
        ))}
      </ul>
      {found.length > most && (
        <Button onClick={() => setMost(most + 200)}>{t('mapping.more', { n: found.length - most })}</Button>
      )}
    </>
  )
}
