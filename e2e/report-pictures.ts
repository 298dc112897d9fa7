import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import { enterAs, type Reached } from './kaiku.ts'
import { fetchedReport, madeReport } from './made-report.ts'

const run = promisify(execFile)

/** Reports that people look at, by the file that each is; data for programs are no picture. */
const pictured: readonly (readonly [ReportKind, 'pdf' | 'pptx' | 'xlsx'])[] = [
  ['page', 'pdf'],
  ['benchmark', 'pdf'],
  ['card', 'pdf'],
  ['deck', 'pptx'],
  ['ranking', 'xlsx'],
  ['indicators', 'xlsx'],
  ['interviews', 'xlsx'],
  ['codebook', 'xlsx'],
  ['alerts', 'xlsx'],
  ['actions', 'xlsx'],
  ['samples', 'xlsx'],
]

/**
 * Has each kind of report made, of a place or where it is long of a narrower one, and puts a picture of its first pages into a folder, by other programs: LibreOffice
 * (`soffice`), poppler (`pdftoppm`) and ImageMagick (`montage`) have to be there.
 */
export async function reportPictures(running: Reached, path: string, narrow: string, folder: string): Promise<void> {
  const who = await enterAs(running, 'clara', 'sample')
  const at = await mkdtemp(join(tmpdir(), 'kaiku-pictures-'))
  try {
    for (const [kind, extension] of pictured) {
      const file = join(at, `${kind}.${extension}`)
      const isLong = extension === 'xlsx' && kind !== 'ranking' && kind !== 'indicators'
      const more = { page: 'overview', locale: 'en' }
      const asked = { survey: 'store-visits', path: isLong ? narrow : path, kind, more }
      await writeFile(file, await fetchedReport(running, who, asked.survey, await madeReport(running, who, asked)))
      if (extension !== 'pdf') await run('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', at, file])
      // Of a sheet of paper with many columns the corner where they begin, large enough to be read.
      const part = extension === 'xlsx' ? ['-r', '170', '-x', '0', '-y', '0', '-W', '1500', '-H', '440'] : ['-r', '60']
      await run('pdftoppm', [...part, '-png', '-l', '3', join(at, `${kind}.pdf`), join(at, kind)])
      const pages = (await readdir(at)).filter((name) => name.startsWith(`${kind}-`)).sort()
      const tiles = pages.map((name) => join(at, name))
      const tile = extension === 'xlsx' ? `1x${pages.length}` : `${pages.length}x1`
      const look = ['-tile', tile, '-geometry', '+6+6', '-background', '#dfe3e8', '+dither', '-colors', '16']
      await run('montage', [...tiles, ...look, join(folder, `report-${kind}.png`)])
    }
  } finally {
    await rm(at, { recursive: true, force: true })
  }
}
