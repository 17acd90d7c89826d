import {
  type Attribute,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  type LinkAttribute,
  type Registry,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  closest,
  isScalar,
} from '@content-api/model'
import { InvalidValue, type Stored } from '../../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import { fileType } from '../../query/link-target.js'
import { hashPassword } from '../../secrets/password-hash.js'
import type { Layout } from '../../storage/layout.js'
import { ImportError } from './entry-line.js'
import type { PlannedComponent, PlannedLinks, PlannedRow, Reference } from './planned-row.js'
import { type Place, isRecord, readId, readList, readMorph, readTarget, refuseTwice } from './read-values.js'

export interface RowContext {
  readonly registry: Registry
  readonly layout: Layout
}

/** A row while it is gathered. */
interface Draft {
  readonly columns: Record<string, Stored>
  readonly references: Reference[]
  readonly links: PlannedLinks[]
  readonly components: PlannedComponent[]
}

/** The row that these values come to, with its components. `id` is null for a component that leaves its own open. */
export async function planRow(
  schema: Schema,
  id: number | null,
  values: Readonly<Record<string, unknown>>,
  place: Place,
  context: RowContext,
): Promise<PlannedRow> {
  const draft: Draft = { columns: {}, references: [], links: [], components: [] }
  for (const name of Object.keys(values)) refuseUnknown(schema, name, place)
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id') continue
    const at = { line: place.line, path: place.path === '' ? name : `${place.path}.${name}` }
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (isScalar(attribute)) {
      draft.columns[context.layout.schema(schema.uid).column(name)] = await readScalar(value, attribute, name, at)
    } else if (value !== undefined && value !== null) {
      await planLink(draft, schema, name, attribute, value, at, context)
    }
  }
  return { schema, id, ...draft }
}

function refuseUnknown(schema: Schema, name: string, { line }: Place): void {
  const attribute = schema.attributes[name]
  if (attribute && name !== 'id') return
  const near = closest(name, Object.keys(schema.attributes))
  throw new ImportError(
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
  context: RowContext,
): Promise<void> {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
    draft.components.push(...(await planComponents(name, attribute, value, at, context)))
    return
  }
  const layout = context.layout.schema(schema.uid).link(name)
  const target = () => targetOf(attribute, context.registry)
  switch (layout.kind) {
    case 'column': {
      const { id, order } = readTarget(value, at)
      draft.references.push({ name, column: layout.column, orderColumn: layout.order, target: target(), id, order })
      return
    }
    case 'morph': {
      const { type, id } = readMorph(value, at, context.registry)
      draft.columns[layout.type] = type.uid
      draft.columns[layout.id] = id
      return
    }
    case 'join': {
      if (isInverse(attribute)) throw inverse(at)
      const schema = target()
      const targets = readList(value, at).map((item) => ({ schema, ...readTarget(item, at) }))
      refuseTwice(targets, at)
      draft.links.push({
        name,
        table: layout.table,
        sourceColumn: layout.source,
        targetColumn: layout.target,
        orderColumn: layout.order,
        inverseOrderColumn: layout.inverseOrder,
        typeColumn: null,
        targets,
      })
      return
    }
    case 'morphJoin': {
      const targets = readList(value, at).map((item) => {
        const { type, id } = readMorph(item, at, context.registry)
        return { schema: type, id, order: null }
      })
      refuseTwice(targets, at)
      draft.links.push({
        name,
        table: layout.table,
        sourceColumn: layout.source,
        targetColumn: layout.target,
        orderColumn: layout.order,
        inverseOrderColumn: null,
        typeColumn: layout.type,
        targets,
      })
      return
    }
    case 'inverse':
    case 'inverseMorph':
    case 'siblings':
    case 'owned':
      throw inverse(at)
  }
}

const isInverse = (attribute: Attribute) => attribute.type === 'relation' && attribute.mappedBy !== undefined

const inverse = ({ line, path }: Place) =>
  new ImportError(line, `${path} is the other side of a relation: it is imported with the entries that it points at.`)

function targetOf(attribute: LinkAttribute, registry: Registry): Schema {
  return registry.contentType(
    attribute.type === 'media' ? fileType : ((attribute as RelationAttribute).target as string),
  )
}

async function planComponents(
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
  at: Place,
  context: RowContext,
): Promise<PlannedComponent[]> {
  const many = attribute.type === 'dynamiczone' || attribute.repeatable
  const items = many ? readList(value, at) : [value]
  const planned: PlannedComponent[] = []
  for (const [index, item] of items.entries()) {
    const place = { line: at.line, path: many ? `${at.path}.${index}` : at.path }
    if (!isRecord(item)) throw new ImportError(place.line, `${place.path} must be an object.`)
    const { id, __component: uid, ...values } = item
    const component = readComponent(attribute, uid, place, context.registry)
    const own = id === undefined ? null : readId(id, { line: place.line, path: `${place.path}.id` })
    const row = await planRow(component, own, values, place, context)
    planned.push({ field: name, position: index + 1, row })
  }
  return planned
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
