import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlay/dialog.tsx'
import css from './support-dialog.module.css'

const links = [
  ['support.contact.faq', 'support.faq', ''],
  ['support.contact.helpDesk', 'support.helpDesk', ''],
  ['support.contact.email', 'support.email', 'mailto:'],
  ['support.contact.phone', 'support.phone', 'tel:'],
] as const

// A survey's texts name the addresses; only these schemes ever become a link.
const safe = (address: string) => (/^(https:|mailto:|tel:)/i.test(address) ? address : null)

/** Who helps, as the survey's texts say: questions and answers, help desk, mail, telephone and its hours. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const hours = t('support.contact.hours')
  const known = links.flatMap(([contact, title, scheme]) => {
    const text = t(contact)
    return text === '' ? [] : [{ title: t(title), text, href: safe(`${scheme}${text}`) }]
  })
  return (
    <Dialog title={t('support.title')} onClose={onClose}>
      <div className={css.support}>
        <p>{t('support.intro')}</p>
        {known.length === 0 && <p>{t('support.none')}</p>}
        <dl className={css.facts}>
          {known.map(({ title, text, href }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{href ? <a href={href}>{text.replace(/^https:\/\//, '')}</a> : text}</dd>
            </div>
          ))}
          {hours !== '' && (
            <div>
              <dt>{t('support.hours')}</dt>
              <dd>{hours}</dd>
            </div>
          )}
        </dl>
        <h3>{t('reading.title')}</h3>
        <dl className={css.facts}>
          {(['interval', 'change', 'rank', 'few'] as const).map((one) => (
            <div key={one}>
              <dt>{t(`reading.${one}`)}</dt>
              <dd>{t(`reading.${one}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
