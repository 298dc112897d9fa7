import type { Survey } from '@kaiku/contract/survey.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Select } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { PlaceTree } from '../role-place/place-tree.tsx'
import { surveyQuery, surveysQuery } from '../survey/survey.queries.ts'
import css from './place-field.module.css'

/** A survey and a place in one of its views; `names`: from the root down. */
export type Place = { survey: string; path: string; names: readonly string[] }

type View = Survey['views'][number]

/** The root of a view, as an address writes it. */
const rootOf = (view: View): readonly string[] => {
  const path = parsePath(view.startPath)
  return path.ok ? path.value.slice(0, 2) : []
}

type Props = {
  /** Null: nothing is chosen yet. */
  place: Place | null
  /** The survey whose places there are to choose from; absent: any. */
  within?: string
  onPlace: (place: Place) => void
}

/** Chooses a survey, a view and a place in it. */
export function PlaceField({ place, within, onPlace }: Props) {
  const { t, i18n } = useTranslation()
  const surveys = useQuery(surveysQuery(i18n.language)).data ?? []
  const [isOpen, setOpen] = useState(false)
  const [asked, setName] = useState(place?.survey ?? '')
  const name = within ?? (asked || (surveys[0]?.extName ?? ''))
  const survey = useQuery({ ...surveyQuery(name, i18n.language), enabled: name !== '' }).data
  const chosen = parsePath(place?.path ?? '')
  const [viewName, setViewName] = useState(chosen.ok ? (chosen.value[0] ?? '') : '')
  const view = survey?.views.find((one) => one.extName === viewName) ?? survey?.views[0]
  const root = view ? rootOf(view) : []
  const choose = (path: readonly string[], names: readonly string[]) => {
    onPlace({ survey: name, path: formatPath([...root, ...path]), names })
    setOpen(false)
  }
  return (
    <div className={css.fields}>
      {within === undefined && surveys.length > 1 && (
        <Select
          label={t('access.survey')}
          boxed
          value={name}
          choices={surveys.map(({ extName, title }) => ({ value: extName, title }))}
          onChange={setName}
        />
      )}
      {(survey?.views.length ?? 0) > 1 && (
        <Select
          label={t('access.view')}
          boxed
          value={view?.extName ?? ''}
          choices={(survey?.views ?? []).map(({ extName, title }) => ({ value: extName, title }))}
          onChange={setViewName}
        />
      )}
      <Button className={css.place} disabled={!view} onClick={() => setOpen(true)}>
        {place ? place.names.slice(1).join(' › ') || place.names[0] : t('access.choosePlace')}
      </Button>
      {isOpen && view && (
        <Dialog title={t('access.choosePlace')} onClose={() => setOpen(false)}>
          <PlaceTree
            view={view.extName}
            single
            isChosen={(path) => place?.path === formatPath([...root, ...path])}
            onChoose={({ path, names }) => choose(path, names)}
          />
          <p className={css.all}>
            <Button onClick={() => choose([], [view.title])}>{t('access.wholeView', { view: view.title })}</Button>
          </p>
        </Dialog>
      )}
    </div>
  )
}
