import { text } from 'node:stream/consumers'
import { imageSize } from 'image-size'
import { z } from 'zod'
import type { DocumentContent } from '../document/document-content.ts'
import { paper } from '../document/paper-colour.ts'
import { languageOf } from '../text/text.ts'
import type { DeckRequest } from './deck.ts'
import { bare, lineColours } from './deck-colour.ts'
import { slidesOf } from './deck-slide.ts'
import { cut, deckText } from './deck-text.ts'
import { drawSlide, left } from './draw-slide.ts'
import { finishDeck } from './finish-deck.ts'
import { type Border, type Picture, Presentation, type Slide, type TableCell } from './slide-library.ts'
import { tableWidth } from './slide-table.ts'

const { hair, ink, muted, primary, surface } = paper

/** Of each language as programs of slides name it. */
const languages = { en: 'en-GB', fi: 'fi-FI', sv: 'sv-SE', de: 'de-DE' } as const

/** A title slide, then those of each part. */
async function drawDeck(request: DeckRequest): Promise<Uint8Array> {
  const { content } = request
  const colour = content.colour === '' ? primary : content.colour
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE'
  deck.title = content.title
  deck.company = content.owner
  deck.author = content.owner
  deck.subject = content.foot
  deck.theme = { headFontFace: 'Arial', bodyFontFace: 'Arial' }
  const lang = languages[languageOf(content.locale)]
  defineMasters(deck, content, colour, lang)
  drawFirst(deck.addSlide({ masterName: 'First' }), content, colour)
  const slides = content.parts.flatMap((part) => slidesOf(part, request))
  for (const shown of slides) {
    const slide = deck.addSlide({ masterName: 'Slide' })
    drawSlide(slide, shown, request, colour)
    slide.addNotes([...shown.notes, `${content.address.title}: ${content.address.address}`].join('\n'))
  }
  const made = await deck.write({ outputType: 'nodebuffer' })
  if (!(made instanceof Uint8Array)) throw new Error('the slides are no bytes')
  const charts = slides.flatMap((one) => (one.kind === 'chart' ? [one.chart] : []))
  return finishDeck(made, charts, lineColours(colour), lang)
}

const longestFoot = 330

function defineMasters(deck: Presentation, content: DocumentContent, colour: string, lang: string): void {
  const title = { name: 'title', type: 'title', lang, align: 'left', margin: 0, bold: true, color: bare(ink) } as const
  const logo = logoOf(content, { x: 12.73, y: 0.3, width: 1.9, height: 0.42 })
  deck.defineSlideMaster({
    title: 'Slide',
    background: { color: bare(surface) },
    objects: [
      { rect: { x: 0, y: 0, w: '100%', h: 0.09, fill: { color: bare(colour) } } },
      ...logo,
      {
        placeholder: {
          options: { ...title, x: left, y: 0.66, w: tableWidth, h: 0.9, fontSize: 26, valign: 'top' },
          text: '',
        },
      },
      { line: { x: left, y: 6.98, w: tableWidth, h: 0, line: { color: bare(hair), width: 0.75 } } },
      {
        text: {
          text: cut(content.foot, longestFoot),
          options: { x: left, y: 7, w: 11.3, h: 0.4, margin: 0, fontSize: 8, color: bare(muted), valign: 'middle' },
        },
      },
    ],
    slideNumber: { x: 12.23, y: 7.03, w: 0.5, h: 0.34, margin: 0, fontSize: 9, color: bare(muted), align: 'right' },
  })
  deck.defineSlideMaster({
    title: 'First',
    background: { color: bare(surface) },
    objects: [
      { rect: { x: 0, y: 0, w: 0.35, h: '100%', fill: { color: bare(colour) } } },
      ...logoOf(content, { x: 12.73, y: 0.55, width: 3.2, height: 0.75 }),
      {
        placeholder: {
          options: { ...title, x: 1, y: 1.35, w: 11.3, h: 1.3, fontSize: 38, color: bare(colour), valign: 'top' },
          text: '',
        },
      },
    ],
  })
}

/** `x`: where its right edge lies. */
type LogoRoom = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** As large as its room allows, in its own shape. */
function logoOf({ logo, owner, locale }: DocumentContent, room: LogoRoom): { image: Picture }[] {
  const bytes = /^data:image\/(?:png|jpeg);base64,(.+)$/.exec(logo)?.[1]
  const size = bytes === undefined ? null : sizeOf(Buffer.from(bytes, 'base64'))
  if (!size?.width || !size.height) return []
  const scale = Math.min(room.width / size.width, room.height / size.height)
  const [w, h] = [size.width * scale, size.height * scale]
  return [{ image: { data: logo, x: room.x - w, y: room.y, w, h, altText: deckText('logo', locale, owner) } }]
}

/** Null: it is no picture. */
function sizeOf(picture: Buffer) {
  try {
    return imageSize(picture)
  } catch {
    return null
  }
}

const longestFact = 300

function drawFirst(slide: Slide, content: DocumentContent, colour: string): void {
  const { title, owner, facts, summary, address } = content
  const size = title.length > 60 ? 28 : 38
  slide.addText(owner, { x: 1, y: 0.85, w: 8, h: 0.4, margin: 0, fontSize: 16, bold: true, color: bare(muted) })
  slide.addText(cut(title, 140), { placeholder: 'title', fontSize: size })
  const said = summary.join(' ')
  if (said !== '')
    slide.addText(cut(said, 300), {
      x: 1,
      y: 2.55,
      w: 11.3,
      h: 0.75,
      margin: 0,
      fontSize: 18,
      color: bare(ink),
      valign: 'top',
    })
  const none: Border = { type: 'none' }
  const row = (name: string, text: TableCell): TableCell[] => [{ text: name, options: { color: bare(muted) } }, text]
  const link = { hyperlink: { url: address.address }, color: bare(colour) }
  const rows = [
    ...facts.map(([name, text]) => row(name, { text: cut(text, longestFact), options: { color: bare(ink) } })),
    row(address.title, { text: cut(address.address, longestFact), options: link }),
  ]
  slide.addTable(rows, {
    x: 1,
    y: 3.4,
    w: 11.3,
    colW: [2.6, 8.7],
    fontSize: rows.length > 10 ? 11 : 13,
    border: none,
    margin: [0.02, 0, 0.02, 0],
    autoPage: false,
    objectName: title,
  })
  slide.addNotes(`${address.title}: ${address.address}`)
}

const request = z.custom<DeckRequest>()
process.stdout.write(await drawDeck(request.parse(JSON.parse(await text(process.stdin)))))
