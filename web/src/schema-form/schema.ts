/** What a form knows of one part of a JSON Schema. */
export type BlockSchema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, BlockSchema>>
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly enumDescriptions?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly pattern?: string
  readonly items?: BlockSchema
  readonly anyOf?: readonly BlockSchema[]
  readonly oneOf?: readonly BlockSchema[]
  readonly properties?: Readonly<Record<string, BlockSchema>>
  readonly required?: readonly string[]
  readonly propertyNames?: BlockSchema
  readonly additionalProperties?: boolean | BlockSchema
}

export type Json = Readonly<Record<string, unknown>>
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a schema refers to, under its own title. */
export function resolved(schema: BlockSchema, root: BlockSchema): BlockSchema {
  if (schema.$ref === undefined) return schema
  const found = root.$defs?.[schema.$ref.replace('#/$defs/', '')]
  if (!found) return schema
  const { title } = schema
  return Object.assign({}, resolved(found, root), title === undefined ? {} : { title })
}

export type FieldKind =
  | 'localised'
  | 'tick'
  | 'number'
  | 'choice'
  | 'fixed'
  | 'text'
  | 'code'
  | 'words'
  | 'choices'
  | 'cards'
  | 'entries'
  | 'list'
  | 'group'
  | 'other'

const branchesOf = ({ anyOf, oneOf }: BlockSchema) => anyOf ?? oneOf ?? []
/** What a part may be besides nothing. */
const presentBranches = (schema: BlockSchema, root: BlockSchema) =>
  branchesOf(schema)
    .map((one) => resolved(one, root))
    .filter(({ type }) => type !== 'null')

/** The types that a part may have, besides nothing. */
const typesOf = ({ type }: BlockSchema): readonly string[] =>
  (typeof type === 'string' ? [type] : (type ?? [])).filter((one) => one !== 'null')

const scalars = ['string', 'number', 'integer']
const isScalar = (schema: BlockSchema) =>
  typesOf(schema).length > 0 && typesOf(schema).every((one) => scalars.includes(one))

/** By which control a part is written; `other`: in the text only. */
export function kindOf(schema: BlockSchema, root: BlockSchema): FieldKind {
  if (schema.$ref?.endsWith('/Localised')) return 'localised'
  const known = resolved(schema, root)
  if ('const' in known) return 'fixed'
  if (known.enum) return 'choice'
  const branches = presentBranches(known, root)
  if (branches.length === 1 && branches[0]) return kindOf(branches[0], root)
  if (branches.length > 1) {
    if (branches.every(isScalar)) return 'code'
    if (oneOrMore(known, root)) return 'words'
    return branches.every(({ properties }) => properties) ? 'group' : 'other'
  }
  const [type, another] = typesOf(known)
  if (another !== undefined) return isScalar(known) ? 'code' : 'other'
  switch (type) {
    case 'boolean':
      return 'tick'
    case 'number':
    case 'integer':
      return 'number'
    case 'string':
      return 'text'
    case 'array':
      return kindOfList(known, root)
    case 'object':
      return known.properties ? 'group' : kindOfEntries(known, root)
    default:
      return 'other'
  }
}

const kindOfEntries = ({ additionalProperties: entry }: BlockSchema, root: BlockSchema): FieldKind =>
  typeof entry === 'object' && kindOf(entry, root) !== 'other' ? 'entries' : 'other'

/** The list of a part that may be one text or several; null: it is no such part. */
export function oneOrMore(schema: BlockSchema, root: BlockSchema): BlockSchema | null {
  const branches = presentBranches(schema, root)
  const list = branches.find((one) => kindOf(one, root) === 'words')
  return list && branches.every((one) => one === list || isScalar(one)) ? list : null
}

function kindOfList({ items }: BlockSchema, root: BlockSchema): FieldKind {
  if (!items) return 'other'
  const kind = kindOf(items, root)
  if (kind === 'choice') return 'choices'
  if (kind === 'text' || kind === 'code' || kind === 'number') return 'words'
  if (kind === 'group') return 'cards'
  return kind === 'localised' ? 'list' : 'other'
}

/** Whether a part may hold a number. */
export const takesNumber = (schema: BlockSchema, root: BlockSchema): boolean => {
  const known = resolved(schema, root)
  return [known, ...presentBranches(known, root)].some((one) =>
    typesOf(one).some((type) => type === 'number' || type === 'integer'),
  )
}

/** The key whose fixed value tells the shapes of a part apart; null where there is one shape, or no such key. */
export function keyOfShapes(schema: BlockSchema, root: BlockSchema): string | null {
  const shapes = shapesOf(schema, root)
  const [first] = shapes
  if (!first || shapes.length < 2) return null
  const isFixed = ({ properties }: BlockSchema, key: string) => {
    const one = properties?.[key]
    return one !== undefined && 'const' in one
  }
  return Object.keys(first.properties ?? {}).find((key) => shapes.every((shape) => isFixed(shape, key))) ?? null
}

/** The objects that a part may be. */
export function shapesOf(schema: BlockSchema, root: BlockSchema): readonly BlockSchema[] {
  const known = resolved(schema, root)
  const branches = presentBranches(known, root)
  if (branches.length === 0) return known.properties ? [known] : []
  return branches.flatMap((one) => shapesOf(one, root))
}

/** The shape that a value has: by its fixed value, else the one that knows most of its keys. */
export function shapeOf(value: unknown, schema: BlockSchema, root: BlockSchema): BlockSchema | null {
  const shapes = shapesOf(schema, root)
  const key = keyOfShapes(schema, root)
  if (!isJson(value)) return shapes[0] ?? null
  if (key !== null) return shapes.find((shape) => shape.properties?.[key]?.const === value[key]) ?? shapes[0] ?? null
  const knownBy = (shape: BlockSchema) => Object.keys(value).filter((one) => shape.properties?.[one]).length
  return [...shapes].sort((a, b) => knownBy(b) - knownBy(a))[0] ?? null
}

/** The least that a part may hold: what must be there, empty. `ids`: those that are taken. */
export function emptyOf(schema: BlockSchema, root: BlockSchema, ids: readonly string[] = []): unknown {
  const known = resolved(schema, root)
  switch (kindOf(schema, root)) {
    case 'fixed':
      return known.const
    case 'choice':
      return known.enum?.[0]
    case 'tick':
      return known.default ?? false
    case 'number':
      return known.default ?? known.minimum ?? 0
    case 'words':
    case 'choices':
    case 'list':
      return []
    case 'cards':
      return (known.minItems ?? 0) > 0 && known.items ? [emptyOf(known.items, root)] : []
    case 'group':
      return emptyGroup(shapesOf(schema, root)[0], root, ids)
    case 'other':
      return known.type === 'array' ? [] : {}
    case 'entries':
      return {}
    default:
      return ''
  }
}

const names = ['id', 'extName', 'extname', 'name']

function emptyGroup(shape: BlockSchema | undefined, root: BlockSchema, ids: readonly string[]): Json {
  const { properties = {}, required = [] } = shape ?? {}
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => required.includes(key))
      .map(([key, one]) => [key, names.includes(key) ? freshId(ids) : emptyOf(one, root)]),
  )
}

function freshId(ids: readonly string[]): string {
  const taken = new Set(ids)
  let n = 1
  while (taken.has(`new-${n}`)) n += 1
  return `new-${n}`
}

/** What an item is called in its file. */
export const idOf = (item: unknown): string => {
  if (!isJson(item)) return ''
  const key = [...names, 'code', 'question', 'indicator', 'column', 'day'].find((one) =>
    ['string', 'number'].includes(typeof item[one]),
  )
  return key === undefined ? '' : String(item[key])
}

/** A value in another shape: what both know stays, what is missing is there, empty. */
export function inShape(value: Json, shape: BlockSchema, root: BlockSchema, key: string): Json {
  const known = shape.properties ?? {}
  const kept = Object.entries(value).filter(([one]) => one !== key && known[one])
  return Object.fromEntries([
    ...Object.entries(emptyGroup(shape, root, [])).filter(([one]) => !kept.some(([name]) => name === one)),
    ...kept,
  ])
}

/** A title for people where the schema has none: `startFilter` is “Start filter”. */
export const titleOfKey = (key: string): string => {
  const spaced = key.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
