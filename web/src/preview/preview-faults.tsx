import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { LinkButton } from '../control/control.tsx'
import { faultWords } from '../page-form/fault-words.ts'
import { goToFault } from './preview.ts'
import css from './preview-bar.module.css'

const mostNamed = 5

type Props = { survey: string } & Pick<Reply<'preview.state'>, 'faults' | 'isOfPages'>

/** What is wrong with a draft and where, each with the way to the editor that has it open. */
export function PreviewFaults({ survey, faults, isOfPages }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <ul className={css.faults}>
      {faults.slice(0, mostNamed).map((fault) => (
        <li key={`${fault.file} ${fault.place} ${fault.expected} ${fault.found}`}>
          <b>{fault.file}</b> {fault.place}: {faultWords(fault, t, i18n.language)}{' '}
          <LinkButton onClick={() => goToFault(survey, isOfPages, fault)}>{t('preview.fix')}</LinkButton>
        </li>
      ))}
    </ul>
  )
}
