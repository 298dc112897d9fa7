import type { z } from 'zod'
import { type AlertRules, alertRulesFile } from './alert-rule.ts'
import { type EffectBlock, effectsFile } from './effect-block.ts'
import { filtersFile } from './filter.ts'
import { type Form, formsFile } from './form.ts'
import { importsFile } from './import.ts'
import { indicatorsFile } from './indicator.ts'
import { pagesFile } from './page.ts'
import { questionsFile } from './question.ts'
import { settingsFile, textsFile } from './survey.ts'
import { type SystemMessage, systemMessageFile } from './system-message.ts'
import { type Targets, targetsFile } from './target.ts'
import { type TopicsFile, topicsFile } from './topic.ts'
import { viewsFile } from './view.ts'

/** The files that define a survey. A directory with these, applied as a whole, is a version of it. */
export const definitionFiles = {
  'settings.json': settingsFile,
  'questions.json': questionsFile,
  'views.json': viewsFile,
  'filters.json': filtersFile,
  'indicators.json': indicatorsFile,
  'targets.json': targetsFile,
  'pages.json': pagesFile,
  'imports.json': importsFile,
  'topics.json': topicsFile,
  'texts.json': textsFile,
  'system-message.json': systemMessageFile,
  'alert-rules.json': alertRulesFile,
  'forms.json': formsFile,
  'effects.json': effectsFile,
} as const satisfies Record<string, z.ZodType>

export type DefinitionFile = keyof typeof definitionFiles

/** A definition without these is not one; the others have sensible contents when absent. */
export const requiredFiles = [
  'settings.json',
  'questions.json',
  'views.json',
] as const satisfies readonly DefinitionFile[]

/** A survey's definition, all blocks parsed. */
export type Definition = {
  settings: z.output<typeof settingsFile>
  questions: z.output<typeof questionsFile>['questions']
  views: z.output<typeof viewsFile>['views']
  filters: z.output<typeof filtersFile>
  indicators: z.output<typeof indicatorsFile>['indicators']
  targets: Targets
  pages: z.output<typeof pagesFile>['pages']
  imports: z.output<typeof importsFile>['imports']
  topics: TopicsFile
  texts: z.output<typeof textsFile>['texts']
  /** Null: there is none. */
  systemMessage: SystemMessage | null
  /** With the rules of the effect blocks whose effect is an alert. */
  alertRules: AlertRules
  effects: readonly EffectBlock[]
  forms: readonly Form[]
}
