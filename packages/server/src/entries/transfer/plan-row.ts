import {
  type ComponentAttribute,
  type DynamicZoneAttribute,
  type LinkAttribute,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  closest,
  isScalar,
  isRecord,
} from '@content-api/model'
import { InvalidValue, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { ImportError, ImportMistakes } from '@content-api/engine/errors'
import { isMorph, linkTarget, relatesToMany } from '@content-api/engine/plan'
import type { LinkedRow, PlannedComponent, PlannedLink, PlannedRow } from '@content-api/engine/transfer'
import { hashPassword } from '../../secrets/password-hash.js'
import { readId, readList, readMorph, readTarget, rejectDuplicates, type ValueLocation } from './read-values.js'

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
export async function planRow(
  schema: Schema,
  id: number | null,
  values: Readonly<Record<string, unknown>>,
  row: ValueLocation,
  registry: Registry,
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
        parts.scalars[name] = await readScalar(value, attribute, name, location)
      } else if (value !== undefined && value !== null) {
        await planLink(parts, schema, name, attribute, value, location, registry)
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
    mistakes.add(unknownAttribute(schema, name, row), { attribute })
  }
  const more = unknown.length - maximumNamed
  if (more > 0) mistakes.add(new ImportError(row.line, `${schema.uid} has no attributes for ${more} more keys.`))
}

function unknownAttribute(schema: Schema, name: string, { line }: ValueLocation): ImportError {
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
  registry: Registry,
): Promise<void> {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
    parts.components.push(...(await planComponents(name, attribute, value, location, registry)))
    return
  }
  if (isOtherSide(schema, name, attribute)) {
    throw new ImportError(
      location.line,
      `${location.path} is the other side of a relation: it is imported with the entries that it points at.`,
    )
  }
  const readItem = (item: unknown) => readLinked(attribute, item, location, registry)
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
  registry: Registry,
): LinkedRow {
  if (attribute.type === 'relation' && isMorph(attribute)) {
    const { type, id } = readMorph(value, location, registry)
    return { schema: type, id, order: null }
  }
  return { schema: linkTarget(attribute, registry) as Schema, ...readTarget(value, location) }
}

async function planComponents(
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
  location: ValueLocation,
  registry: Registry,
): Promise<PlannedComponent[]> {
  const many = attribute.type === 'dynamiczone' || attribute.repeatable
  const items = many ? readList(value, location) : [value]
  const planned: PlannedComponent[] = []
  const mistakes = new ImportMistakes()
  for (const [index, item] of items.entries()) {
    const itemLocation = { line: location.line, path: many ? `${location.path}.${index}` : location.path }
    try {
      const row = await planComponent(attribute, item, itemLocation, registry)
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
  registry: Registry,
): Promise<PlannedRow> {
  if (!isRecord(item)) throw new ImportError(location.line, `${location.path} must be an object.`)
  const { id, __component: uid, ...values } = item
  const component = readComponent(attribute, uid, location, registry)
  const own = id === undefined ? null : readId(id, { line: location.line, path: `${location.path}.id` })
  return planRow(component, own, values, location, registry)
}

function readComponent(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  uid: unknown,
  { line, path }: ValueLocation,
  registry: Registry,
) {
  if (attribute.type === 'component') return registry.component(attribute.component)
  if (typeof uid === 'string' && attribute.components.includes(uid)) return registry.component(uid)
  throw new ImportError(line, `${path}.__component must be one of ${attribute.components.join(', ')}.`)
}
