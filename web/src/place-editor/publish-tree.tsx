import type { PlaceConcern } from '@kaiku/contract/place-tree.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { countsElsewhere } from '@kaiku/core/place-change.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { faultWords } from '../page-form/fault-words.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { TreeChanges } from './change-words.tsx'
import css from './place-editor.module.css'
import type { TreeState } from './use-tree.ts'

/** What publishing would do, in words, or what stands in its way. */
export function PublishTree({ tree, onClose }: { tree: TreeState; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { opened, editor, work, change } = tree
  const own = { survey: survey.extName, view: opened.view, version: opened.version }
  const revision = work.draft?.revision ?? 0
  const { data, error, isFetching } = useQuery({
    queryKey: ['checkedTree', own, revision, change],
    queryFn: ({ signal }) => send('placeTree.check', { ...own, revision, change }, signal),
    gcTime: 0,
  })
  const { published } = opened
  const elsewhere = tree.answers && countsElsewhere(published.nodes, editor.present.nodes, tree.answers)
  const plans = change.plans.length
  const others = data?.others.length ?? 0
  const isSame = change.put.length + change.gone.length + plans + others === 0
  const own_ = opened.locales[0] ?? 'en'
  return (
    <Dialog title={t('editor.publish')} shape="side" onClose={onClose}>
      <div className={css.form}>
        {error && <p role="alert">{faultText(error, t)}</p>}
        {data && data.faults.length > 0 && (
          <>
            <p role="alert">{t('editor.faulty')}</p>
            <ul className={css.moves}>
              {data.faults.map((fault) => (
                <li key={`${fault.place} ${fault.found}`}>
                  <b>{fault.id === null ? fault.place : tree.nameOf(fault.id)}</b>:{' '}
                  {faultWords(fault, t, i18n.language)}
                </li>
              ))}
            </ul>
          </>
        )}
        {data && data.faults.length === 0 && <p>{t(isSame ? 'editor.nothingChanged' : 'editor.willChange')}</p>}
        {elsewhere !== null && !isSame && (
          <p role="status">
            {t('placeEditor.elsewhere', { count: elsewhere, n: formatCount(elsewhere, i18n.language) })}
          </p>
        )}
        <TreeChanges before={published.nodes} after={editor.present.nodes} own={own_} rootTitle={opened.rootTitle} />
        {plans > 0 && <p>{t('placeEditor.plansChange', { count: plans, n: formatCount(plans, i18n.language) })}</p>}
        {others > 0 && <p>{t('placeEditor.others', { count: others, n: formatCount(others, i18n.language) })}</p>}
        {data && data.concerned.length > 0 && (
          <section aria-label={t('placeEditor.concerned')}>
            <h3>{t('placeEditor.concerned')}</h3>
            <ul className={css.moves}>
              {data.concerned.map((one) => (
                <li key={`${one.kind} ${one.title} ${one.path.join()}`} data-bad={one.leadsNowhere || undefined}>
                  <b>{t(`placeEditor.concern.${one.kind}`, { title: one.title })}</b>:{' '}
                  {concernWords(one, tree, t, i18n.language)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className={css.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button
            primary
            disabled={work.busy || isFetching || !data || data.faults.length > 0 || isSame}
            onClick={() => void work.publish().then(onClose)}
          >
            {t('editor.publish')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Who sees more or less, and of what: `Helsinki: reaches 3 places less`. */
function concernWords(
  { path, lost, gained, leadsNowhere }: PlaceConcern,
  tree: TreeState,
  t: TFunction,
  locale: string,
): string {
  const last = path.at(-1) ?? ''
  const place = tree.index.byId.has(last) ? tree.nameOf(last) : last
  if (leadsNowhere) return t('placeEditor.concern.nowhere', { place })
  const said = [
    lost > 0 && t('placeEditor.concern.lost', { count: lost, n: formatCount(lost, locale) }),
    gained > 0 && t('placeEditor.concern.gained', { count: gained, n: formatCount(gained, locale) }),
  ]
  return `${place} – ${said.filter(Boolean).join(', ')}`
}
