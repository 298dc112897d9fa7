import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Built files stand side by side (`server/build.mjs`); tests run the sources where they are. */
const isBuilt = import.meta.url.endsWith('.js')

declare const kaikuBuild: string | undefined
/** Tells this build from any other (`server/build.mjs`); null where the sources run, which may change at any time. */
export const build: string | null = typeof kaikuBuild === 'undefined' ? null : kaikuBuild

/** The directory of this repository: as far above what is built as above a source. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))

type Program =
  | 'clickhouse-server/clickhouse-process'
  | 'deck/deck-process'
  | 'document/document-process'
  | 'script-sandbox/script-worker'
  | 'spreadsheet/xlsx-worker'
  | 'sql/sql-process'
  | 'template/mjml-worker'

/** A program of ours: `words` follow `node` in a process of its own, `text` is what a worker thread evaluates. */
export function ownProgram(program: Program): { words: string[]; text: string } {
  const { href } = new URL(isBuilt ? `./${basename(program)}.js` : `../${program}.ts`, import.meta.url)
  const loaded = `import(${JSON.stringify(href)})`
  if (isBuilt) return { words: [fileURLToPath(href)], text: loaded }
  // Neither inherits the TypeScript loader.
  const register = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then((tsx) => tsx.register())`
  return {
    words: ['--import', import.meta.resolve('tsx'), fileURLToPath(href)],
    text: `${register}.then(() => ${loaded})`,
  }
}
