import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { Button, IconButton, Segments, Select } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { type Known, textsOf, titleIn, type Written, wordOf } from '../form-field/written-form.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { DraftState } from '../page-draft/open-draft.tsx'
import { PublishDialog } from '../page-draft/publish-dialog.tsx'
import { useDraft } from '../page-draft/use-draft.ts'
import { useUndoKeys } from '../page-editor/page-editor.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { useEdited } from '../page-editor/use-page-editor.ts'
import { useSettled } from '../page-editor/use-settled.ts'
import { faultWords } from '../page-form/fault-words.ts'
import { freshName, replaced, without } from '../page-form/page-edit.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { isLocale, locales as ownLocales } from '../text/text.ts'
import css from './form-editor.module.css'
import { checkedFormsQuery } from './form-editor.queries.ts'
import { FormEndings } from './form-endings.tsx'
import { FormPages } from './form-pages.tsx'
import { FormPreview, type ShownForm } from './form-preview.tsx'
import { FormSettings } from './form-settings.tsx'
import { FormSource } from './form-source.tsx'
import { placeWords } from './place-words.ts'

type Props = { opened: Reply<'formDraft.draft'>; onReopen: () => void }
const tabs = ['pages', 'endings', 'settings', 'source'] as const

/** Editing the survey's forms with what respondents would see beside it: kept as the draft, published or dropped. */
export function OpenForms({ opened, onReopen }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly, permissions } = useIdentity()
  const navigate = useNavigate()
  const { formId = '' } = useParams({ strict: false })
  const version = opened.draft?.version ?? opened.version
  const editor = useEdited<readonly Written[]>(opened.draft?.forms ?? opened.forms)
  const own = { survey: survey.extName }
  const { draft, busy, conflict, ...work } = useDraft(
    editor,
    opened.draft,
    {
      save: (forms, revision) => send('formDraft.saveDraft', { ...own, version, revision, forms: [...forms] }),
      publish: (forms, revision) => send('formDraft.publish', { ...own, version, revision, forms: [...forms] }),
      discard: (revision) => send('formDraft.discardDraft', { ...own, revision }),
      published: t('formEditor.published'),
    },
    onReopen,
  )
  const [tab, setTab] = useState<(typeof tabs)[number]>('pages')
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null)
  const [page, setPage] = useState(0)
  const forms = editor.present
  const at = Math.max(
    0,
    forms.findIndex((one) => wordOf(one, 'id') === formId),
  )
  const form = forms[at]
  const locales = [...new Set([opened.locales[0] ?? 'en', ...(form ? textsOf(form, 'locales') : [])])]
  const [wanted, setLocale] = useState(locales[0] ?? 'en')
  const locale = locales.includes(wanted) ? wanted : (locales[0] ?? 'en')
  const known: Known = { locale, locales, questions: new Map(opened.questions.map((one) => [one.id, one])) }
  const settled = useSettled(forms, 400)
  const checked = useQuery(checkedFormsQuery(survey.extName, opened.version, settled))
  const faults = checked.data?.faults ?? []
  const faultAt = (place: string) => {
    const fault = faults.find((one) => one.place === `forms[${at}].${place}`)
    return fault && faultWords(fault, t, i18n.language)
  }
  const shown = useRef<ShownForm | null>(null)
  const right = checked.data?.ticket ? checked.data.forms[at] : undefined
  if (right && checked.data && shown.current?.form !== right)
    shown.current = { ticket: checked.data.ticket, form: right }
  useEditorGuard(editor.isChanged)
  useUndoKeys(editor)
  const go = (id: string) =>
    void navigate({ to: ownAddress(pathTo('formeditor', { ...own, formId: id === '' ? 'form' : id })), replace: true })
  const change = (next: Written, key?: string) => {
    editor.change(replaced(forms, at, next), key && `${at} ${key}`)
    // Its address follows its name.
    if (wordOf(next, 'id') !== wordOf(form ?? {}, 'id')) go(wordOf(next, 'id'))
  }
  const begin = (copied?: Written) => {
    const id = freshName(
      copied ? wordOf(copied, 'id') : 'form',
      forms.map((one) => wordOf(one, 'id')),
    )
    const title = copied?.title ?? survey.title
    editor.change([...forms, { title, pages: [{ parts: [] }], ...copied, id, open: false }])
    go(id)
  }
  const choose = (id: string) => (id === '~new' ? begin() : go(id))
  const section = { form: form ?? {}, known, faultAt, onChange: change }
  const done = () => setAsking(null)
  const place = (where: string) => placeWords(where, forms, known, t)
  return (
    <>
      <PageHead
        title={t('formEditor.title', { name: form ? titleIn(known, form.title) || wordOf(form, 'id') : '' })}
        back={
          permissions.includes('sendCampaigns') ? (
            <Link to={ownAddress(pathTo('campaigns', own))}>{t('formEditor.back')}</Link>
          ) : (
            <Link to={ownAddress(pathTo('survey', { ...own, surveyId: survey.extName }))}>{survey.title}</Link>
          )
        }
        actions={
          !isReadOnly && (
            <>
              {(draft || editor.isChanged) && (
                <Button onClick={() => setAsking('discard')}>{t('editor.discard')}</Button>
              )}
              <Button disabled={busy || !editor.isChanged} onClick={() => void work.save()}>
                {t('editor.save')}
              </Button>
              <Button primary disabled={busy} onClick={() => setAsking('publish')}>
                {t('editor.publish')}
              </Button>
            </>
          )
        }
      />
      {conflict !== '' && (
        <div role="alert" className={css.conflict}>
          <p>
            <b>{t('people.conflict')}</b> {conflict}
          </p>
          <Button onClick={onReopen}>{t('people.takeTheirs')}</Button>
        </div>
      )}
      {draft && <DraftState draft={draft} isOld={version !== opened.version} />}
      <div className={css.bar} role="toolbar" aria-label={t('formEditor.tools')}>
        <Select
          boxed
          label={t('formEditor.which')}
          value={form ? wordOf(form, 'id') : ''}
          choices={[
            ...forms.map((one) => {
              const id = wordOf(one, 'id')
              return { value: id, title: titleIn(known, one.title) || id }
            }),
            { value: '~new', title: `${t('formEditor.newForm')}…` },
          ]}
          onChange={choose}
        />
        {form && <Button onClick={() => begin(form)}>{t('editor.copy')}</Button>}
        {forms.length > 1 && (
          <Button onClick={() => editor.change(without(forms, at))}>{t('formEditor.removeForm')}</Button>
        )}
        {locales.length > 1 && (
          <Select
            boxed
            label={t('formEditor.language')}
            value={locale}
            choices={locales.map((one) => ({ value: one, title: isLocale(one) ? ownLocales[one] : one }))}
            onChange={setLocale}
          />
        )}
        <IconButton label={t('editor.undo')} disabled={!editor.canUndo} onClick={editor.undo}>
          <IconArrowBackUp size={18} />
        </IconButton>
        <IconButton label={t('editor.redo')} disabled={!editor.canRedo} onClick={editor.redo}>
          <IconArrowForwardUp size={18} />
        </IconButton>
        {editor.isChanged && <span className={css.hint}>{t('people.notSaved')}</span>}
      </div>
      {faults.length > 0 && (
        <ul className={css.faults} aria-label={t('editor.faulty')}>
          {faults.slice(0, 8).map((fault) => (
            <li key={`${fault.place} ${fault.found}`}>
              <b>{place(fault.place)}</b>: {faultWords(fault, t, i18n.language)}
            </li>
          ))}
        </ul>
      )}
      <div className={css.editor}>
        <fieldset className={css.form} disabled={isReadOnly}>
          <Segments
            label={t('formEditor.tabs')}
            value={tab}
            choices={tabs.map((value) => ({ value, title: t(`formEditor.tab.${value}`) }))}
            onChange={setTab}
          />
          {form && tab === 'pages' && <FormPages {...section} onShow={setPage} />}
          {form && tab === 'endings' && <FormEndings {...section} fills={opened.fills} />}
          {form && tab === 'settings' && <FormSettings key={at} {...section} />}
          {tab === 'source' && <FormSource forms={forms} onChange={editor.change} />}
        </fieldset>
        <div className={css.side}>
          <FormPreview shown={shown.current} locale={locale} page={page} />
        </div>
      </div>
      {asking === 'publish' && (
        <PublishDialog
          // What was written last has yet to be checked.
          checked={settled === forms ? checked.data : undefined}
          place={place}
          change={({ place: where, before, after }) => ({ where: where.replace(/^forms\./, ''), before, after })}
          error={checked.error}
          busy={busy || checked.isFetching}
          onWhoSees={undefined}
          onPublish={() => void work.publish().then(done)}
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
          {t('formEditor.discardWhy')}
        </Confirm>
      )}
    </>
  )
}
