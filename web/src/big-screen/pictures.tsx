import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../big-screen-slide/picture.tsx'
import { type Slide, slidesOf } from '../big-screen-slide/slide.ts'
import { BrandLogo } from '../control/brand-logo.tsx'
import css from './big-screen.module.css'
import { ScreenFoot } from './screen-foot.tsx'
import { useNow } from './use-now.ts'
import { useRotation } from './use-rotation.ts'
import type { Shown } from './use-screen.ts'

type Shot = { readonly title: string; readonly page: ScreenPage; readonly slide: Slide }

const shotsOf = ({ state, pages }: Shown): Shot[] =>
  pages.flatMap((page, at) => slidesOf(page).map((slide) => ({ title: state.pages[at]?.title ?? '', page, slide })))

/** The pictures of the pages, one after the other, with where they are from above and how fresh they are below. */
export function Pictures({ shown, isLost }: { shown: Shown; isLost: boolean }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { state } = shown
  const shots = useMemo(() => shotsOf(shown), [shown])
  const rotation = useRotation(shots.length, state.interval, now)
  const shot = shots[rotation.at]
  const clock = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, { timeZone: state.survey.timeZone, ...options }).format(now)
  const name = shot?.page.place.segments.at(-1)?.name ?? state.survey.title
  return (
    <div className={css.screen} data-lost={isLost} {...rotation.touch}>
      <header className={css.head}>
        <BrandLogo size={76} />
        <div className={css.titles}>
          <h1>{name}</h1>
          <p>{[shot?.title, shot?.page.place.trendTitle].filter(Boolean).join(' · ')}</p>
        </div>
        <p className={css.clock}>
          {clock({ weekday: 'short', day: 'numeric', month: 'short' })}{' '}
          <b>{clock({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}</b>
        </p>
      </header>
      <main className={css.main} aria-label={shot?.title ?? name}>
        {shot ? (
          <Picture
            key={rotation.at}
            slide={shot.slide}
            page={shot.page}
            calendar={state.survey.calendar}
            surveyLocale={state.survey.locale}
          />
        ) : (
          <p className={css.nothing}>{t('screen.nothing')}</p>
        )}
      </main>
      <ScreenFoot
        shown={shown}
        isLost={isLost}
        rotation={rotation}
        titles={shots.map(({ title }) => title)}
        now={now}
      />
    </div>
  )
}
