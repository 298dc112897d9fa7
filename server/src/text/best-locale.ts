/**
 * Of some locales the one that somebody wishes for most, the first where none fits. `wishes`: tags, or an Accept-Language
 * header with its weights.
 */
export function bestLocale(offered: readonly string[], ...wishes: readonly (string | undefined)[]): string {
  const language = (tag: string) => tag.toLowerCase().split('-', 1)[0]
  for (const wish of wishes.flatMap((one) => byWeight(one ?? ''))) {
    const found =
      offered.find((one) => one.toLowerCase() === wish) ?? offered.find((one) => language(one) === language(wish))
    if (found !== undefined) return found
  }
  return offered[0] ?? 'en'
}

/** The tags of an Accept-Language header or of `ui_locales`, the dearest first. */
const byWeight = (wish: string): readonly string[] =>
  wish
    .toLowerCase()
    .split(/[\s,]+(?!q=)/)
    .filter((one) => one !== '')
    .map((one) => {
      const [tag = '', weight] = one.split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
