import type { FiguresBlock, MailBlock, SimpleBlock, Template } from '@kaiku/contract/template.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, LongField, Segments, Select, Ticked } from '../control/control.tsx'
import css from './template.module.css'

/** A text in one language; nothing where it has none. */
export const textIn = (text: Localised | undefined, locale: string): string => {
  if (text === undefined) return ''
  return typeof text === 'string' ? text : (text[locale] ?? '')
}

/** A text with another one in one language; a text for all stays in the survey's first. */
export const withText = (
  text: Localised | undefined,
  locale: string,
  locales: readonly string[],
  next: string,
): Localised => {
  const before = typeof text === 'string' ? (text === '' ? {} : { [locales[0] ?? locale]: text }) : (text ?? {})
  const rest = Object.entries(before).filter(([one]) => one !== locale)
  return Object.fromEntries(next === '' ? rest : [...rest, [locale, next]])
}

const newBlocks: Readonly<Record<MailBlock['kind'], () => MailBlock>> = {
  text: () => ({ kind: 'text', text: {} }),
  picture: () => ({ kind: 'picture', url: 'https://', alt: {}, width: 600 }),
  button: () => ({ kind: 'button', label: {}, href: 'answer' }),
  scale: () => ({ kind: 'scale', question: '' }),
  divider: () => ({ kind: 'divider' }),
  figures: () => ({ kind: 'figures', indicators: [], days: 365, countDays: null }),
  columns: () => ({ kind: 'columns', columns: [[{ kind: 'text', text: {} }], [{ kind: 'text', text: {} }]] }),
}

type Known = Pick<Template, 'questions' | 'indicators' | 'locales'> & { readonly locale: string }
type ListProps<B extends MailBlock> = {
  blocks: readonly B[]
  kinds: readonly B['kind'][]
  known: Known
  label: string
  onChange: (blocks: B[]) => void
}

/** Blocks under each other, which can be moved, changed and taken away. */
export function BlockList<B extends MailBlock>({ blocks, kinds, known, label, onChange }: ListProps<B>) {
  const { t } = useTranslation()
  const put = (at: number, ...next: B[]) => onChange(blocks.toSpliced(at, 1, ...next))
  const move = (at: number, by: number) => {
    const moved = blocks.toSpliced(at, 1)
    const one = blocks[at]
    if (one) onChange(moved.toSpliced(at + by, 0, one))
  }
  const choices = kinds.map((kind) => ({ value: kind as string, title: t(`template.block.${kind}`) }))
  return (
    <>
      <ol className={css.blocks} aria-label={label}>
        {blocks.map((block, at) => {
          const name = t(`template.block.${block.kind}`)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name of their own
            <li key={at} className={css.block}>
              <div className={css.blockHead}>
                <b>{name}</b>
                <IconButton
                  small
                  label={`${t('template.up')}: ${name}`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <IconArrowUp size={15} />
                </IconButton>
                <IconButton
                  small
                  label={`${t('template.down')}: ${name}`}
                  disabled={at === blocks.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={15} />
                </IconButton>
                <IconButton small label={`${t('template.remove')}: ${name}`} onClick={() => put(at)}>
                  <IconTrash size={15} />
                </IconButton>
              </div>
              <BlockFields block={block} known={known} onChange={(next) => put(at, next as B)} />
            </li>
          )
        })}
      </ol>
      <Select
        boxed
        label={t('template.add')}
        value=""
        choices={[{ value: '', title: `${t('template.add')}…` }, ...choices]}
        onChange={(kind) => {
          const make = newBlocks[kind as MailBlock['kind']]
          if (make) onChange([...blocks, make() as B])
        }}
      />
    </>
  )
}

type FieldsProps = { block: MailBlock; known: Known; onChange: (block: MailBlock) => void }
const simpleKinds: readonly SimpleBlock['kind'][] = ['text', 'picture', 'button', 'scale', 'divider']

function BlockFields({ block, known, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { locale, locales, questions } = known
  const changed = (text: Localised | undefined, next: string) => withText(text, locale, locales, next)
  switch (block.kind) {
    case 'text':
      return (
        <LongField
          hideLabel
          rows={4}
          label={t('template.block.text')}
          value={textIn(block.text, locale)}
          onChange={({ target }) => onChange({ ...block, text: changed(block.text, target.value) })}
        />
      )
    case 'picture':
      return (
        <>
          <Field
            label={t('template.url')}
            type="url"
            value={block.url}
            onChange={({ target }) => onChange({ ...block, url: target.value })}
          />
          <Field
            label={t('template.alt')}
            value={textIn(block.alt, locale)}
            onChange={({ target }) => onChange({ ...block, alt: changed(block.alt, target.value) })}
          />
        </>
      )
    case 'button':
      return (
        <>
          <Field
            label={t('template.label')}
            value={textIn(block.label, locale)}
            onChange={({ target }) => onChange({ ...block, label: changed(block.label, target.value) })}
          />
          <Segments
            label={t('template.leads')}
            value={block.href === 'answer' ? 'answer' : 'url'}
            choices={[
              { value: 'answer', title: t('template.toForm') },
              { value: 'url', title: t('template.toUrl') },
            ]}
            onChange={(to) => onChange({ ...block, href: to === 'answer' ? 'answer' : 'https://' })}
          />
          {block.href !== 'answer' && (
            <Field
              label={t('template.url')}
              type="url"
              value={block.href}
              onChange={({ target }) => onChange({ ...block, href: target.value })}
            />
          )}
        </>
      )
    case 'scale':
      return (
        <Select
          boxed
          label={t('template.question')}
          value={block.question}
          choices={[{ value: '', title: '–' }, ...questions.map(({ id, title }) => ({ value: id, title }))]}
          onChange={(question) => onChange({ ...block, question })}
        />
      )
    case 'figures':
      return <FiguresFields block={block} indicators={known.indicators} onChange={onChange} />
    case 'columns':
      return (
        <div className={css.columns}>
          {block.columns.map((column, at) => (
            <BlockList
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own
              key={at}
              blocks={column}
              kinds={simpleKinds}
              known={known}
              label={t('template.column', { n: at + 1 })}
              onChange={(next) => onChange({ ...block, columns: block.columns.toSpliced(at, 1, next) })}
            />
          ))}
        </div>
      )
    default:
      return null
  }
}

const most = { figures: 3, days: 1830 }
const usualCount = 30

type FiguresProps = {
  block: FiguresBlock
  indicators: Template['indicators']
  onChange: (block: FiguresBlock) => void
}

/** Which figures of a recipient's place a mail shows, and of how many days. */
export function FiguresFields({ block, indicators, onChange }: FiguresProps) {
  const { t } = useTranslation()
  const { indicators: chosen, days, countDays } = block
  const slots = Math.min(most.figures, chosen.length + 1)
  const choose = (at: number, id: string) =>
    onChange({ ...block, indicators: chosen.toSpliced(at, 1, ...(id ? [id] : [])) })
  return (
    <>
      <p className={css.hint}>{t('template.figures.why')}</p>
      {Array.from({ length: slots }, (_, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its position
          key={at}
          boxed
          label={t('template.figures.indicator', { n: at + 1 })}
          value={chosen[at] ?? ''}
          choices={[
            { value: '', title: '–' },
            ...indicators
              .filter(({ id }) => id === chosen[at] || !chosen.includes(id))
              .map(({ id, title }) => ({ value: id, title })),
          ]}
          onChange={(id) => choose(at, id)}
        />
      ))}
      {chosen.length > 0 && (
        <Days label={t('template.figures.days')} value={days} onChange={(next) => onChange({ ...block, days: next })} />
      )}
      <Ticked
        checked={countDays !== null}
        onChange={({ target }) => onChange({ ...block, countDays: target.checked ? usualCount : null })}
      >
        {t('template.figures.count')}
      </Ticked>
      {countDays !== null && (
        <Days
          label={t('template.figures.countDays')}
          value={countDays}
          onChange={(next) => onChange({ ...block, countDays: next })}
        />
      )}
    </>
  )
}

/** While it is no number of days, the last one stays. */
function Days({ label, value, onChange }: { label: string; value: number; onChange: (days: number) => void }) {
  return (
    <Field
      label={label}
      type="number"
      min={1}
      max={most.days}
      defaultValue={value}
      onChange={({ target }) => {
        const days = target.valueAsNumber
        if (Number.isInteger(days) && days >= 1 && days <= most.days) onChange(days)
      }}
    />
  )
}
