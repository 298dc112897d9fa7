import type { Alert } from '@kaiku/contract/alert.ts'
import { attachmentLimits } from '@kaiku/core/attachment.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShowAlert } from '../alert/use-show-alert.ts'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { uploadTelling } from '../call/upload-telling.ts'

type UnderWay = { readonly key: number; readonly name: string; readonly share: number }
type Failed = { readonly key: number; readonly name: string; readonly why: string }

/** Sends files to an alert, one after the other: what is under way, and what was refused and why. */
export function useSending({ survey, alertId }: Alert) {
  const { t, i18n } = useTranslation()
  const keep = useShowAlert(survey)
  const [underWay, setUnderWay] = useState<readonly UnderWay[]>([])
  const [faults, setFaults] = useState<readonly Failed[]>([])
  const last = useRef(0)
  const turn = useRef(Promise.resolve())
  const sendOne = async (file: File, key: number) => {
    const { name } = file
    try {
      // The server would refuse it too, once all of it is there.
      if (file.size > attachmentLimits.file)
        throw new CallError('too_large', '', undefined, [], {
          key: 'attachment.large',
          values: { most: attachmentLimits.file / 2 ** 20 },
        })
      const tell = (share: number) =>
        setUnderWay((all) => all.map((one) => (one.key === key ? { ...one, share } : one)))
      keep(await uploadTelling('alertAttachment.attach', { survey, alertId, locale: i18n.language }, file, tell))
    } catch (error) {
      const why = faultText(error instanceof Error ? error : new Error(String(error)), t)
      setFaults((all) => [...all, { key, name, why }])
    } finally {
      setUnderWay((all) => all.filter((one) => one.key !== key))
    }
  }
  const sendFiles = (files: readonly File[]) => {
    setFaults([])
    for (const file of files) {
      const key = ++last.current
      setUnderWay((all) => [...all, { key, name: file.name, share: 0 }])
      turn.current = turn.current.then(() => sendOne(file, key))
    }
  }
  return { underWay, faults, sendFiles }
}
