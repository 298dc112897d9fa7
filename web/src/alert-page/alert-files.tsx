import type { Alert } from '@kaiku/contract/alert.ts'
import type { AlertAttachment } from '@kaiku/contract/alert-event.ts'
import { attachmentEndings, attachmentLimits, attachmentTypes } from '@kaiku/core/attachment.ts'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShowAlert } from '../alert/use-show-alert.ts'
import { momentText } from '../browser/moment.ts'
import { sizeText } from '../browser/size-text.ts'
import { send, sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { downloadAs } from '../card/export.ts'
import { LinkButton } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { Confirm } from '../overlay/confirm.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './alert-files.module.css'
import { useSending } from './use-sending.ts'

const accepted = [...Object.keys(attachmentTypes), ...attachmentEndings.map((ending) => `.${ending}`)].join()

/** What is attached to an alert, and room to attach more: by dropping, choosing, or with the camera of a phone. */
export function AlertFiles({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  const [removing, setRemoving] = useState<AlertAttachment | null>(null)
  const mayChange = !isReadOnly && !alert.isWithdrawn
  if (!mayChange && alert.attachments.length === 0) return null
  return (
    <section className={detail.box} aria-label={t('alert.files')}>
      <h2>{t('alert.files')}</h2>
      {alert.attachments.length > 0 && (
        <ul className={css.files}>
          {alert.attachments.map((file) => (
            <OneFile
              key={file.attachmentId}
              alert={alert}
              file={file}
              onRemove={mayChange ? () => setRemoving(file) : undefined}
            />
          ))}
        </ul>
      )}
      {mayChange && <Room alert={alert} />}
      {removing && <Removing alert={alert} file={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

type OneProps = { alert: Alert; file: AlertAttachment; onRemove: (() => void) | undefined }

function OneFile({ alert: { survey, alertId }, file, onRemove }: OneProps) {
  const { t, i18n } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const { attachmentId, name, size, by, at } = file
  const get = () =>
    void attempt(async () => {
      downloadAs(await sendForFile('alertAttachment.file', { survey, alertId, attachmentId }), name)
      return null
    })
  const who = by === null || by.name === '' ? t('alert.formerUser') : by.name
  return (
    <li>
      <button
        type="button"
        className={css.file}
        disabled={busy}
        aria-label={t('alert.files.get', { name })}
        onClick={get}
      >
        <IconDownload size={16} aria-hidden />
        <bdi className={css.name}>{name}</bdi>
      </button>
      <span className={css.about}>
        {sizeText(size, i18n.language)} · {t('alert.files.by', { by: who, when: momentText(at, i18n.language) })}
      </span>
      {onRemove && (
        <LinkButton onClick={onRemove}>
          {t('alert.files.remove')}
          <span className="hidden-text"> {name}</span>
        </LinkButton>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </li>
  )
}

function Room({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const { underWay, faults, sendFiles } = useSending(alert)
  const [isOver, setOver] = useState(false)
  const hold = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <>
      <label
        className={css.room}
        data-over={isOver || undefined}
        onDragOver={hold(true)}
        onDragLeave={hold(false)}
        onDrop={(event) => {
          hold(false)(event)
          sendFiles([...event.dataTransfer.files])
        }}
      >
        <IconPaperclip size={18} aria-hidden />
        <b>{t('alert.files.add')}</b>
        <span>{t('alert.files.drop')}</span>
        <input
          type="file"
          multiple
          accept={accepted}
          aria-label={t('alert.files.add')}
          onChange={({ currentTarget }) => {
            sendFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </label>
      <p className={css.hint}>{t('alert.files.what', { most: attachmentLimits.file / 2 ** 20 })}</p>
      {underWay.map(({ key, name, share }) => (
        <p key={key} className={css.sending}>
          <span>{t('alert.files.sending', { name })}</span>
          <progress max={1} value={share} aria-label={t('alert.files.sending', { name })} />
          <span>{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)}</span>
        </p>
      ))}
      {faults.length > 0 && (
        <div role="alert" className={css.faults}>
          {faults.map(({ key, name, why }) => (
            <p key={key}>
              {!why.includes(name) && (
                <>
                  <bdi>{name}</bdi>:{' '}
                </>
              )}
              {why}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

function Removing({ alert, file, onClose }: { alert: Alert; file: AlertAttachment; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const keep = useShowAlert(alert.survey)
  const { busy, fault, attempt } = useAttempt()
  const { survey, alertId } = alert
  const { attachmentId, name } = file
  const remove = () =>
    void attempt(async () => {
      keep(await send('alertAttachment.detach', { survey, alertId, attachmentId, locale: i18n.language }))
      onClose()
      return null
    })
  return (
    <Confirm
      title={t('alert.files.removeTitle', { name })}
      act={t('alert.files.remove')}
      busy={busy}
      fault={fault}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('alert.files.removeWhy')}</p>
    </Confirm>
  )
}
