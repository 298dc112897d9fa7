import { cp, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { root } from '@kaiku/e2e/kaiku.ts'

/** The step that only the newer one knows. */
export const newerStep = '9999-newer'

/** What a server needs to be built and to run, but for what is installed. */
const needed = ['core', 'contract', 'server', 'web/dist', 'package.json', 'package-lock.json']
/** What is linked instead, and what is compressed of files that change. */
const left = new Set(['node_modules', '.br', '.gz'])
const texts = new Set(['.js', '.css', '.html'])

/** The directory of a newer Kaiku: its tables have one column more, and every part of its web client another name. */
export async function makeNewerKaiku(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kaiku-newer-'))
  for (const path of needed)
    await cp(join(root, path), join(directory, path), {
      recursive: true,
      filter: (file) => !left.has(basename(file)) && !left.has(extname(file)) && file !== join(root, 'server', 'dist'),
    })
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  await symlink(join(root, 'server', 'node_modules'), join(directory, 'server', 'node_modules'))
  await addStep(join(directory, 'server', 'src', 'db', 'postgres', 'migrations.ts'))
  await renameParts(join(directory, 'web', 'dist'))
  return directory
}

async function addStep(file: string) {
  const before = await readFile(file, 'utf8')
  const step = `'${newerStep}': { up: (db) => db.schema.alterTable('survey').addColumn('newer', 'text').execute() },`
  const after = before.replace(/\n\}\s*$/, `\n  ${step}\n}\n`)
  if (after === before) throw new Error(`${file} ends otherwise than with the last step`)
  await writeFile(file, after)
}

async function renameParts(client: string) {
  const renamed = (text: string) => text.replace(/(-[\w-]{8})\.(js|css|woff2)\b/g, '$1_.$2')
  for (const folder of [client, join(client, 'assets')])
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      if (texts.has(extname(name))) await writeFile(file, renamed(await readFile(file, 'utf8')))
      if (renamed(name) !== name) await rename(file, join(folder, renamed(name)))
    }
}
