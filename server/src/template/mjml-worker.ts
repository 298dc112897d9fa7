import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'

export type MjmlRequest = { readonly id: number; readonly source: string }
export type MjmlMessage = { readonly id: number } & ({ readonly html: string } | { readonly fault: string })

type Mjml = (
  source: string,
  options: object,
) => Promise<{ html: string; errors: readonly { readonly formattedMessage: string }[] }>

// Common modules.
const require = createRequire(import.meta.url)
const preset: unknown = require('mjml-preset-core')
const { default: convert } = require('mjml-core') as { default: Mjml }

async function compiled(source: string): Promise<string> {
  const { html, errors } = await convert(source, {
    presets: [Reflect.get(Object(preset), 'default') ?? preset],
    validationLevel: 'soft',
    minify: false,
    ignoreIncludes: true,
    // Nobody else is told who reads a mail.
    fonts: {},
  })
  const [error] = errors
  if (error) throw new Error(error.formattedMessage)
  return html
}

const post = (message: MjmlMessage) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, source }: MjmlRequest) => {
  compiled(source).then(
    (html) => post({ id, html }),
    (error: unknown) => post({ id, fault: error instanceof Error ? error.message : String(error) }),
  )
})
