/** The colours of the light screen, on paper. */
export const paper = {
  ink: '#14171f',
  muted: '#566070',
  faint: '#626b7a',
  hair: '#e3e6eb',
  strong: '#868e9c',
  surface: '#ffffff',
  sunken: '#eef0f3',
  primary: '#0000c8',
  good: '#00705a',
  bad: '#be0000',
  warning: '#7d5a00',
  bar: '#b9bffb',
  heatGood: '#8fe3cb',
  heatBad: '#f2aaa4',
  tintGood: '#bfeee0',
  tintBad: '#f6cccc',
  detractor: '#db7373',
  passive: '#ffdf7d',
  promoter: '#73e0c5',
} as const

/** A colour thinned with white; `strength` from 0 to 100. */
export function thinned(colour: string, strength: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `#${parts
    .map((part) =>
      Math.round(255 - ((255 - part) * strength) / 100)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
