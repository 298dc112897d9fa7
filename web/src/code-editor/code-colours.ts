import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** What code looks like, in Kaiku’s own colours, which know themselves whether it is light or dark. */
const surface = EditorView.theme({
  '&': {
    height: '100%',
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  // The frame around it says where the keys write.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
    lineHeight: '1.55',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--tint-strong)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--band)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    borderRight: '1px solid var(--hair)',
    borderRadius: 'var(--radius-small) 0 0 var(--radius-small)',
    color: 'var(--faint)',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--tint)', color: 'var(--text)' },
  '.cm-foldPlaceholder': {
    padding: '0 6px',
    border: '1px solid var(--border)',
    background: 'var(--sunken)',
    color: 'var(--muted)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--tint-strong)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--heat-bad)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warning-tint)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--tint-strong)' },
  '.cm-tooltip': {
    maxWidth: 'min(480px, 90vw)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--lift)',
    color: 'var(--text)',
    font: '13px/1.45 "Inter Variable", system-ui, sans-serif',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected], .cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--tint)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-completionInfo': { padding: '8px 10px', whiteSpace: 'pre-line' },
  '.code-hover': { padding: '8px 10px', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '.code-hover b': { display: 'block', fontWeight: '600' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '6px 34px 6px 8px', font: '13px/1.6 "Inter Variable", system-ui, sans-serif' },
  '.cm-panel.cm-search label': { fontSize: '12.5px' },
  '.cm-panel.cm-search [name=close]': { right: '8px', color: 'var(--muted)', fontSize: '18px' },
  '.cm-textfield': {
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-button': {
    border: '1px solid var(--border)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: '12.5px',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--tint)' },
  ':is(button, input, ul):focus-visible': { outline: '2px solid var(--primary)', outlineOffset: '1px' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--tint)', color: 'var(--text)' },
  '.cm-panel.cm-panel-lint ul': { font: '13px/1.5 "Inter Variable", system-ui, sans-serif' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-line' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--error)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-lintRange-error, .cm-lintRange-warning': { backgroundImage: 'none', textDecorationSkipInk: 'none' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--error)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warning-text)' },
  '.cm-lint-marker': { width: '0.8em', height: '0.8em', borderRadius: '50%', marginTop: '0.35em' },
  '.cm-lint-marker-error': { content: 'none', backgroundColor: 'var(--error)' },
  '.cm-lint-marker-warning': { content: 'none', backgroundColor: 'var(--warning)', borderRadius: '2px' },
})

const words = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--primary)' },
  { tag: [tags.string, tags.regexp], color: 'var(--success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning-text)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--primary)', fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.typeName, tags.className], color: 'var(--text)', fontWeight: '600' },
  { tag: [tags.punctuation, tags.bracket, tags.operator], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--error)' },
])

export const codeColours = [surface, syntaxHighlighting(words)]
