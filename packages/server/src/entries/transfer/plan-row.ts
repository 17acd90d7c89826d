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
import { InvalidValue, type Stored } from '../../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import { ImportError, ImportMistakes } from '../../errors/import-error.js'
import { isMorph, linkTarget, relatesToMany } from '../../query/link-target.js'
import { hashPassword } from '../../secrets/password-hash.js'
import type { LinkedRow, PlannedComponent, PlannedLink, PlannedRow } from '../../storage/transfer/planned-row.js'
import { type Place, readId, readList, readMorph, readTarget, refuseTwice } from './read-values.js'

/** A row while it is gathered. */
interface Draft {
  readonly scalars: Record<string, Stored>
  readonly links: PlannedLink[]
  readonly components: PlannedComponent[]
}

/**
 * The row that these values come to, with its components. `id` is null for a component that leaves its own open.
 * @throws ImportError with the mistakes of all attributes
 */
export async function planRow(
  schema: Schema,
  id: number | null,
  values: Readonly<Record<string, unknown>>,
  place: Place,
  registry: Registry,
): Promise<PlannedRow> {
  const draft: Draft = { scalars: {}, links: [], components: [] }
  const mistakes = new ImportMistakes()
  for (const name of Object.keys(values)) {
    const attribute = place.path === '' ? name : `${place.path}.${name}`
    if (!isKnown(schema, name)) mistakes.add(unknownAttribute(schema, name, place), { attribute })
  }
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id') continue
    const at = { line: place.line, path: place.path === '' ? name : `${place.path}.${name}` }
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    try {
      if (isScalar(attribute)) {
        draft.scalars[name] = await readScalar(value, attribute, name, at)
      } else if (value !== undefined && value !== null) {
        await planLink(draft, schema, name, attribute, value, at, registry)
      }
    } catch (error) {
      mistakes.add(error, { attribute: at.path })
    }
  }
  mistakes.throwIfAny()
  return { schema, id, group: null, ...draft }
}

const isKnown = (schema: Schema, name: string) => schema.attributes[name] !== undefined && name !== 'id'

function unknownAttribute(schema: Schema, name: string, { line }: Place): ImportError {
  const near = closest(name, Object.keys(schema.attributes))
  return new ImportError(
    line,
    `${schema.uid} has no attribute "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  )
}

async function readScalar(
  given: unknown,
  attribute: ScalarAttribute,
  name: string,
  { line, path }: Place,
): Promise<Stored> {
  const value = given === undefined ? attribute.default : given
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
  draft: Draft,
  schema: Schema,
  name: string,
  attribute: LinkAttribute,
  value: unknown,
  at: Place,
  registry: Registry,
): Promise<void> {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
    draft.components.push(...(await planComponents(name, attribute, value, at, registry)))
    return
  }
  if (isOtherSide(schema, name, attribute)) {
    throw new ImportError(
      at.line,
      `${at.path} is the other side of a relation: it is imported with the entries that it points at.`,
    )
  }
  const item = (given: unknown) => readLinked(attribute, given, at, registry)
  const targets = toMany(attribute) ? readList(value, at).map(item) : [item(value)]
  refuseTwice(targets, at)
  draft.links.push({ name, targets })
}

/** Relations that other rows own. */
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
  at: Place,
  registry: Registry,
): LinkedRow {
  if (attribute.type === 'relation' && isMorph(attribute)) {
    const { type, id } = readMorph(value, at, registry)
    return { schema: type, id, order: null }
  }
  return { schema: linkTarget(attribute, registry) as Schema, ...readTarget(value, at) }
}

async function planComponents(
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
  at: Place,
  registry: Registry,
): Promise<PlannedComponent[]> {
  const many = attribute.type === 'dynamiczone' || attribute.repeatable
  const items = many ? readList(value, at) : [value]
  const planned: PlannedComponent[] = []
  const mistakes = new ImportMistakes()
  for (const [index, item] of items.entries()) {
    const place = { line: at.line, path: many ? `${at.path}.${index}` : at.path }
    try {
      planned.push({ field: name, position: index + 1, row: await planComponent(attribute, item, place, registry) })
    } catch (error) {
      mistakes.add(error, { attribute: place.path })
    }
  }
  mistakes.throwIfAny()
  return planned
}

async function planComponent(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  item: unknown,
  place: Place,
  registry: Registry,
): Promise<PlannedRow> {
  if (!isRecord(item)) throw new ImportError(place.line, `${place.path} must be an object.`)
  const { id, __component: uid, ...values } = item
  const component = readComponent(attribute, uid, place, registry)
  const own = id === undefined ? null : readId(id, { line: place.line, path: `${place.path}.id` })
  return planRow(component, own, values, place, registry)
}

function readComponent(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  uid: unknown,
  { line, path }: Place,
  registry: Registry,
) {
  if (attribute.type === 'component') return registry.component(attribute.component)
  if (typeof uid === 'string' && attribute.components.includes(uid)) return registry.component(uid)
  throw new ImportError(line, `${path}.__component must be one of ${attribute.components.join(', ')}.`)
}
