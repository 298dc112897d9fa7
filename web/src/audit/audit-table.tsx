import type { AuditEntry } from '@kaiku/contract/audit.ts'
import { auditActions } from '@kaiku/core/audit-action.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../control/control.tsx'
import css from './audit.module.css'
import { changesOf } from './audit-change.ts'

const columns = ['when', 'who', 'what', 'subject', 'address'] as const

/** Entries, each with what it changed when opened. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
  const toggle = (id: string) => setOpen((before) => (before.has(id) ? without(before, id) : new Set([...before, id])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={t('audit.title')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={css.head}>
                {t(`audit.${column}`)}
              </th>
            ))}
            <th scope="col" className={css.head}>
              <span className="hidden-text">{t('audit.details')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              when={when.format(new Date(entry.at))}
              isOpen={open.has(entry.id)}
              onToggle={() => toggle(entry.id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type EntryProps = { entry: AuditEntry; when: string; isOpen: boolean; onToggle: () => void }

function Entry({ entry, when, isOpen, onToggle }: EntryProps) {
  const { t } = useTranslation()
  const named = (action: string) => {
    const known = auditActions.find((one) => one === action)
    return known ? t(`audit.action.${known}`) : action
  }
  const changes = changesOf(entry)
  return (
    <>
      <tr>
        <td className={`${css.cell} ${css.when}`}>{when}</td>
        <td className={css.cell}>
          <b>{entry.actor || '–'}</b>
          {entry.actingAs !== null && <span> {t('audit.as', { name: entry.actingAs })}</span>}
        </td>
        <td className={css.cell}>{named(entry.action)}</td>
        <td className={`${css.cell} ${css.subject}`}>{entry.subject}</td>
        <td className={`${css.cell} ${css.address}`}>{entry.address}</td>
        <td className={css.cell}>
          {changes.length > 0 && (
            <IconButton label={t('audit.details')} small aria-expanded={isOpen} onClick={onToggle}>
              <IconChevronRight size={16} className={isOpen ? css.turned : undefined} />
            </IconButton>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className={css.details}>
            <Changes changes={changes} />
          </td>
        </tr>
      )}
    </>
  )
}

function Changes({ changes }: { changes: ReturnType<typeof changesOf> }) {
  const { t } = useTranslation()
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col" className={`${css.changed} ${css.field}`}>
            {t('audit.field')}
          </th>
          <th scope="col" className={css.changed}>
            {t('audit.before')}
          </th>
          <th scope="col" className={css.changed}>
            {t('audit.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className={`${css.changed} ${css.field}`}>
              {field}
            </th>
            <td className={css.changed}>{before}</td>
            <td className={css.changed}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const without = (all: ReadonlySet<string>, id: string) => new Set([...all].filter((one) => one !== id))
