import { lazy, Suspense } from 'react'
import { startMoreTexts } from '../text/text.ts'
import type { CodeEditorProps } from './code.ts'
import css from './code-editor.module.css'

const CodeSurface = lazy(async () => {
  const [{ CodeSurface: surface }] = await Promise.all([import('./code-surface.tsx'), startMoreTexts('code')])
  return { default: surface }
})

/**
 * A text in a language of programs, written with colours, completion and faults in place.
 * The tab key leads on to what comes next, as everywhere; Ctrl or Cmd with `]` indents.
 */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<div className={css.waiting} />}>
    <CodeSurface {...props} />
  </Suspense>
)
