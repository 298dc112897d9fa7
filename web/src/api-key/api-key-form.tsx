import type { ApiKey, ApiKeySettings } from '@kaiku/contract/api-key.ts'
import { isOnWall } from '@kaiku/contract/component-type.ts'
import type { Survey } from '@kaiku/contract/survey.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Place, PlaceField } from '../access/place-field.tsx'
import { themes } from '../browser/theme.ts'
import { entered } from '../call/use-attempt.ts'
import { Button, Field, LinkButton, Select, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { comparisons } from '../drill-path/at.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { locales } from '../text/text.ts'
import css from './api-key.module.css'

type Chosen = Pick<ApiKeySettings, 'pages' | 'compare' | 'locale' | 'theme'>

/** Where somebody stands who makes a screen: its page, and the places from there up. */
export type KeyStart = { readonly page: string; readonly places: readonly Place[] }

type Props = {
  /** Null: a new key. */
  kept: ApiKey | null
  /** Null: any place can be looked for. */
  start: KeyStart | null
  busy: boolean
  fault: string
  onSave: (settings: ApiKeySettings) => void
  onClose: () => void
}

const uiLocales = Object.keys(locales) as (keyof typeof locales)[]

/** What a key opens. */
export function ApiKeyForm({ kept, start, busy, fault, onSave, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [chosen, setChosen] = useState<Chosen>({
    pages: kept?.pages ?? usualPages(survey.pages, start?.page),
    compare: kept?.compare ?? 'yearBefore',
    locale: kept?.locale ?? uiLocales.find((one) => one === i18n.language) ?? 'en',
    theme: kept?.theme ?? 'dark',
  })
  const [place, setPlace] = useState(() => usualPlace(survey.extName, kept, start))
  const choose = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    onSave({
      ...chosen,
      label: entered(form, 'label'),
      path: place?.path ?? null,
      interval: Number(entered(form, 'interval')),
      expiresOn: entered(form, 'expiresOn') || null,
    })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.hint}>{t('apiKey.labelWhy')}</p>
      <Field
        label={t('apiKey.label')}
        name="label"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={kept?.label}
      />
      <PageChoice pages={survey.pages} chosen={chosen.pages} onChoose={(pages) => choose({ pages })} />
      <PlaceChoice start={start} place={place} onPlace={setPlace} />
      <div className={css.row}>
        <Field
          label={t('apiKey.interval')}
          name="interval"
          type="number"
          min={5}
          max={3600}
          required
          defaultValue={kept?.interval ?? 20}
        />
        <Field label={t('apiKey.expiresOn')} name="expiresOn" type="date" defaultValue={kept?.expiresOn ?? ''} />
      </div>
      <Looks chosen={chosen} onChoose={choose} />
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button type="submit" primary disabled={busy || chosen.pages.length === 0}>
          {t(kept ? 'apiKey.save' : 'apiKey.create')}
        </Button>
      </div>
    </form>
  )
}

type PagesProps = {
  pages: Survey['pages']
  /** In the order in which they are shown. */
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

function PageChoice({ pages, chosen, onChoose }: PagesProps) {
  const { t } = useTranslation()
  const tick = (name: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
  return (
    <fieldset className={css.pages}>
      <legend>{t('apiKey.pages')}</legend>
      {pages.map(({ extname, title, components }) => (
        <Ticked
          key={extname}
          checked={chosen.includes(extname)}
          disabled={isBlank(components) && !chosen.includes(extname)}
          onChange={({ target }) => tick(extname, target.checked)}
        >
          {title}
          {(isBlank(components) || !components.every(isOnWall)) && (
            <small className={css.left}>{t(isBlank(components) ? 'apiKey.blank' : 'apiKey.partly')}</small>
          )}
          {chosen.length > 1 && chosen.includes(extname) && (
            <span className={css.order}>{chosen.indexOf(extname) + 1}</span>
          )}
        </Ticked>
      ))}
      {chosen.length === 0 && <p className={css.fault}>{t('apiKey.needsPages')}</p>}
    </fieldset>
  )
}

type PlaceProps = { start: KeyStart | null; place: Place | null; onPlace: (place: Place | null) => void }

function PlaceChoice({ start, place, onPlace }: PlaceProps) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const near = [...(start?.places ?? []), ...(place ? [place] : [])]
  const places = [...new Map(near.map((one) => [one.path, one])).values()]
  return (
    <fieldset>
      <legend>{t('apiKey.place')}</legend>
      {start ? (
        <Select
          boxed
          label={t('apiKey.place')}
          value={place?.path ?? ''}
          choices={places.map(({ path, names }) => ({ value: path, title: names.at(-1) ?? path }))}
          onChange={(path) => onPlace(places.find((one) => one.path === path) ?? null)}
        />
      ) : (
        <PlaceField place={place} within={survey.extName} onPlace={onPlace} />
      )}
      {place && !start && <LinkButton onClick={() => onPlace(null)}>{t('apiKey.everything')}</LinkButton>}
    </fieldset>
  )
}

function Looks({ chosen, onChoose }: { chosen: Chosen; onChoose: (part: Partial<Chosen>) => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.row}>
      <Select
        boxed
        label={t('compare.label')}
        value={chosen.compare}
        choices={comparisons.map((value) => ({ value, title: t(`compare.${value}`) }))}
        onChange={(compare) => onChoose({ compare })}
      />
      <Select
        boxed
        label={t('apiKey.theme')}
        value={chosen.theme}
        choices={themes.map((value) => ({ value, title: t(`theme.${value}`) }))}
        onChange={(theme) => onChoose({ theme })}
      />
      <Select
        boxed
        label={t('apiKey.locale')}
        value={chosen.locale}
        choices={uiLocales.map((value) => ({ value, title: locales[value] }))}
        onChange={(locale) => onChoose({ locale })}
      />
    </div>
  )
}

function usualPlace(survey: string, kept: ApiKey | null, start: KeyStart | null): Place | null {
  if (kept?.path && kept.place) return { survey, path: kept.path, names: kept.place }
  return kept ? null : (start?.places.at(-1) ?? null)
}

type Listed = { readonly extname: string; readonly components: Survey['pages'][number]['components'] }

/** A screen can show nothing of it. */
const isBlank = (components: Listed['components']) => !components.some(isOnWall)

function usualPages(pages: readonly Listed[], open: string | undefined): string[] {
  const able = pages.filter(({ components }) => !isBlank(components))
  const first = able.find(({ extname }) => extname === open) ?? able[0]
  return first ? [first.extname] : []
}
