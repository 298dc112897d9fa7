import { type Block, type Inline, readMarkdown } from '@kaiku/core/markdown.ts'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { ownAddress } from '../session/own-address.ts'
import css from './markdown-text.module.css'

/** Words with headings, lists, emphasis and links. `plain`: where nothing can be pressed. */
export function MarkdownText({ text, plain = false }: { text: string; plain?: boolean }) {
  return (
    <div className={css.text}>
      {readMarkdown(text).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
        <BlockText key={at} block={block} plain={plain} />
      ))}
    </div>
  )
}

type Plain = { plain: boolean }

function BlockText({ block, plain }: { block: Block } & Plain) {
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((parts, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at}>
            <Parts parts={parts} plain={plain} />
          </li>
        ))}
      </List>
    )
  }
  const parts = <Parts parts={block.parts} plain={plain} />
  if (block.kind === 'paragraph') return <p>{parts}</p>
  // The card's own title is the heading above.
  const Heading = (['h3', 'h4', 'h5'] as const)[block.level - 1] ?? 'h5'
  return <Heading>{parts}</Heading>
}

const Parts = ({ parts, plain }: { parts: readonly Inline[] } & Plain) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  parts.map((part, at) => <Part key={at} part={part} plain={plain} />)

function Part({ part, plain }: { part: Inline } & Plain) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return (
        <b>
          <Parts parts={part.parts} plain={plain} />
        </b>
      )
    case 'emphasis':
      return (
        <em>
          <Parts parts={part.parts} plain={plain} />
        </em>
      )
    case 'link':
      return plain ? <Parts parts={part.parts} plain /> : <TextLink href={part.href} parts={part.parts} />
  }
}

function TextLink({ href, parts }: { href: string; parts: readonly Inline[] }) {
  const { history } = useRouter()
  const inner = href.startsWith('/')
  const open = (event: MouseEvent) => {
    if (!inner || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    history.push(href.includes('?') ? href : ownAddress(href))
  }
  const outside = inner ? {} : { target: '_blank', rel: 'noreferrer' }
  return (
    <a href={href} onClick={open} {...outside}>
      <Parts parts={parts} plain />
    </a>
  )
}
