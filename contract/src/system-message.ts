import { z } from 'zod'

const text = z.string().trim().max(500)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #ff0000')
const icons = ['info', 'warning', 'maintenance', 'time', 'news'] as const

const message = z.strictObject({
  text,
  /** By locale; `text` stands where there is none. */
  texts: z.record(z.string(), text).default({}),
  backgroundColor: colour.default('#ff0000'),
  textColor: colour.default('#000000'),
  link: z.url({ protocol: /^https$/, error: 'an address that begins with https://' }).optional(),
  icon: z.enum(icons).default('warning'),
})

/** `system-message.json`: a bar over every screen of the survey. */
export const systemMessageFile = message.extend({ $schema: z.string().optional() }).meta({ id: 'SystemMessageFile' })

/** As a client shows it. */
export const systemMessage = message.meta({ id: 'SystemMessage' })
export type SystemMessage = z.output<typeof systemMessage>
