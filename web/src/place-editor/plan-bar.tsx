import { localise } from '@kaiku/core/localised.ts'
import { adopted } from '@kaiku/core/place-edit.ts'
import type { PlacePlan } from '@kaiku/core/planned-tree.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, DayField, Field, Select } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { TreeChanges } from './change-words.tsx'
import css from './place-editor.module.css'
import type { TreeState } from './use-tree.ts'

const mostPlans = 5
type Asked = 'new' | 'adopt' | 'drop' | 'compare'

/** Today's tree or a plan of it: chosen, made as a copy, held against today's, and made today's. */
export function PlanBar({ tree }: { tree: TreeState }) {
  const { t, i18n } = useTranslation()
  const { plan, editor, opened } = tree
  const [asked, setAsked] = useState<Asked | null>(null)
  const [title, setTitle] = useState('')
  const [day, setDay] = useState('')
  const [fault, setFault] = useState('')
  const { nodes, plans } = editor.present
  const own = opened.locales[0] ?? 'en'
  const titleOf = (one: PlacePlan) => localise(one.title, i18n.language, own) || one.id
  const close = () => {
    setAsked(null)
    setFault('')
  }
  const make = () => {
    const taken = new Set(plans.map(({ id }) => id))
    let at = plans.length + 1
    while (taken.has(`plan-${at}`)) at++
    const id = `plan-${at}`
    const begun = { id, title: title.trim(), nodes: [...nodes] }
    editor.change({ nodes, plans: [...plans, day === '' ? begun : { ...begun, from: day }] })
    tree.setPlan(id)
    close()
  }
  const drop = () => {
    editor.change({ nodes, plans: plans.filter(({ id }) => id !== plan?.id) })
    tree.setPlan('')
    close()
  }
  const adopt = () => {
    if (!plan) return
    const result = adopted(nodes, plan.nodes, day)
    if ('fault' in result) return setFault(t(`placeEditor.fault.${result.fault}`))
    editor.change({ nodes: [...result.nodes], plans: plans.filter(({ id }) => id !== plan.id) })
    tree.setPlan('')
    close()
  }
  const ask = (which: Asked) => {
    setTitle('')
    setDay(which === 'adopt' ? (plan?.from ?? opened.today) : '')
    setAsked(which)
  }
  const acts = (act: string, isReady: boolean, onAct: () => void) => (
    <div className={css.acts}>
      <Button onClick={close}>{t('people.cancel')}</Button>
      <Button primary disabled={!isReady} onClick={onAct}>
        {act}
      </Button>
    </div>
  )
  return (
    <>
      <Select
        boxed
        label={t('placeEditor.whichTree')}
        value={plan?.id ?? ''}
        choices={[
          { value: '', title: t('placeEditor.today') },
          ...plans.map((one) => ({ value: one.id, title: t('placeEditor.plan', { name: titleOf(one) }) })),
        ]}
        onChange={tree.setPlan}
      />
      {!plan && plans.length < mostPlans && <Button onClick={() => ask('new')}>{t('placeEditor.newPlan')}…</Button>}
      {plan && (
        <>
          <Button onClick={() => ask('compare')}>{t('placeEditor.compare')}</Button>
          <Button onClick={() => ask('adopt')}>{t('placeEditor.adopt')}…</Button>
          <Button onClick={() => ask('drop')}>{t('placeEditor.dropPlan')}</Button>
        </>
      )}
      {asked === 'new' && (
        <Dialog title={t('placeEditor.newPlan')} onClose={close}>
          <div className={css.form}>
            <p className={css.hint}>{t('placeEditor.planHint')}</p>
            <Field label={t('placeEditor.planName')} value={title} onChange={({ target }) => setTitle(target.value)} />
            <DayField label={t('placeEditor.planFrom')} value={day} onChange={({ target }) => setDay(target.value)} />
            {acts(t('placeEditor.makePlan'), title.trim() !== '', make)}
          </div>
        </Dialog>
      )}
      {plan && asked === 'drop' && (
        <Dialog title={t('placeEditor.dropPlan')} onClose={close}>
          <div className={css.form}>
            <p>{t('placeEditor.dropPlanWhy', { name: titleOf(plan) })}</p>
            {acts(t('placeEditor.dropPlan'), true, drop)}
          </div>
        </Dialog>
      )}
      {plan && (asked === 'compare' || asked === 'adopt') && (
        <Dialog title={t(asked === 'adopt' ? 'placeEditor.adopt' : 'placeEditor.compare')} shape="side" onClose={close}>
          <div className={css.form}>
            {asked === 'adopt' && (
              <>
                <p className={css.hint}>{t('placeEditor.adoptHint')}</p>
                <DayField
                  label={t('placeEditor.fromDay')}
                  value={day}
                  onChange={({ target }) => setDay(target.value)}
                />
              </>
            )}
            {fault !== '' && (
              <p role="alert" className={css.fault}>
                {fault}
              </p>
            )}
            <TreeChanges before={nodes} after={plan.nodes} own={own} rootTitle={opened.rootTitle} />
            {asked === 'adopt' && acts(t('placeEditor.adopt'), day !== '', adopt)}
          </div>
        </Dialog>
      )}
    </>
  )
}
