import { buffer } from 'node:stream/consumers'
import JSZip from 'jszip'
import type { DocumentChart } from '../document/document-content.ts'
import { workbook } from '../table-file/workbook.ts'
import { chartSheet, seriesXml } from './chart-xml.ts'

/** What the library leaves undone: the figures of charts and the workbooks behind them, heads and words of tables. */
export async function finishDeck(
  deck: Uint8Array,
  charts: readonly DocumentChart[],
  colours: readonly string[],
  lang: string,
): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(deck)
  const frames = numbered(zip, /^ppt\/charts\/chart(\d+)\.xml$/)
  const books = numbered(zip, /^ppt\/embeddings\/Microsoft_Excel_Worksheet(\d+)\.xlsx$/)
  if (frames.length !== charts.length || books.length !== charts.length)
    throw new Error(`${charts.length} charts, ${frames.length} frames, ${books.length} workbooks`)
  for (const [at, chart] of charts.entries()) {
    const [frame, book] = [frames[at] ?? '', books[at] ?? '']
    const filled = withSeries(await textOf(zip, frame), seriesXml(chart, colours))
    zip.file(frame, chart.kind === 'line' ? filled : fromAbove(filled))
    zip.file(book, await buffer(workbook([chartSheet(chart)])))
  }
  for (const slide of numbered(zip, /^ppt\/slides\/slide(\d+)\.xml$/))
    zip.file(slide, withHeads(await textOf(zip, slide)).replaceAll('lang="en-US"', `lang="${lang}"`))
  return await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

const textOf = async (zip: JSZip, file: string) => (await zip.file(file)?.async('string')) ?? ''

/** Files in the order in which they were added. */
const numbered = (zip: JSZip, name: RegExp): string[] =>
  Object.keys(zip.files)
    .flatMap((file) => {
      const number = name.exec(file)?.[1]
      return number === undefined ? [] : [{ file, number: Number(number) }]
    })
    .sort((a, b) => a.number - b.number)
    .map(({ file }) => file)

function withSeries(frame: string, series: readonly string[]): string {
  let at = 0
  const filled = frame.replace(/<c:ser>[\s\S]*?<\/c:ser>/g, () => series[at++] ?? '')
  if (at !== series.length) throw new Error(`${at} series of ${series.length}`)
  return filled
    .replaceAll('<c:majorTickMark val="out"/>', '<c:majorTickMark val="none"/>')
    .replaceAll(/<c:showLeaderLines val="[01]"\/>/g, '')
}

/** Bars stand in the order of their table: the first one at the top. */
const fromAbove = (frame: string) =>
  frame.replace(/<c:catAx>[\s\S]*?<\/c:catAx>/, (axis) => axis.replace('val="minMax"', 'val="maxMin"'))

/** A table says that its first row is its head, and what it is to who does not see it. */
const withHeads = (slide: string): string =>
  slide
    .replace(/<a:tblPr\s*\/>/g, '<a:tblPr firstRow="1"/>')
    .replace(
      /(<p:nvGraphicFramePr>\s*<p:cNvPr id="\d+" name="([^"]*)")(\s*\/?>)/g,
      (_, start, name, end) => `${start} descr="${name}"${end}`,
    )
