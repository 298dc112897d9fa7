import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSav } from '../spss/sav.ts'

type Labelled = { val: number | string; label: string }
type Found = {
  readonly meta: {
    readonly header: { readonly n_cases: number; readonly created: Date; readonly encoding: string }
    readonly sysvars: readonly { readonly name: string; readonly label: string; readonly missing: unknown }[]
    getValueLabels(name: string): Labelled[] | null | undefined
  }
  open(): Promise<void>
  readAllRows(): Promise<Record<string, unknown>[]>
}
const require = createRequire(import.meta.url)
const { SavBufferReader }: { SavBufferReader: new (file: Buffer) => Found } = require('sav-reader')

/** An SPSS file as a program reads it that knows nothing of Kaiku; it breaks letters that begin in one piece of eight bytes and end in the next. */
export async function readByOther(file: Buffer) {
  const reader = new SavBufferReader(file)
  await reader.open()
  const { header, sysvars } = reader.meta
  return {
    cases: header.n_cases,
    encoding: header.encoding,
    created: header.created,
    variables: new Map(
      sysvars.map(({ name, label, missing }) => [
        name,
        { label, missing, labels: (reader.meta.getValueLabels(name) ?? []).map(({ val, label: said }) => [val, said]) },
      ]),
    ),
    rows: await reader.readAllRows(),
  }
}

/** An SPSS file as Kaiku's import reads it. */
export async function readByKaiku(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-spss-'))
  try {
    const path = join(folder, 'file.sav')
    await writeFile(path, bytes)
    const file = await openSav(path)
    const rows: (readonly string[])[] = []
    for await (const some of file.batches()) for (const { cells } of some) rows.push(cells)
    await file.close()
    return { variables: file.variables ?? [], rowCount: file.rowCount, rows }
  } finally {
    await rm(folder, { recursive: true })
  }
}
