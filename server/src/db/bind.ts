/** Binds a value to a statement of PostgreSQL: the placeholder that stands for it. */
export type Bind = (value: unknown) => string

/** Values of a statement, in the order of their placeholders. */
export function binder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}
