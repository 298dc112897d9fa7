/** Where something stands on a sheet, in millimetres from its left and upper edge. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** `sender`: the small line above the address; `body`: where the text begins, from the upper edge. */
type Window = { readonly sender: Area; readonly address: Area; readonly body: number }

/**
 * Where envelopes show the address. `dinB` and `dinA`: DIN 5008, on envelopes by DIN 680; `left` and `right`: what the
 * left and the right windows of Nordic envelopes (C5, C65, E65) show together; `us10`: No. 10.
 */
export const letterWindows = {
  dinB: window({ x: 25, y: 57.7, width: 80 }, { gap: 5, height: 27.3 }, 98.4),
  dinA: window({ x: 25, y: 39.7, width: 80 }, { gap: 5, height: 27.3 }, 80.4),
  left: window({ x: 22, y: 43.5, width: 78 }, { gap: 4.5, height: 22 }, 92),
  right: window({ x: 115, y: 45.5, width: 76 }, { gap: 4.5, height: 24 }, 92),
  us10: window({ x: 25.4, y: 47.5, width: 80 }, { gap: 5.5, height: 25 }, 92),
} as const satisfies Record<string, Window>

export type LetterLayout = keyof typeof letterWindows

function window(
  { x, y, width }: Omit<Area, 'height'>,
  { gap, height }: { readonly gap: number; readonly height: number },
  body: number,
): Window {
  return { sender: { x, y, width, height: gap }, address: { x, y: y + gap, width, height }, body }
}
