import { InvalidValue, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { ImportError, ImportMistakes } from '@content-api/engine/errors'
import { isMorph, linkTarget, relatesToMany } from '@content-api/engine/plan'
import type { LinkedRow, PlannedComponent, PlannedLink, PlannedRow } from '@content-api/engine/transfer'
import {
  type ComponentAttribute,
  type ContentType,
  closest,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  type LinkAttribute,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  listed,
} from '@content-api/model'

export interface EntryContext {
  readonly registry: Registry
  readonly defaultLocale: string
  /** The default of time attributes such as `createdAt`. */
  readonly now: string
  readonly hashPassword: (password: string) => Promise<string>
}

/**
 * Checks one line and plans its rows.
 * @throws ImportError
 */
export async function planLine(value: unknown, line: number, context: EntryContext): Promise<PlannedRow> {
  if (!isRecord(value)) throw new ImportError(line, 'is not a JSON object.')
  const { type, id, attributes, localizationOf, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ImportError(line, `has an unknown key "${unknown}": there are type, id, localizationOf and attributes.`)
  const schema = readType(type, line, context.registry)
  const own = readId(id, { line, path: 'id' })
  if (!isRecord(attributes)) throw new ImportError(line, '"attributes" must be an object.')
  const group = localizationOf === undefined ? null : readId(localizationOf, { line, path: 'localizationOf' })
  return planEntry(schema, { id: own, group, attributes, line }, context)
}

export interface EntryValues {
  /** Null: the import assigns an id. */
  readonly id: number | null
  /** The id of the first localization; null for the first localization itself. */
  readonly group: number | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly line: number
}

/** Plans the rows of an entry, with defaults for its standard attributes. @throws ImportError */
export async function planEntry(
  schema: ContentType,
  { id, group, attributes, line }: EntryValues,
  context: EntryContext,
): Promise<PlannedRow> {
  const values = withDefaults(schema, attributes, context)
  const row = await planRow(schema, id, values, { line, path: '' }, context)
  return schema.localized ? { ...row, group: group ?? id } : row
}

/** Adds the defaults of missing standard attributes: times, `publishedAt`, the default locale. */
function withDefaults(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { now, defaultLocale }: EntryContext,
) {
  return {
    createdAt: now,
    updatedAt: now,
    ...(type.draftAndPublish ? { publishedAt: now } : {}),
    ...(type.localized ? { locale: defaultLocale } : {}),
    ...values,
  }
}

/** The location of a value, for error messages. */
interface ValueLocation {
  readonly line: number
  readonly path: string
}

type RowContext = Pick<EntryContext, 'registry' | 'hashPassword'>

/** The parts of a row while they are collected. */
interface RowParts {
  readonly scalars: Record<string, Stored>
  readonly links: PlannedLink[]
  readonly components: PlannedComponent[]
}

/**
 * Plans the row for these values, with its components. `id` is null for a component without an id.
 * @throws ImportError with the mistakes of all attributes
 */
async function planRow(
  schema: Schema,
  id: number | null,
  values: Readonly<Record<string, unknown>>,
  row: ValueLocation,
  context: RowContext,
): Promise<PlannedRow> {
  const parts: RowParts = { scalars: {}, links: [], components: [] }
  const mistakes = new ImportMistakes()
  addUnknown(mistakes, schema, values, row)
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id') continue
    const location = { line: row.line, path: row.path === '' ? name : `${row.path}.${name}` }
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    try {
      if (isScalar(attribute)) {
        parts.scalars[name] = await readScalar(value, attribute, name, location, context)
      } else if (value !== undefined && value !== null) {
        await planLink(parts, schema, name, attribute, value, location, context)
      }
    } catch (error) {
      mistakes.add(error, { attribute: location.path })
    }
  }
  mistakes.throwIfAny()
  return { schema, id, group: null, ...parts }
}

const isKnown = (schema: Schema, name: string) => schema.attributes[name] !== undefined && name !== 'id'

/** Maximum unknown attributes of a row reported by name. Finding the similar name for each takes time. */
const maximumNamed = 20

function addUnknown(
  mistakes: ImportMistakes,
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  row: ValueLocation,
): void {
  const unknown = Object.keys(values).filter((name) => !isKnown(schema, name))
  for (const name of unknown.slice(0, maximumNamed)) {
    const attribute = row.path === '' ? name : `${row.path}.${name}`
    mistakes.add(describeUnknown(schema, name, row), { attribute })
  }
  const more = unknown.length - maximumNamed
  if (more > 0) mistakes.add(new ImportError(row.line, `${schema.uid} has no attributes for ${more} more keys.`))
}

function describeUnknown(schema: Schema, name: string, { line }: ValueLocation): ImportError {
  const near = closest(name, Object.keys(schema.attributes))
  return new ImportError(
    line,
    `${schema.uid} has no attribute "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  )
}

async function readScalar(
  input: unknown,
  attribute: ScalarAttribute,
  name: string,
  { line, path }: ValueLocation,
  { hashPassword }: RowContext,
): Promise<Stored> {
  const value = input === undefined ? attribute.default : input
  if (value === undefined || value === null) return null
  const behaviour = scalarBehaviours[attribute.type]
  try {
    if (!behaviour.hidden) return behaviour.parse(value, attribute, name)
    if (isRecord(value) && typeof value['hash'] === 'string') return value['hash']
    return await hashPassword(String(behaviour.parse(value, attribute, name)))
  } catch (error) {
    if (error instanceof InvalidValue) throw new ImportError(line, `${path}: ${error.message}`)
    throw error
  }
}

async function planLink(
  parts: RowParts,
  schema: Schema,
  name: string,
  attribute: LinkAttribute,
  value: unknown,
  location: ValueLocation,
  context: RowContext,
): Promise<void> {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
    parts.components.push(...(await planComponents(name, attribute, value, location, context)))
    return
  }
  if (isOtherSide(schema, name, attribute)) {
    throw new ImportError(
      location.line,
      `${location.path} is the other side of a relation: it is imported with the entries that it points at.`,
    )
  }
  const readItem = (item: unknown) => readLinked(attribute, item, location, context)
  const targets = toMany(attribute) ? readList(value, location).map(readItem) : [readItem(value)]
  rejectDuplicates(targets, location)
  parts.links.push({ name, targets })
}

/** Returns whether a relation is read elsewhere: from its other side, or `localizations` from `localizationOf`. */
function isOtherSide(schema: Schema, name: string, attribute: LinkAttribute): boolean {
  if (attribute.type !== 'relation') return false
  if (name === 'localizations' && schema.model === 'contentType' && schema.localized) return true
  return attribute.mappedBy !== undefined || attribute.morphBy !== undefined
}

const toMany = (attribute: MediaAttribute | RelationAttribute) =>
  attribute.type === 'media' ? attribute.multiple : relatesToMany(attribute)

function readLinked(
  attribute: MediaAttribute | RelationAttribute,
  value: unknown,
  location: ValueLocation,
  context: RowContext,
): LinkedRow {
  if (attribute.type === 'relation' && isMorph(attribute)) {
    const { type, id } = readMorph(value, location, context.registry)
    return { schema: type, id, order: null }
  }
  return { schema: linkTarget(attribute, context.registry) as Schema, ...readTarget(value, location) }
}

async function planComponents(
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
  location: ValueLocation,
  context: RowContext,
): Promise<PlannedComponent[]> {
  const many = attribute.type === 'dynamiczone' || attribute.repeatable
  const items = many ? readList(value, location) : [value]
  const planned: PlannedComponent[] = []
  const mistakes = new ImportMistakes()
  for (const [index, item] of items.entries()) {
    const itemLocation = { line: location.line, path: many ? `${location.path}.${index}` : location.path }
    try {
      const row = await planComponent(attribute, item, itemLocation, context)
      planned.push({ field: name, position: index + 1, row })
    } catch (error) {
      mistakes.add(error, { attribute: itemLocation.path })
    }
  }
  mistakes.throwIfAny()
  return planned
}

async function planComponent(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  item: unknown,
  location: ValueLocation,
  context: RowContext,
): Promise<PlannedRow> {
  if (!isRecord(item)) throw new ImportError(location.line, `${location.path} must be an object.`)
  const { id, __component: uid, ...values } = item
  const component = readComponent(attribute, uid, location, context)
  const own = id === undefined ? null : readId(id, { line: location.line, path: `${location.path}.id` })
  return planRow(component, own, values, location, context)
}

function readComponent(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  uid: unknown,
  { line, path }: ValueLocation,
  { registry }: RowContext,
) {
  if (attribute.type === 'component') return registry.component(attribute.component)
  if (typeof uid === 'string' && attribute.components.includes(uid)) return registry.component(uid)
  throw new ImportError(line, `${path}.__component must be one of ${listed(attribute.components)}.`)
}

function readType(uid: unknown, line: number, { contentTypes }: Registry): ContentType {
  const type = typeof uid === 'string' ? contentTypes.get(uid) : undefined
  if (type) return type
  const near = typeof uid === 'string' ? closest(uid, contentTypes.keys()) : undefined
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  throw new ImportError(line, `there is no content type ${JSON.stringify(uid)}.${hint}`)
}

function readList(value: unknown, { line, path }: ValueLocation): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ImportError(line, `${path} must be an array.`)
}

function readTarget(value: unknown, location: ValueLocation): { id: number; order: number | null } {
  if (!isRecord(value)) return { id: readId(value, location), order: null }
  const { id, order } = value
  if (order !== undefined && typeof order !== 'number')
    throw new ImportError(location.line, `${location.path}: order must be a number.`)
  return { id: readId(id, location), order: order ?? null }
}

function readMorph(value: unknown, location: ValueLocation, registry: Registry): { type: ContentType; id: number } {
  if (!isRecord(value)) throw new ImportError(location.line, `${location.path} must be { "type", "id" }.`)
  return { type: readType(value['type'], location.line, registry), id: readId(value['id'], location) }
}

function readId(value: unknown, { line, path }: ValueLocation): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new ImportError(
    line,
    `${path} must be the id of an entry, a whole number above 0, but is ${JSON.stringify(value)}.`,
  )
}

function rejectDuplicates(targets: readonly LinkedRow[], { line, path }: ValueLocation): void {
  const seen = new Set<string>()
  for (const { schema, id } of targets) {
    const key = `${schema.uid} ${id}`
    if (seen.has(key)) throw new ImportError(line, `${path} points at ${id} twice.`)
    seen.add(key)
  }
}
