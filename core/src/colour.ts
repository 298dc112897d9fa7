/** Red, green, blue from 0 to 255. */
type Rgb = readonly [number, number, number]

/** `#rrggbb`; null for anything else. */
export function readColour(text: string): Rgb | null {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? []
  if (r === undefined || g === undefined || b === undefined) return null
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)]
}

const write = (colour: Rgb) => `#${colour.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** Relative luminance of WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((one) => {
    const part = one / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** What WCAG 2.2 AA asks of text. */
export const leastContrast = 4.5

const black: Rgb = [20, 23, 31]
const white: Rgb = [255, 255, 255]
/** The surfaces that text in the primary colour stands on, in both themes; the last is the plainest. */
const surfaces = {
  light: [
    [246, 247, 249],
    [255, 255, 255],
  ],
  dark: [
    [27, 31, 43],
    [22, 25, 35],
  ],
} as const satisfies Record<string, readonly Rgb[]>
/** Shares of the primary colour in what is selected, and in what is selected and pointed at. */
const tints = { soft: 0.08, strong: 0.2 }

export type Brand = { primary: string; onPrimary: string; tint: string; tintStrong: string }

function shade(primary: Rgb, theme: keyof typeof surfaces): Brand & { contrast: number } {
  const [page, surface] = surfaces[theme]
  const tint = mix(surface, primary, tints.soft)
  const onPrimary = contrast(primary, white) >= contrast(primary, black) ? white : black
  return {
    primary: write(primary),
    onPrimary: write(onPrimary),
    tint: write(tint),
    tintStrong: write(mix(surface, primary, tints.strong)),
    contrast: Math.min(...[page, surface, tint].map((one) => contrast(primary, one)), contrast(primary, onPrimary)),
  }
}

/**
 * A universe's colour in both themes. In the light theme it stands as it is: `contrast` says how well it reads there as
 * text and under it. In the dark one it is made lighter until it reads.
 */
export function brandOf(colour: string): { light: Brand; dark: Brand; contrast: number } | null {
  const primary = readColour(colour)
  if (!primary) return null
  const { contrast: inLight, ...light } = shade(primary, 'light')
  const steps = Array.from({ length: 21 }, (_, step) => shade(mix(primary, white, step / 20), 'dark'))
  const found = steps.find((one) => one.contrast >= leastContrast) ?? shade(white, 'dark')
  const { contrast: _, ...dark } = found
  return { light, dark, contrast: inLight }
}
