import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './kaiku.ts'

/** A file of the built browser client. */
export const distFile = (name: string): string => join(root, 'web', 'dist', name)

/** Does something while a file is another one, as after an update of Kaiku; it is put back, and what is packed of it. */
export async function changed(file: string, use: () => Promise<void>): Promise<void> {
  const before = await readFile(file, 'utf8')
  const comment = file.endsWith('.html') ? '<!-- newer -->' : '// newer'
  const packed = ['.br', '.gz'].map((ending) => file + ending).filter((one) => existsSync(one))
  for (const one of packed) await rename(one, `${one}.before`)
  await writeFile(file, `${before}\n${comment}\n`)
  try {
    await use()
  } finally {
    await writeFile(file, before)
    for (const one of packed) await rename(`${one}.before`, one)
  }
}
