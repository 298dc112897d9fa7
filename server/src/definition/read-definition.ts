import { type Definition, type DefinitionFile, definitionFiles, requiredFiles } from '@kaiku/contract/definition.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { checkAlertRules } from '../definition-check/alert-rule-check.ts'
import { checkFilters, checkSettings } from '../definition-check/filter-check.ts'
import { checkForms } from '../definition-check/form-check.ts'
import { checkImports } from '../definition-check/import-check.ts'
import { checkIndicators, checkTargets } from '../definition-check/indicator-check.ts'
import { checkPages } from '../definition-check/page-check.ts'
import { checkPlaceRules } from '../definition-check/place-rule-check.ts'
import { type Against, checkQuestions } from '../definition-check/question-check.ts'
import { checkSystemMessage } from '../definition-check/system-message-check.ts'
import { checkTopics } from '../definition-check/topic-check.ts'
import { checkViews } from '../definition-check/view-check.ts'
import { withAttributeFilters } from '../dictionary/interview-attribute.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import { JsonFault, lineColumn, walkJson } from '../fault/json-text.ts'
import { withCommentTopicFilters } from '../topic/comment-topic-question.ts'
import { withBlockRules } from './block-rule.ts'
import { defaultFilters, defaultIndicators, defaultPages, withComputedFilters } from './definition-default.ts'
import { checkEffects } from './effect-check.ts'

/** The texts of a definition by file name. */
export type Files = ReadonlyMap<string, string>

const names = Object.keys(definitionFiles)
export const isDefinitionFile = (name: string): name is DefinitionFile => Object.hasOwn(definitionFiles, name)

/**
 * Reads and checks a whole definition. Absent optional files are filled as `docs/configuration.md` says.
 * Throws Fault `invalid` whose details are all faults found; those across files only once each file is right by itself.
 */
export function readDefinition(files: Files): { definition: Definition } {
  const definition = parseFiles(files)
  const faults: FaultDetail[] = []
  const against: Against = (file, place, expected, found) =>
    faults.push({ file, place: placeText(place), expected, found })
  for (const check of [
    checkSettings,
    checkQuestions,
    checkViews,
    checkFilters,
    checkIndicators,
    checkTargets,
    checkPages,
    checkImports,
    checkTopics,
    checkSystemMessage,
    checkAlertRules,
    checkPlaceRules,
    checkForms,
    checkEffects,
  ])
    check(definition, against)
  refuse(faults)
  return { definition: withBlockRules(definition) }
}

/** Reads a definition that was checked when it was published, perhaps by an earlier release with fewer checks. */
export const parseDefinition = (files: Files): Definition => withBlockRules(parseFiles(files))

function parseFiles(files: Files): Definition {
  const faults: FaultDetail[] = []
  const parsed: { [File in DefinitionFile]?: unknown } = {}
  for (const [file, text] of files) {
    if (isDefinitionFile(file)) parsed[file] = readFile(file, text, faults)
    else faults.push({ file, place: '', expected: `one of ${names.join(', ')}`, found: 'another file' })
  }
  for (const file of requiredFiles)
    if (!files.has(file)) faults.push({ file, place: '', expected: 'the file', found: 'nothing' })
  refuse(faults)
  return whole(parsed)
}

function refuse(faults: readonly FaultDetail[]): void {
  if (faults.length === 0) return
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  throw new Fault('invalid', `The definition has ${count}.`, faults)
}

function readFile(file: DefinitionFile, text: string, faults: FaultDetail[]): unknown {
  try {
    walkJson(text, () => {})
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { expected, found } = error
    faults.push({ file, place: lineColumn(text, error.offset), expected, found })
    return undefined
  }
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const result = definitionFiles[file].safeParse(value)
  if (result.success) return result.data
  for (const { place, expected, found } of schemaFaults(result.error.issues, value))
    faults.push({ file, place: placeText(place), expected, found })
  return undefined
}

/** The blocks of files that are all right by themselves, absent ones filled in. */
function whole(parsed: Readonly<Record<string, unknown>>): Definition {
  const settings = definitionFiles['settings.json'].parse(parsed['settings.json'])
  const { questions } = definitionFiles['questions.json'].parse(parsed['questions.json'])
  const { views } = definitionFiles['views.json'].parse(parsed['views.json'])
  const given = <File extends DefinitionFile>(file: File) => parsed[file] !== undefined
  const topics = definitionFiles['topics.json'].parse(parsed['topics.json'] ?? {})
  const filters = given('filters.json')
    ? definitionFiles['filters.json'].parse(parsed['filters.json'])
    : defaultFilters(questions)
  return {
    settings,
    questions,
    views,
    topics,
    filters: withAttributeFilters(
      withCommentTopicFilters(withComputedFilters(filters, questions), { questions, topics }),
      { questions, settings },
    ),
    indicators: given('indicators.json')
      ? definitionFiles['indicators.json'].parse(parsed['indicators.json']).indicators
      : defaultIndicators(questions),
    targets: definitionFiles['targets.json'].parse(parsed['targets.json'] ?? {}).targets,
    pages: given('pages.json')
      ? definitionFiles['pages.json'].parse(parsed['pages.json']).pages
      : defaultPages(questions),
    imports: given('imports.json') ? definitionFiles['imports.json'].parse(parsed['imports.json']).imports : [],
    texts: given('texts.json') ? definitionFiles['texts.json'].parse(parsed['texts.json']).texts : {},
    alertRules: definitionFiles['alert-rules.json'].parse(parsed['alert-rules.json'] ?? {}),
    forms: definitionFiles['forms.json'].parse(parsed['forms.json'] ?? {}).forms,
    effects: definitionFiles['effects.json'].parse(parsed['effects.json'] ?? {}).blocks,
    systemMessage: given('system-message.json') ? systemMessageOf(parsed['system-message.json']) : null,
  }
}

function systemMessageOf(parsed: unknown) {
  const { $schema: _, ...message } = definitionFiles['system-message.json'].parse(parsed)
  return message
}
