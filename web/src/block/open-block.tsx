import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { narrow, useMedia } from '../browser/media.ts'
import { useUnsaved } from '../browser/unsaved.ts'
import type { Reply } from '../call/calls.ts'
import type { CodeHelp } from '../code-editor/code.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Button, LinkButton, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { useSettled } from '../page-editor/use-settled.ts'
import { faultWords } from '../page-form/fault-words.ts'
import { type Path, readText, withAt, writeText } from '../schema-form/json-value.ts'
import type { BlockSchema } from '../schema-form/schema.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { TargetGrid } from '../target-grid/target-grid.tsx'
import css from './block.module.css'
import { checkedQuery } from './block.queries.ts'
import { BlockConflict } from './block-conflict.tsx'
import { BlockState } from './block-state.tsx'
import { blockPurpose, blockTitle } from './block-words.ts'
import { useBlock } from './use-block.ts'

type Props = {
  opened: Reply<'configBlock.one'>
  onClose: () => void
  onPublish: () => void
  onPreview: () => void
  onDiscard: () => void
}
const ways = ['form', 'text', 'both'] as const

/** One block: its form and its text side by side, which are the same document; kept as a draft while it is written. */
export function OpenBlock({ opened, onClose, onPublish, onPreview, onDiscard }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { file } = opened
  const schema: BlockSchema = opened.schema
  const block = useBlock(survey.extName, opened)
  const { text } = block
  useUnsaved(block.isChanged)
  const isNarrow = useMedia(narrow)
  const [chosen, setWay] = useState<(typeof ways)[number] | null>(null)
  const isTable = file === 'targets.json'
  const way = chosen ?? (isNarrow || isTable ? 'form' : 'both')
  const settled = useSettled(text, 400)
  const checked = useQuery(checkedQuery(survey.extName, i18n.language, String(opened.version), { file, text: settled }))
  const all = checked.data?.faults ?? []
  const own = all.filter((one) => one.file === file)
  const elsewhere = all.filter((one) => one.file !== file)
  const words = (fault: (typeof all)[number]) => faultWords(fault, t, i18n.language)
  const faults = own.map((fault) => ({ line: fault.line ?? 1, column: fault.column ?? 1, message: words(fault) }))
  const value = useMemo(() => readText(text), [text])
  const help = useHelp(schema)
  const faultAt = (place: string) => {
    const fault = own.find((one) => one.place === place)
    return fault && words(fault)
  }
  const isFaulty = (place: string) =>
    own.some((one) => one.place === place || one.place.startsWith(`${place}.`) || one.place.startsWith(`${place}[`))
  const change = (path: Path, next: unknown) => block.setText(writeText(withAt(readText(text) ?? {}, path, next)))
  const isNew = opened.published === null
  return (
    <section className={css.open} aria-label={blockTitle(file, t)}>
      <div className={css.head}>
        <LinkButton onClick={() => void block.flush().then(onClose)}>
          <IconArrowLeft size={14} aria-hidden /> {t('backend.blocks')}
        </LinkButton>
        <h2>{blockTitle(file, t)}</h2>
        <code>{file}</code>
        <span className={css.acts}>
          {!isReadOnly && (
            <Button disabled={!block.head || block.isChanged || block.isSaving} onClick={onPreview}>
              {t('block.preview')}
            </Button>
          )}
          {!isReadOnly && block.head && <Button onClick={onDiscard}>{t('editor.discard')}</Button>}
          {!isReadOnly && (
            <Button primary disabled={!block.head || block.isChanged || block.isSaving} onClick={onPublish}>
              {t('block.publish')}
            </Button>
          )}
        </span>
      </div>
      <p className={css.about}>
        {blockPurpose(file, t)}{' '}
        {file === 'pages.json' && (
          <Link to={ownAddress(pathTo('rankings', { survey: survey.extName, drillPath: survey.startPath }))}>
            {t('block.openPages')}
          </Link>
        )}
        {file === 'forms.json' && (
          <Link to={ownAddress(pathTo('formeditor', { survey: survey.extName, formId: 'form' }))}>
            {t('block.openForms')}
          </Link>
        )}
        {file === 'effects.json' && (
          <Link to={ownAddress(pathTo('effects', { survey: survey.extName }))}>{t('block.openEffects')}</Link>
        )}
        {file === 'alert-rules.json' && (
          <Link to={ownAddress(pathTo('alertrules', { survey: survey.extName }))}>{t('block.openRules')}</Link>
        )}
      </p>
      <BlockState head={block.head} isNew={isNew} isSaving={block.isSaving} isChanged={block.isChanged} />
      <FormFault text={block.fault} />
      {block.theirs ? (
        <BlockConflict theirs={block.theirs} mine={text} onKeep={block.keepMine} onTake={block.takeTheirs} />
      ) : (
        <>
          {all.length > 0 && (
            <ul className={css.faults} aria-label={t('editor.faulty')}>
              {[...own, ...elsewhere].slice(0, 8).map((fault) => (
                <li key={`${fault.file} ${fault.place} ${fault.found}`}>
                  <b>{fault.file === file ? fault.place || file : `${fault.file} ${fault.place}`}</b>
                  {fault.line !== null && <small> {t('block.line', { n: fault.line })}</small>}: {words(fault)}
                </li>
              ))}
            </ul>
          )}
          <div className={css.ways}>
            <Segments
              label={t('block.way')}
              value={way}
              choices={ways.map((one) => ({ value: one, title: t(`block.way.${one}`) }))}
              onChange={setWay}
            />
          </div>
          <div className={css.sides} data-way={way}>
            {way !== 'text' && (
              <fieldset className={css.form} disabled={isReadOnly}>
                <legend className="hidden-text">{t('block.way.form')}</legend>
                {value && isTable ? (
                  <TargetGrid
                    value={value.targets}
                    faultAt={faultAt}
                    isReadOnly={isReadOnly}
                    onChange={(targets) => change(['targets'], targets)}
                  />
                ) : value ? (
                  <SchemaForm root={schema} value={value} faultAt={faultAt} isFaulty={isFaulty} change={change} />
                ) : (
                  <p className={css.hint}>{t('block.noForm')}</p>
                )}
              </fieldset>
            )}
            {way !== 'form' && (
              <div className={css.text}>
                <CodeEditor
                  label={t('block.textOf', { name: file })}
                  language="json"
                  value={text}
                  {...(isReadOnly ? {} : { onChange: block.setText })}
                  {...(help ? { help } : {})}
                  faults={faults}
                  lines={36}
                />
              </div>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What the schema knows of the text, once that has been loaded. */
function useHelp(schema: BlockSchema): CodeHelp | null {
  const [help, setHelp] = useState<CodeHelp | null>(null)
  useEffect(() => {
    let isGone = false
    void import('./json-help.ts').then(({ helpOf }) => !isGone && setHelp(helpOf(schema)))
    return () => {
      isGone = true
    }
  }, [schema])
  return help
}
