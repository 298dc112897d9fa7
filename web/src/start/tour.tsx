import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, CloseButton, LinkButton } from '../control/control.tsx'
import css from './tour.module.css'

/** What is shown, and where it stands on the screen. */
const steps = [
  { name: 'place', at: 'main header nav' },
  { name: 'pages', at: 'nav[data-rail]' },
  { name: 'filters', at: 'aside[data-filters]' },
  { name: 'search', at: '[data-search]' },
] as const

type Box = { top: number; left: number; width: number; height: number }

/** A look around the sample, beside the page: nothing is covered that somebody needs, and it is closed once and for all. */
export function Tour({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const [box, setBox] = useState<Box | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = steps[at] ?? steps[0]
  useLayoutEffect(() => {
    const look = () => {
      const found = document.querySelector(step.at)?.getBoundingClientRect()
      setBox(
        found && found.width > 0
          ? { top: found.top, left: found.left, width: found.width, height: found.height }
          : null,
      )
    }
    look()
    // What it points at may come later than itself.
    const grown = new ResizeObserver(look)
    grown.observe(document.body)
    window.addEventListener('resize', look)
    window.addEventListener('scroll', look, true)
    return () => {
      grown.disconnect()
      window.removeEventListener('resize', look)
      window.removeEventListener('scroll', look, true)
    }
  }, [step.at])
  const moved = useRef(false)
  useEffect(() => {
    // Once for each step: what the page draws meanwhile takes the focus from nobody.
    if (moved.current) heading.current?.focus()
    moved.current = false
  })
  const go = (to: number) => {
    moved.current = true
    setAt(to)
  }
  const isLast = at === steps.length - 1
  return (
    <>
      {box && <div aria-hidden className={css.ring} style={box} />}
      <section className={css.tour} aria-label={t('tour.title')} data-screen-only>
        <div className={css.head}>
          <h2 ref={heading} tabIndex={-1}>
            {t(`tour.${step.name}`)}
          </h2>
          <CloseButton label={t('tour.close')} onClick={onClose} />
        </div>
        <p>{t(`tour.${step.name}.why`)}</p>
        <div className={css.foot}>
          <span>{t('tour.step', { n: at + 1, all: steps.length })}</span>
          {at > 0 && <LinkButton onClick={() => go(at - 1)}>{t('tour.back')}</LinkButton>}
          <Button primary onClick={() => (isLast ? onClose() : go(at + 1))}>
            {t(isLast ? 'tour.close' : 'tour.next')}
          </Button>
        </div>
      </section>
    </>
  )
}
