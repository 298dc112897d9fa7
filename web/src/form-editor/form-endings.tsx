import type { QuotaFill } from '@kaiku/contract/form-draft.ts'
import { quotaPeriods } from '@kaiku/contract/form-period.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { Button, Field, Select } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { ConditionField } from '../form-field/condition-field.tsx'
import { TextField } from '../form-field/text-field.tsx'
import { knownBefore, listOf, put, titleIn, type Written, wordOf } from '../form-field/written-form.ts'
import { freshName, moved, replaced, without } from '../page-form/page-edit.ts'
import css from './form-editor.module.css'
import { Acts, type SectionProps } from './form-pages.tsx'

const lists = ['screenOut', 'quotas', 'thanks'] as const
type List = (typeof lists)[number]

/** Who is not asked on, how many are wanted, and what is said in the end. */
export const FormEndings = (props: SectionProps & { fills: readonly QuotaFill[] }) =>
  lists.map((list) => <Endings key={list} list={list} {...props} />)

function Endings({
  list,
  form,
  known,
  faultAt,
  onChange,
  fills,
}: SectionProps & { list: List; fills: readonly QuotaFill[] }) {
  const { t, i18n } = useTranslation()
  const endings = listOf(form, list)
  const all = knownBefore(form, listOf(form, 'pages').length)
  const set = (next: readonly Written[], key?: string) =>
    onChange(put(form, list, next), key === undefined ? undefined : `${list} ${key}`)
  const fresh = (): Written => {
    const title = t(`formEditor.new.${list}`)
    if (list !== 'quotas') return { title }
    const taken = endings.map((one) => wordOf(one, 'id'))
    return { id: freshName('quota', taken), limit: 100, title }
  }
  return (
    <Section title={t(`formEditor.${list}`)} intro={t(`formEditor.${list}Why`)}>
      <div className={css.pages}>
        {endings.map((ending, at) => {
          const place = `${list}[${at}]`
          const name = wordOf(ending, 'id') || titleIn(known, ending.title) || String(at + 1)
          const change = (next: Written, key?: string) =>
            set(replaced(endings, at, next), key === undefined ? undefined : `${at} ${key}`)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: endings have no name of their own
            <section key={at} className={css.page} aria-label={name}>
              <div className={css.head}>
                <h3>{name}</h3>
                <Acts
                  name={name}
                  at={at}
                  of={endings.length}
                  onMove={(by) => set(moved(endings, at, at + by))}
                  onRemove={() => set(without(endings, at))}
                />
              </div>
              {list === 'quotas' && (
                <>
                  <div className={css.limits}>
                    <Field
                      label={t('formEditor.quotaId')}
                      value={wordOf(ending, 'id')}
                      fault={faultAt(`${place}.id`)}
                      onChange={({ target }) => change({ ...ending, id: target.value }, 'id')}
                    />
                    <Field
                      type="number"
                      min={0}
                      label={t('formEditor.limit')}
                      value={wordOf(ending, 'limit')}
                      fault={faultAt(`${place}.limit`)}
                      onChange={({ target }) =>
                        change({ ...ending, limit: target.value === '' ? undefined : Number(target.value) }, 'limit')
                      }
                    />
                    <Select
                      boxed
                      label={t('formEditor.per')}
                      value={wordOf(ending, 'per') || 'total'}
                      choices={quotaPeriods.map((value) => ({ value, title: t(`formEditor.per.${value}`) }))}
                      onChange={(per) => change(put(ending, 'per', per === 'total' ? '' : per))}
                    />
                  </div>
                  <Fill
                    taken={fills.find((one) => one.form === form.id && one.quota === ending.id)?.taken ?? 0}
                    limit={Number(ending.limit)}
                    locale={i18n.language}
                  />
                </>
              )}
              <ConditionField
                label={t(`formEditor.whom.${list}`)}
                value={wordOf(ending, 'when')}
                from={all}
                known={known}
                fault={faultAt(`${place}.when`)}
                onChange={(when) => change(put(ending, 'when', when), 'when')}
              />
              <TextField
                of={ending}
                name="title"
                label={t('formEditor.endTitle')}
                fault={faultAt(`${place}.title`)}
                known={known}
                onChange={change}
              />
              <TextField of={ending} name="text" label={t('formEditor.text')} long known={known} onChange={change} />
            </section>
          )
        })}
        <Button onClick={() => set([...endings, fresh()])}>{t(`formEditor.add.${list}`)}</Button>
      </div>
    </Section>
  )
}

/** How many of those who are wanted have answered. */
function Fill({ taken, limit, locale }: { taken: number; limit: number; locale: string }) {
  const { t } = useTranslation()
  if (!Number.isFinite(limit)) return null
  const text = t('formEditor.fill', { n: formatCount(taken, locale), of: formatCount(limit, locale) })
  return (
    <p className={css.fill}>
      <progress value={Math.min(taken, limit)} max={Math.max(limit, 1)} aria-label={text} /> {text}
      {taken >= limit && ` · ${t('formEditor.full')}`}
    </p>
  )
}
