/** How a mail program is coloured. */
export type MailLook = 'light' | 'dark'

const meta = /(<meta name="(?:supported-)?color-schemes?" content=")[^"]*(")/g
/** Conditions that always hold, and that never do. */
const [always, never] = ['(min-width: 0px)', '(max-width: 0px)']

/** A mail as it stands in a program of these colours, whatever colours its reader has. */
export const inLook = (html: string, look: MailLook | undefined): string =>
  look === undefined
    ? html
    : html
        .replace(meta, `$1${look}$2`)
        .replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, wanted: string) =>
          wanted.toLowerCase() === look ? always : never,
        )
