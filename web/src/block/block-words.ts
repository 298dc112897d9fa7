import type { TFunction } from 'i18next'

/** `alert-rules.json` is `alertRules`. */
const stemOf = (file: string) =>
  file.replace(/\.json$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What a block is called, and what it is for. */
export const blockTitle = (file: string, t: TFunction): string => t(`block.name.${stemOf(file)}` as 'block.name.views')
export const blockPurpose = (file: string, t: TFunction): string =>
  t(`block.about.${stemOf(file)}` as 'block.about.views')
