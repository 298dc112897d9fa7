import type { Definition, DefinitionFile } from '@kaiku/contract/definition.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { defaultFilters, defaultIndicators, defaultPages } from '../definition/definition-default.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { writtenForms } from '../form-draft/forms-file.ts'

type Made = (definition: Definition, dictionary: Dictionary, files: Files) => object

/** A file that says what holds without it, so that nothing changes until somebody writes on. */
const usual: Readonly<Record<Exclude<DefinitionFile, 'settings.json' | 'questions.json' | 'views.json'>, Made>> = {
  'filters.json': ({ questions }) => defaultFilters(questions),
  'indicators.json': ({ questions }) => ({ indicators: defaultIndicators(questions) }),
  'targets.json': () => ({ targets: {} }),
  'pages.json': ({ questions }) => ({ pages: defaultPages(questions) }),
  'imports.json': () => ({ imports: [] }),
  'topics.json': ({ topics: { languages, leaveOut, topics } }) => ({ languages, leaveOut, topics }),
  'texts.json': () => ({ texts: {} }),
  'system-message.json': ({ settings: { title } }) => ({
    text: typeof title === 'string' ? title : (Object.values(title)[0] ?? ''),
    icon: 'info',
  }),
  'alert-rules.json': () => ({ rules: [] }),
  'effects.json': () => ({ blocks: [] }),
  'forms.json': (_, dictionary, files) => ({ forms: writtenForms(files, dictionary) }),
}

const isMade = (file: DefinitionFile): file is keyof typeof usual => Object.hasOwn(usual, file)

/** The text of a new block; null: every survey has one already. */
export const usualText = (file: DefinitionFile, dictionary: Dictionary, files: Files): string | null =>
  isMade(file) ? `${layOut(usual[file](dictionary.definition, dictionary, files))}\n` : null
