/** CSS pixels of what is one pixel on a wall of 1920 × 1080, as `--u` of the style sheets has it. */
export function surfaceUnit(): number {
  const { innerWidth: width, innerHeight: height } = window
  return width >= height
    ? Math.max(0.5, Math.min(width / 1920, height / 1080))
    : Math.max(0.42, Math.min(width / 1080, height / 1920))
}
