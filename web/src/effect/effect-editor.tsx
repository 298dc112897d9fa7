import type { EffectBlock } from '@kaiku/contract/effect-block.ts'
import { addDays } from '@kaiku/core/day.ts'
import { problemOf } from '@kaiku/core/definition-problem.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError } from '../call/send.ts'
import { Button, Ticked } from '../control/control.tsx'
import { useSettled } from '../page-editor/use-settled.ts'
import { faultWords } from '../page-form/fault-words.ts'
import { LocalisedField } from '../page-form/field-control.tsx'
import type { FaultAt } from '../rule-field/fault-at.ts'
import { PlacesField } from '../rule-field/places-field.tsx'
import css from '../rule-field/rule-editor.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import { type EffectDryRun, type EffectList, effectDryRunQuery } from './effect.queries.ts'
import { EffectFields } from './effect-fields.tsx'
import { namesIn, writtenBlock } from './effect-form.ts'
import { EventFields } from './event-fields.tsx'
import { PublishEffect } from './publish-effect.tsx'
import { TryEffect } from './try-effect.tsx'

type Props = { block: EffectBlock; isNew: boolean; list: EffectList; onClose: () => void }

/** Milliseconds until what is written is tried. */
const settleMs = 300
const lookedAt = 30

/** One block in the hands of who edits the configuration, beside it whom it would have touched. */
export function EffectEditor({ block: published, isNew, list, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [block, setBlock] = useState(published)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [isDone, setDone] = useState(false)
  const isChanged = block !== published
  useUnsaved(isChanged && !isDone)
  const taken = list.blocks.map(({ id }) => id)
  const written = writtenBlock(block, isNew, [...taken, ...list.rules.map(({ id }) => id)])
  const settled: typeof written = JSON.parse(useSettled(JSON.stringify(written), settleMs))
  const asked = {
    survey: survey.extName,
    block: settled,
    locale: i18n.language,
    from: addDays(survey.today, 1 - lookedAt),
    to: survey.today,
  }
  const preview = useQuery(effectDryRunQuery(asked))
  const { faultAt, others } = useFaults(preview.error)
  const set = (change: Partial<EffectBlock>) => setBlock(Object.assign({}, block, change))
  const finish = () => {
    setDone(true)
    onClose()
  }
  const shared = { block, faultAt, isProtected: survey.protection }
  return (
    <section className={css.editor} aria-label={t(isNew ? 'effect.new' : 'effect.edit')}>
      <div className={css.form}>
        <div className={css.head}>
          <h2>{t(isNew ? 'effect.new' : 'effect.edit')}</h2>
        </div>
        {others.map(({ place, expected, found }) => (
          <p key={`${place} ${expected}`} role="alert" className={css.fault}>
            {t('effect.wrongAt', { place, expected, found })}
          </p>
        ))}
        <LocalisedField
          label={t('effect.name')}
          value={block.title}
          fault={faultAt('title')}
          name="title"
          onChange={(title) => set({ title: typeof title === 'string' ? title : Object.assign({}, title) })}
        />
        <Ticked checked={block.isOn} onChange={({ target }) => set({ isOn: target.checked })}>
          {t('effect.isOn')}
        </Ticked>
        <h3>{t('effect.event')}</h3>
        <EventFields {...shared} rules={list.rules} script={preview.data?.script} onChange={set} />
        <PlacesField
          view={survey.views[0]?.extName ?? ''}
          value={block.places}
          names={names}
          fault={faultAt('places')}
          onFound={(path, name) => setNames(new Map([...names, [path, name]]))}
          onChange={(places) => set({ places })}
        />
        <h3>{t('effect.then')}</h3>
        <EffectFields
          {...shared}
          roles={list.roles}
          webhooks={list.webhooks}
          templates={list.templates}
          plainTemplates={list.plainTemplates}
          names={namesIn(survey.questions, block.event.type)}
          onChange={(effects) => set({ effects })}
        />
        <div className={css.acts}>
          <PublishEffect
            block={written}
            version={list.version}
            act={isNew ? 'create' : 'save'}
            disabled={preview.error !== null || isBroken(preview.data?.script) || (!isChanged && !isNew)}
            onDone={finish}
          />
          <Button onClick={() => (!isChanged || window.confirm(t('unsaved'))) && onClose()}>{t('saved.cancel')}</Button>
          {!isNew && <PublishEffect block={written} version={list.version} act="remove" onDone={finish} />}
        </div>
      </div>
      <TryEffect preview={preview} asked={asked} isPublished={!isNew && !isChanged && block.isOn} />
    </section>
  )
}

/** It could not be published so. */
const isBroken = (script: EffectDryRun['script'] | undefined): boolean =>
  script != null && (script.fault !== null || script.tests.length === 0 || script.tests.some(({ passed }) => !passed))

const inForm = ['title', 'event', 'when', 'script', 'history', 'places', 'effects', 'id']

/** What is wrong with the block, in words, by its parts. */
function useFaults(error: Error | null) {
  const { t, i18n } = useTranslation()
  const details = error instanceof CallError ? error.details : []
  const own = details.map((fault) => Object.assign({}, fault, { place: fault.place.replace(/^blocks\[\d+\]\.?/, '') }))
  const inWords = (fault: FaultDetail) =>
    problemOf(fault).kind === 'value'
      ? t('effect.expected', { expected: fault.expected, found: fault.found })
      : faultWords(fault, t, i18n.language)
  const isPartOf = (place: string, part: string) =>
    place === part || place.startsWith(`${part}.`) || place.startsWith(`${part}[`)
  const faultAt: FaultAt = (part) => {
    const found = own.find(({ place }) => isPartOf(place, part))
    return found && inWords(found)
  }
  return { faultAt, others: own.filter(({ place }) => !inForm.some((part) => isPartOf(place, part))) }
}
