import { IconDots, IconHelpCircle } from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { narrow, useMedia } from '../browser/media.ts'
import { explorePage, useAt } from '../drill-path/at.tsx'
import { Popover, popoverItem } from '../overlay/popover.tsx'
import { useOpenPage, useTargetOf } from '../page/open-page.ts'
import { pagesAtHand } from '../page/open-pages.ts'
import { PageIcon } from '../page/page-icon.tsx'
import { usePages } from '../page/pages.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './rail.module.css'

const SupportDialog = lazy(async () => ({ default: (await import('../support/support-dialog.tsx')).SupportDialog }))

type Item = { extname: string; title: string; icon: string }
const atBottom = 4

/** Who makes pages also looks for what belongs on them; others find it by the palette. */
const mayExplore = (permissions: readonly string[]) =>
  permissions.includes('seeIndicators') && permissions.includes('editPages')

/** The pages of the survey: beside the content, or along the bottom edge of a phone. */
export function Rail({ plain }: { plain: boolean }) {
  const { t } = useTranslation()
  const { menu, own } = usePages()
  const { permissions } = useIdentity()
  const { survey } = useSurvey()
  const [support, setSupport] = useState(false)
  const small = useMedia(narrow)
  const shown = small ? pagesAtHand(menu, atBottom) : menu
  const rest = menu.filter((page) => !shown.includes(page))
  const explore: Item[] =
    survey.extName !== noSurvey && mayExplore(permissions)
      ? [{ extname: explorePage, title: t('explore.title'), icon: explorePage }]
      : []
  const mine = (className: string | undefined, close?: () => void) =>
    own.length > 0 && (
      <>
        <h2 className={css.mine}>{t('page.mine')}</h2>
        {own.map((page) => (
          <PageLink key={page.extname} {...{ page, plain, className }} {...(close && { onOpen: close })} />
        ))}
      </>
    )
  return (
    <nav className={css.rail} aria-label={t('shell.pages')} data-screen-only data-rail>
      <div className={css.pages}>
        {[...shown, ...(small ? [] : explore)].map((page) => (
          <PageLink key={page.extname} page={page} plain={plain} className={css.item} />
        ))}
        {!small && mine(css.item)}
      </div>
      {small ? (
        <Popover
          label={t('shell.more')}
          align="end"
          trigger={(wiring) => (
            <button type="button" {...wiring} className={css.item}>
              <IconDots size={20} aria-hidden />
              <span>{t('shell.more')}</span>
            </button>
          )}
        >
          {(close) => (
            <>
              {[...rest, ...explore].map((page) => (
                <PageLink key={page.extname} page={page} plain={plain} className={popoverItem} onOpen={close} />
              ))}
              {mine(popoverItem, close)}
              <button
                type="button"
                className={popoverItem}
                onClick={() => {
                  close()
                  setSupport(true)
                }}
              >
                <IconHelpCircle size={20} aria-hidden />
                {t('support.title')}
              </button>
            </>
          )}
        </Popover>
      ) : (
        <button type="button" className={`${css.item} ${css.support}`} onClick={() => setSupport(true)}>
          <IconHelpCircle size={20} stroke={1.7} aria-hidden />
          <span>{t('support.title')}</span>
        </button>
      )}
      <Suspense fallback={null}>{support && <SupportDialog onClose={() => setSupport(false)} />}</Suspense>
    </nav>
  )
}

const wantsNewWindow = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0

type LinkProps = { page: Item; plain: boolean; className: string | undefined; onOpen?: () => void }

function PageLink({ page, plain, className, onOpen }: LinkProps) {
  const at = useAt()
  const targetOf = useTargetOf()
  const open = useOpenPage()
  return (
    <PlaceLink
      to={targetOf(page.extname)}
      className={className}
      aria-current={!plain && page.extname === at.page ? 'page' : undefined}
      onClick={(event) => {
        if (wantsNewWindow(event)) return
        event.preventDefault()
        onOpen?.()
        void open(page.extname)
      }}
    >
      <PageIcon name={page.icon} />
      <span>{page.title}</span>
    </PlaceLink>
  )
}
