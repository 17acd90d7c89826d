import {
  type Attribute,
  type ComponentAttribute,
  type ContentType,
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
import { type Layout, fileType, groupColumn } from '../../storage/layout.js'
import { hashPassword } from '../../secrets/password-hash.js'
import { ImportError } from './entry-line.js'
import type { PlannedComponent, PlannedLinks, PlannedRow, Reference } from './planned-row.js'

export interface LineContext {
  readonly registry: Registry
  readonly layout: Layout
  readonly defaultLocale: string
  /** The time given to entries that say nothing of their own. */
  readonly now: string
}

interface Place {
  readonly line: number
  readonly path: string
}

/** A row while it is gathered. */
interface Draft {
  readonly columns: Record<string, Stored>
  readonly references: Reference[]
  readonly links: PlannedLinks[]
  readonly components: PlannedComponent[]
}

/**
 * Checks one line and says which rows it comes to.
 * @throws ImportError
 */
export async function planLine(value: unknown, line: number, context: LineContext): Promise<PlannedRow> {
  const place = { line, path: '' }
  if (!isRecord(value)) throw new ImportError(line, 'is not a JSON object.')
  const { type, id, attributes, localizationOf, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ImportError(line, `has an unknown key "${unknown}": there are type, id, localizationOf and attributes.`)
  const schema = readType(type, line, context.registry)
  const own = readId(id, { line, path: 'id' })
  if (!isRecord(attributes)) throw new ImportError(line, '"attributes" must be an object.')
  const row = await planRow(schema, own, withStandards(schema, attributes, context), place, context)
  if (!schema.localized) return row
  const first = localizationOf === undefined ? own : readId(localizationOf, { line, path: 'localizationOf' })
  return { ...row, columns: { ...row.columns, [groupColumn]: first } }
}

function readType(uid: unknown, line: number, { contentTypes }: Registry): ContentType {
  const type = typeof uid === 'string' ? contentTypes.get(uid) : undefined
  if (type) return type
  const near = typeof uid === 'string' ? closest(uid, contentTypes.keys()) : undefined
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  throw new ImportError(line, `there is no content type ${JSON.stringify(uid)}.${hint}`)
}

/** What the service adds itself, where the line says nothing: times, live, the default locale. */
function withStandards(
  type: ContentType,
  given: Readonly<Record<string, unknown>>,
  { now, defaultLocale }: LineContext,
) {
  return {
    createdAt: now,
    updatedAt: now,
    ...(type.draftAndPublish ? { publishedAt: now } : {}),
    ...(type.localized ? { locale: defaultLocale } : {}),
    ...given,
  }
}

async function planRow(
  schema: Schema,
  id: number | null,
  values: Readonly<Record<string, unknown>>,
  place: Place,
  context: LineContext,
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
  context: LineContext,
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
  context: LineContext,
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

function readList(value: unknown, { line, path }: Place): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ImportError(line, `${path} must be an array.`)
}

function readTarget(value: unknown, at: Place): { id: number; order: number | null } {
  if (!isRecord(value)) return { id: readId(value, at), order: null }
  const { id, order } = value
  if (order !== undefined && typeof order !== 'number')
    throw new ImportError(at.line, `${at.path}: order must be a number.`)
  return { id: readId(id, at), order: order ?? null }
}

function readMorph(value: unknown, at: Place, registry: Registry): { type: ContentType; id: number } {
  if (!isRecord(value)) throw new ImportError(at.line, `${at.path} must be { "type", "id" }.`)
  return { type: readType(value['type'], at.line, registry), id: readId(value['id'], at) }
}

function readId(value: unknown, { line, path }: Place): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new ImportError(
    line,
    `${path} must be the id of an entry, a whole number above 0, but is ${JSON.stringify(value)}.`,
  )
}

function refuseTwice(targets: PlannedLinks['targets'], { line, path }: Place): void {
  const seen = new Set<string>()
  for (const { schema, id } of targets) {
    const key = `${schema.uid} ${id}`
    if (seen.has(key)) throw new ImportError(line, `${path} points at ${id} twice.`)
    seen.add(key)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
