import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import type { certificateFormats } from '@kaiku/contract/universe-deletion.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { z } from 'zod'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'
import { pdfOf } from '../document/document.ts'
import type { DocumentContent } from '../document/document-content.ts'
import { languageOf } from '../text/text.ts'
import { certificateText } from './certificate-text.ts'
import type { StoredDeletion } from './deletion.ts'

/** What this installation says of a deletion, and proves by its signature. */
type Certificate = {
  /** Ed25519, over `JSON.stringify(statement)` in UTF-8; base64url. */
  readonly signature: string
  /** PEM. */
  readonly publicKey: string
  readonly statement: object
}

const statementOf = (one: StoredDeletion) => ({
  kind: 'kaiku.universe.deletion',
  certificate: one.id,
  universe: { id: one.former, name: one.name, title: one.title },
  by: one.by,
  suspendedAt: one.suspendedAt.toISOString(),
  askedAt: one.askedAt.toISOString(),
  deletedAt: one.deletedAt?.toISOString() ?? null,
  figuresDeletedAt: one.figuresAt?.toISOString() ?? null,
  purgedFromDiskAt: one.purgedAt?.toISOString() ?? null,
  rowsByTable: one.removed,
  tablesOfFigures: one.surveys.length,
})

/** The same key for all certificates of this installation. */
const signingKeyOf = (stores: Stores): Promise<string> =>
  installationSecret(stores, 'certificate.key', z.string(), async () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )

export async function certificateOf(stores: Stores, one: StoredDeletion): Promise<Certificate> {
  const key = await signingKeyOf(stores)
  const statement = statementOf(one)
  return {
    statement,
    signature: sign(null, Buffer.from(JSON.stringify(statement)), key).toString('base64url'),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** Milliseconds that somebody waits for a page or two. */
const patience = 60_000

/** The certificate as a file: to be read, or to be checked by a program. */
export async function certificateFile(
  stores: Stores,
  one: StoredDeletion,
  { format, locale, publicUrl }: { format: (typeof certificateFormats)[number]; locale: string; publicUrl: string },
): Promise<{ readonly name: string; readonly type: string; readonly content: Readable }> {
  const certificate = await certificateOf(stores, one)
  const name = `${one.name}-deletion.${format}`
  const file = (type: string, bytes: Uint8Array) => ({
    name,
    type,
    content: Readable.from([bytes], { objectMode: false }),
  })
  if (format === 'json') return file('application/json', Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`))
  const content = documentOf(one, certificate, languageOf(locale), publicUrl)
  return file('application/pdf', await pdfOf(content, AbortSignal.timeout(patience)))
}

function documentOf(
  one: StoredDeletion,
  { signature }: Certificate,
  locale: string,
  publicUrl: string,
): DocumentContent {
  const say = (key: Parameters<typeof certificateText>[0]) => certificateText(key, locale)
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  const at = (moment: Date | null) => (moment ? moments.format(moment) : say('notYet'))
  const rows = Object.entries(one.removed)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([table, n]) => [{ text: table }, { text: formatCount(n, locale) }])
  return {
    title: say('title'),
    locale,
    paper: 'a4',
    landscape: false,
    colour: '',
    owner: 'Kaiku',
    logo: '',
    facts: [
      [say('universe'), `${one.title} (${one.name})`],
      [say('by'), one.by],
      [say('suspended'), at(one.suspendedAt)],
      [say('asked'), at(one.askedAt)],
      [say('deleted'), at(one.deletedAt)],
      [say('figures'), at(one.figuresAt)],
      [say('purged'), at(one.purgedAt)],
      [say('figureTables'), formatCount(one.surveys.length, locale)],
    ],
    summary: [say('says'), say('copies')],
    contents: '',
    address: { title: say('shown'), address: new URL(pathTo('sl', {}), publicUrl).href },
    foot: `${say('title')} ${one.id}`,
    parts: [
      {
        title: say('removed'),
        blocks: [{ kind: 'table', columns: [{ title: say('table') }, { title: say('rows'), isNumber: true }], rows }],
      },
      {
        title: say('signature'),
        blocks: [
          { kind: 'text', text: say('signatureSays') },
          { kind: 'text', text: signature, look: 'muted' },
        ],
      },
    ],
  }
}
