import { formatCount } from '@kaiku/core/format.ts'
import { placeChanges } from '@kaiku/core/place-change.ts'
import { type Edited, movedTo } from '@kaiku/core/place-edit.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, DayField } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import fileCss from '../overlay/file-dialog.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import { TreeChanges } from './change-words.tsx'
import css from './place-editor.module.css'
import type { TreeState } from './use-tree.ts'

const mostFaults = 100

/** A workbook of places: first what it would change, then it is taken into the tree that is being written. */
export function PlaceFileDialog({ tree, onClose }: { tree: TreeState; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { opened, nodes } = tree
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<Reply<'placeTree.read'> | null>(null)
  const [from, setFrom] = useState(tree.from ?? opened.today)
  const { busy, fault, attempt } = useAttempt()
  const look = (chosen: File | null) => {
    setFile(chosen)
    setRead(null)
    if (chosen)
      void attempt(async () => {
        setRead(await upload('placeTree.read', { survey: survey.extName, view: opened.view }, chosen))
        return null
      })
  }
  const result = useMemo<Edited | null>(
    () => read && movedTo(nodes, read.nodes, tree.plan ? null : from),
    [read, nodes, from, tree.plan],
  )
  const after = result && 'nodes' in result ? result.nodes : null
  const count = useMemo(() => (after ? placeChanges(nodes, after).length : 0), [after, nodes])
  const isRight = read !== null && read.faults.length === 0
  const words = (n: number) => formatCount(n, i18n.language)
  return (
    <Dialog title={t('placeEditor.fileTitle')} shape="whole" onClose={onClose}>
      <div className={fileCss.content}>
        <p className={fileCss.hint}>{t('placeEditor.fileHint')}</p>
        <label className={fileCss.file}>
          <span>{file ? file.name : t('placeEditor.fileChoose')}</span>
          <input type="file" accept=".xlsx,.csv,.tsv,.txt" onChange={({ target }) => look(target.files?.[0] ?? null)} />
        </label>
        {fault !== '' && (
          <p role="alert" className={fileCss.fault}>
            {fault}
          </p>
        )}
        {busy && <p role="status">{t('placeEditor.reading')}</p>}
        {read && read.ignored.length > 0 && (
          <p className={fileCss.hint}>{t('placeEditor.ignored', { columns: read.ignored.join(', ') })}</p>
        )}
        {read && read.faults.length > 0 && (
          <section aria-label={t('placeEditor.fileFaults')}>
            <p role="alert" className={fileCss.fault}>
              {t('placeEditor.fileFaults')}
            </p>
            <table className={css.faults}>
              <thead>
                <tr>
                  <th>{t('placeEditor.line')}</th>
                  <th>{t('placeEditor.column')}</th>
                  <th>{t('placeEditor.value')}</th>
                  <th>{t('placeEditor.why')}</th>
                </tr>
              </thead>
              <tbody>
                {read.faults.slice(0, mostFaults).map(({ line, column, value, reason }) => (
                  <tr key={`${line} ${column} ${reason} ${value}`}>
                    <td>{words(line)}</td>
                    <td>{column}</td>
                    <td dir="auto">{value}</td>
                    <td>{t(`placeEditor.cell.${reason}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {read.faults.length > mostFaults && (
              <p className={fileCss.hint}>{t('placeEditor.andMore', { n: words(read.faults.length - mostFaults) })}</p>
            )}
          </section>
        )}
        {isRight && !tree.plan && (
          <DayField
            label={t('placeEditor.movesFrom')}
            value={from}
            onChange={({ target }) => target.value !== '' && setFrom(target.value)}
          />
        )}
        {isRight && result && 'fault' in result && <p role="alert">{t(`placeEditor.fault.${result.fault}`)}</p>}
        {isRight && after && (
          <>
            <p role="status">{t(count === 0 ? 'placeEditor.fileSame' : 'placeEditor.fileChanges')}</p>
            <TreeChanges before={nodes} after={after} own={opened.locales[0] ?? 'en'} rootTitle={opened.rootTitle} />
          </>
        )}
        <div className={fileCss.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button
            primary
            disabled={busy || !isRight || !after || count === 0}
            onClick={() => {
              if (after) tree.setNodes(after)
              onClose()
            }}
          >
            {t('placeEditor.fileTake')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
