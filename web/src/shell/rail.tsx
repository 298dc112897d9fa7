import { IconDots, IconHelpCircle } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../drill-path/place-link.tsx'
import { usePages } from '../page/pages.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { Popover, popoverItem } from '../ui/popover.tsx'
import { useOpenPage, useTargetOf } from './open-page.ts'
import { PageIcon } from './page-icon.tsx'
import css from './rail.module.css'
import { SupportDialog } from './support-dialog.tsx'

type Item = { extname: string; title: string; icon: string }
const atBottom = 4

/** The pages of the survey: beside the content, or along the bottom edge of a phone. */
export function Rail({ plain }: { plain: boolean }) {
  const { t } = useTranslation()
  const { shared, own } = usePages()
  const [support, setSupport] = useState(false)
  const small = useMedia(narrow)
  const shown = small ? shared.slice(0, atBottom) : shared
  const rest = shared.slice(shown.length)
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
    <nav className={css.rail} aria-label={t('shell.pages')} data-screen-only>
      {shown.map((page) => (
        <PageLink key={page.extname} page={page} plain={plain} className={css.item} />
      ))}
      {!small && mine(css.item)}
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
              {rest.map((page) => (
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
      {support && <SupportDialog onClose={() => setSupport(false)} />}
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
