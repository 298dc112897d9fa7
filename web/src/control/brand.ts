import { brandOf } from '@kaiku/core/colour.ts'
import { useSyncExternalStore } from 'react'

export type BrandLook = { title: string; logo: string; colour: string }
const plain: BrandLook = { title: '', logo: '', colour: '' }

let look = plain
const listeners = new Set<() => void>()

const properties = {
  primary: '--primary',
  onPrimary: '--on-primary',
  tint: '--tint',
  tintStrong: '--tint-strong',
} as const

/** The universe's colour on everything that can be acted on, in both themes; Kaiku's own for an empty one. */
export function showLook(next: BrandLook = plain) {
  look = next
  const brand = brandOf(next.colour)
  const { style } = document.documentElement
  for (const [part, property] of Object.entries(properties)) {
    const key = part as keyof typeof properties
    if (brand) style.setProperty(property, `light-dark(${brand.light[key]}, ${brand.dark[key]})`)
    else style.removeProperty(property)
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How the universe shows itself at the moment. */
export const useLook = (): BrandLook => useSyncExternalStore(subscribe, () => look)
