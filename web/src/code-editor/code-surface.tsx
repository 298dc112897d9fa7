import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodeEditorProps, type CodeLanguage, reachOf } from './code.ts'
import { codeColours } from './code-colours.ts'
import css from './code-editor.module.css'
import { helpful } from './code-help.ts'
import { phrasesOf } from './code-phrases.ts'

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  json,
  javascript: () => javascript(),
  sql: () => sql(),
}
const lineHeight = 20.15
const padding = 18

/** Marks what came from outside, so that it is not told as a change of who writes. */
const fromOutside = Annotation.define<true>()

/** What differs between two texts, as one replacement: what stands before and behind stays, and with it the cursor. */
function replacement(before: string, after: string) {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from += 1
  let same = 0
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

const always: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search(),
  lintGutter(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
  codeColours,
]

/** Single keys act on screens; those that write here must not. */
const keepLetter = (event: KeyboardEvent) => {
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}

/** The editor itself. It stands in a shadow root: its style sheets come from code, and no page of Kaiku takes such. */
export function CodeSurface({
  label,
  value,
  language,
  onChange,
  faults,
  help,
  compared,
  lines,
  wraps,
}: CodeEditorProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const surface = useRef<EditorView>(null)
  const latest = useRef({ value, onChange, help })
  latest.current = { value, onChange, help }
  const changing = useRef(new Compartment())
  const isFixed = onChange === undefined
  const phrases = phrasesOf(t)
  const settings = (): Extension => [
    languages[language](),
    EditorState.readOnly.of(isFixed),
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      'aria-readonly': String(isFixed),
      spellcheck: 'false',
      tabindex: '0',
    }),
    compared === undefined
      ? []
      : unifiedMergeView({ original: compared, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 8 } }),
    wraps === true ? EditorView.lineWrapping : [],
    lines === undefined
      ? []
      : EditorView.theme({ '.cm-scroller': { maxHeight: `${Math.round(lines * lineHeight + padding)}px` } }),
  ]
  const wanted = useRef(settings)
  wanted.current = settings

  useEffect(() => {
    const host = place.current
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          always,
          helpful(() => latest.current.help),
          changing.current.of(wanted.current()),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            if (docChanged && !transactions.every((one) => one.annotation(fromOutside)))
              latest.current.onChange?.(state.doc.toString())
          }),
        ],
      }),
    })
    surface.current = view
    host.addEventListener('keydown', keepLetter)
    return () => {
      host.removeEventListener('keydown', keepLetter)
      surface.current = null
      view.destroy()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the settings are made of.
  useEffect(() => {
    surface.current?.dispatch({ effects: changing.current.reconfigure(wanted.current()) })
  }, [language, isFixed, label, compared, lines, wraps, t])

  useEffect(() => {
    const view = surface.current
    const shown = view?.state.doc.toString()
    if (view && shown !== undefined && shown !== value)
      view.dispatch({ changes: replacement(shown, value), annotations: fromOutside.of(true) })
  }, [value])

  useEffect(() => {
    const view = surface.current
    if (!view) return
    const text = view.state.doc.toString()
    const diagnostics = (faults ?? []).map((fault) => {
      const { from, to } = reachOf(fault, text)
      return { from, to, message: fault.message, severity: fault.severity ?? ('error' as const) }
    })
    view.dispatch(setDiagnostics(view.state, diagnostics))
  }, [faults])

  return <div ref={place} className={css.editor} />
}
