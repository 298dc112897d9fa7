import { momentIn, offsetIn } from './zoned-time.ts'

/** How much a message matters, the most urgent first. */
export const importances = ['maintenance', 'important', 'notice'] as const
export type Importance = (typeof importances)[number]

export const messageIcons = ['info', 'warning', 'maintenance', 'time', 'news'] as const

/** How a message looks that nobody gave another look; its text reads well on its background. */
export const usualLooks = {
  maintenance: { icon: 'maintenance', backgroundColor: '#7a2e00', textColor: '#ffffff' },
  important: { icon: 'warning', backgroundColor: '#ff0000', textColor: '#000000' },
  notice: { icon: 'info', backgroundColor: '#1f4b99', textColor: '#ffffff' },
} as const satisfies Record<Importance, object>

/** From when to when a message stands, in milliseconds since 1970; `endsAt` null: until somebody ends it. */
export type MessageSpan = { readonly startsAt: number; readonly endsAt: number | null }
export type MessageState = 'now' | 'coming' | 'past'

export function messageState({ startsAt, endsAt }: MessageSpan, now: number): MessageState {
  if (endsAt !== null && endsAt <= now) return 'past'
  return startsAt > now ? 'coming' : 'now'
}

/** The next moment at which one of them comes or goes; null: never. */
export function nextChange(messages: readonly MessageSpan[], now: number): number | null {
  const ahead = messages.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt ?? now]).filter((moment) => moment > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** The most urgent first; of those alike, the one that began last. */
export const inOrder = <M extends Pick<MessageSpan, 'startsAt'> & { readonly importance: Importance }>(
  messages: readonly M[],
): M[] =>
  [...messages].sort(
    (a, b) => importances.indexOf(a.importance) - importances.indexOf(b.importance) || b.startsAt - a.startsAt,
  )

/** Whoever reads it may put a message away, but not while what is announced goes on. */
export const mayClose = (importance: Importance): boolean => importance !== 'maintenance'

/** A place by the ids from below its view's root. */
export type MessagePlace = { readonly view: string; readonly path: readonly string[] }

/** Whom a message is for. */
export type MessageAudience =
  | { readonly to: 'everybody' }
  /** Who sees one of these surveys, over its screens. */
  | { readonly to: 'surveys'; readonly surveys: readonly string[] }
  /** Who has one of these roles, by their ids. */
  | { readonly to: 'roles'; readonly roles: readonly string[] }
  /** Whose own places are one of these, or lie below it. */
  | { readonly to: 'places'; readonly places: readonly MessagePlace[] }

/** Who looks, and where. */
export type MessageReader = {
  /** The survey of the screen, where the reader sees it. */
  readonly survey: string | null
  readonly hasRole: (roleId: string) => boolean
  readonly isOf: (place: MessagePlace) => boolean
}

export function isMeant(audience: MessageAudience, { survey, hasRole, isOf }: MessageReader): boolean {
  switch (audience.to) {
    case 'everybody':
      return true
    case 'surveys':
      return survey !== null && audience.surveys.some((one) => one.toLowerCase() === survey.toLowerCase())
    case 'roles':
      return audience.roles.some(hasRole)
    case 'places':
      return audience.places.some(isOf)
  }
}

const wallClock = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/

/** The moment at which a clock in the zone shows `2026-12-24T22:00`, milliseconds since 1970; null: no clock shows it. */
export function momentOfWall(zone: string, wall: string): number | null {
  const [, day = '', hours = '', minutes = ''] = wallClock.exec(wall) ?? []
  const written = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(written.getTime()) || written.toISOString().slice(0, 10) !== day) return null
  if (Number(hours) > 23 || Number(minutes) > 59 || day < '1970-01-02') return null
  return momentIn(zone, day, Number(hours) * 60 + Number(minutes))
}

/** What a clock in the zone shows, as `momentOfWall` reads it. */
export function wallOf(zone: string, moment: number): string {
  const whole = Math.floor(moment / 1_000) * 1_000
  return new Date(whole + offsetIn(zone, whole)).toISOString().slice(0, 16)
}
