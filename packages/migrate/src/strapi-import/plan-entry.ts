import { InvalidValue, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { fileType, isMorph, relatesToMany, userType, type Values } from '@content-api/engine/plan'
import type { LinkedRow, PlannedComponent, PlannedLink, PlannedRow } from '@content-api/engine/transfer'
import {
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
} from '@content-api/model'
import type { Link } from '../strapi-source/link-store.js'
import { isId, type SourceEntry, type StrapiSource, type Survey } from '../strapi-source/source.js'
import type { Report } from './report.js'
import type { UniqueValues } from './unique-values.js'

/** The input that planning an entry needs besides the entry; the same for all entries of an import. */
export interface PlanContext {
  readonly source: Pick<StrapiSource, 'kind'>
  readonly survey: Survey
  readonly registry: Registry
  readonly report: Report
  readonly unique: UniqueValues
  readonly defaultLocale: string
  /** The time of the import, for entries without `createdAt` or `updatedAt`. */
  readonly now: string
  /**
   * The least id among the localizations of an entry, by type and id. Entries without other localizations are
   * missing.
   */
  readonly groups: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Types and attributes that are not imported, as the caller requested. */
  readonly leaveOut: ReadonlySet<string>
}

/** The row that is being planned. */
interface RowPlace {
  readonly schema: Schema
  readonly id: number
  /** `api::article.article 5`, for messages. */
  readonly entry: string
  /** `seo.canonical.`, for messages about components. */
  readonly path: string
  /** The level of a component in its entry: 0 for the entry itself. */
  readonly depth: number
}

/** Returns the row to write for an entry. Mistakes go into the report; after a mistake the row must not be written. */
export function planEntry(type: ContentType, { id, data }: SourceEntry, context: PlanContext): PlannedRow {
  const place: RowPlace = { schema: type, id, entry: `${type.uid} ${id}`, path: '', depth: 0 }
  const values = withDefaults(type, data, context)
  const row = planRow(place, values, context)
  const locale = type.localized ? String(values['locale']) : null
  context.unique.check(type, id, row.scalars, locale, context.report)
  if (!type.localized) return row
  return { ...row, group: context.groups.get(type.uid)?.get(id) ?? id }
}

/** Adds the values that an entry in Strapi may lack: times, and the default locale. */
function withDefaults(type: ContentType, data: Values, { now, defaultLocale }: PlanContext): Values {
  const updatedAt = data['updatedAt'] ?? now
  return {
    ...data,
    createdAt: data['createdAt'] ?? now,
    updatedAt,
    ...(type.draftAndPublish && data['publishedAt'] === undefined ? { publishedAt: updatedAt } : {}),
    ...(type.localized ? { locale: data['locale'] ?? defaultLocale } : {}),
  }
}

function planRow(place: RowPlace, values: Values, context: PlanContext): PlannedRow {
  const { schema, id } = place
  reportUnknown(place, values, context)
  const scalars: Record<string, Stored> = {}
  const links: PlannedLink[] = []
  const components: PlannedComponent[] = []
  for (const name in schema.attributes) {
    if (name === 'id') continue
    const attribute = schema.attributes[name] as Attribute
    if (isScalar(attribute)) scalars[name] = planScalar(place, name, attribute, values[name], context)
    else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      components.push(...planComponents(place, name, attribute, values[name], context))
    } else if (isOwned(schema, name, attribute)) {
      const many = attribute.type === 'media' ? attribute.multiple : relatesToMany(attribute)
      const targets = planTargets(place, name, attribute, many, context)
      if (targets.length > 0) links.push({ name, targets })
    }
  }
  return { schema, id, group: null, scalars, links, components }
}

/**
 * Secrets that are not imported. Strapi stores the codes of its mails as plain text, this service stores
 * digests. Administrators can't sign in here.
 */
const secrets: Readonly<Record<string, readonly string[]>> = {
  [userType]: ['resetPasswordToken', 'confirmationToken'],
  'admin::user': ['password', 'resetPasswordToken', 'registrationToken'],
}

/** Values that Strapi stores without an attribute in the schema. */
const undeclared: Readonly<Record<string, readonly string[]>> = {
  'plugin::upload.file': ['folderPath'],
}

function planScalar(
  place: RowPlace,
  name: string,
  attribute: ScalarAttribute,
  input: unknown,
  context: PlanContext,
): Stored {
  const { schema, entry, path } = place
  const value = input === undefined ? attribute.default : input
  if (value === undefined || value === null) return null
  if (secrets[schema.uid]?.includes(name)) {
    context.report.leftOut(`${schema.uid}.${name}`, 'codes and passwords of Strapi that have no use here')
    return null
  }
  const behaviour = scalarBehaviours[attribute.type]
  // Strapi stores hashes of passwords. They are imported unchanged.
  if (behaviour.hidden) return typeof value === 'string' ? value : JSON.stringify(value)
  const exact = attribute.type === 'biginteger' ? readBigInteger(value, `${entry}, ${path}${name}`, context) : value
  try {
    return behaviour.parse(exact, attribute, name)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    context.report.mistake(`${entry}, ${path}${name}`, error.message)
    return null
  }
}

/** Reports values without an attribute: the source has another schema. */
function reportUnknown({ schema, entry, path }: RowPlace, values: Values, { report, leaveOut }: PlanContext): void {
  for (const name in values) {
    if (Object.hasOwn(schema.attributes, name) || values[name] === null || values[name] === undefined) continue
    if (name === 'id' || name === '__component') continue
    const what = `${schema.uid}.${name}`
    if (undeclared[schema.uid]?.includes(name)) {
      if (values[name] !== '/') report.leftOut(what, 'the service has no media folders')
    } else if (leaveOut.has(what)) report.leftOut(what, 'as requested by --leave-out')
    else {
      report.mistake(
        `${entry}, ${path}${name}`,
        `the schema of ${schema.uid} has no such attribute. Add it, or leave it out: --leave-out ${what}`,
      )
    }
  }
}

/**
 * Returns whether this row owns the relation. Other relations are imported with the row that owns them.
 * Localizations are imported by their `group`.
 */
function isOwned(schema: Schema, name: string, attribute: MediaAttribute | RelationAttribute): boolean {
  if (attribute.type === 'media') return true
  if (name === 'localizations' && schema.model === 'contentType' && schema.localized) return false
  if (isMorph(attribute)) return attribute.morphBy === undefined
  return attribute.mappedBy === undefined
}

/** The greatest depth of nested components. Optional components may form a cycle, so schemas set no limit. */
const deepest = 50

function planComponents(
  place: RowPlace,
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
  context: PlanContext,
): PlannedComponent[] {
  if (value === undefined || value === null) return []
  const { report, registry } = context
  const many = attribute.type === 'dynamiczone' || attribute.repeatable
  const at = `${place.entry}, ${place.path}${name}`
  if (many !== Array.isArray(value)) {
    report.mistake(at, many ? 'must be a list of components.' : 'must be one component, not a list.')
    return []
  }
  const planned: PlannedComponent[] = []
  for (const [index, item] of (many ? (value as unknown[]) : [value]).entries()) {
    const path = many ? `${name}.${index}` : name
    const component = isRecord(item) ? componentOf(attribute, item['__component']) : null
    if (component === null || !isRecord(item) || !isId(item['id'])) {
      report.mistake(`${place.entry}, ${place.path}${path}`, describeComponent(item))
      continue
    }
    if (place.depth === deepest) {
      report.mistake(at, `components are nested more than ${deepest} levels deep.`)
      continue
    }
    const schema = registry.component(component)
    const id = item['id']
    context.unique.component(component, id, `${place.entry}, ${place.path}${path}`, report)
    const itemPlace: RowPlace = { ...place, schema, id, path: `${place.path}${path}.`, depth: place.depth + 1 }
    const row = planRow(itemPlace, item, context)
    planned.push({ field: name, position: index + 1, row })
  }
  return planned
}

function componentOf(attribute: ComponentAttribute | DynamicZoneAttribute, uid: unknown): string | null {
  if (attribute.type === 'component') return attribute.component
  return typeof uid === 'string' && attribute.components.includes(uid) ? uid : null
}

function describeComponent(item: unknown): string {
  const { id, __component: uid } = isRecord(item) ? item : {}
  return `${JSON.stringify({ id, __component: uid })} is not a component that the schema allows here.`
}

/** Returns the rows that an attribute of a row points at, in their order. */
function planTargets(
  { schema, id, entry, path }: RowPlace,
  name: string,
  attribute: MediaAttribute | RelationAttribute,
  many: boolean,
  context: PlanContext,
): LinkedRow[] {
  const { survey, report, unique } = context
  const found = survey.links.of(schema.uid, name, id)
  if (found.length === 0) return []
  const targets: LinkedRow[] = []
  const seen = new Set<string>()
  for (const link of found) {
    const target = targetOf(attribute, link, context)
    if (target === null) {
      report.leftOut(`${schema.uid}.${name}`, `points at ${link.targetType}, which is not imported`)
      continue
    }
    if (context.leaveOut.has(target.uid)) {
      report.leftOut(`${schema.uid}.${name}`, `points at ${target.uid}, which is left out`)
      continue
    }
    if (!survey.ids.get(target.uid)?.has(link.target)) {
      // Strapi itself ignores polymorphic links to deleted entries.
      if (isPolymorphic(attribute)) report.leftOut(`${schema.uid}.${name}`, 'points at entries that were deleted')
      else
        report.mistake(`${entry}, ${path}${name}`, `points at ${target.uid} ${link.target}, which isn't in the source.`)
      continue
    }
    const key = `${target.uid} ${link.target}`
    if (seen.has(key) || (!many && targets.length > 0)) {
      report.leftOut(
        `${schema.uid}.${name}`,
        seen.has(key) ? 'the same link twice' : 'a second link of a to-one relation',
      )
      continue
    }
    seen.add(key)
    if (isExclusive(attribute)) unique.target(schema, name, link.target, `${entry}, ${path}${name}`, report)
    targets.push({ schema: target, id: link.target, order: link.inverseOrder })
  }
  return targets
}

const isPolymorphic = (attribute: MediaAttribute | RelationAttribute) =>
  attribute.type === 'relation' && isMorph(attribute)

/** Both sides of the relation are to-one: a target has at most one owner. */
const isExclusive = (attribute: MediaAttribute | RelationAttribute) =>
  attribute.type === 'relation' && attribute.relation === 'oneToOne' && attribute.inversedBy !== undefined

function targetOf(
  attribute: MediaAttribute | RelationAttribute,
  { targetType }: Link,
  { registry }: PlanContext,
): Schema | null {
  if (attribute.type === 'media') return registry.contentType(fileType)
  if (isMorph(attribute)) return registry.contentTypes.get(targetType ?? '') ?? null
  return registry.contentType(attribute.target as string)
}

const least = -(2n ** 63n)
const greatest = 2n ** 63n - 1n

/**
 * Returns a big integer as a string. Strapi writes big integers to archives as doubles: beyond 2^53 they are
 * rounded, and the greatest one no longer fits 64 bits. Rounded values are reported and limited to 64 bits.
 */
function readBigInteger(value: unknown, place: string, { source, survey, report }: PlanContext): unknown {
  if (source.kind !== 'archive') return value
  const text = typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : value
  if (typeof text !== 'string' || !/^-?\d{16,25}$/.test(text)) return text
  const number = BigInt(text)
  if (number <= BigInt(Number.MAX_SAFE_INTEGER) && number >= BigInt(Number.MIN_SAFE_INTEGER)) return text
  if (survey.exactIntegers) return text
  report.example('The archive has rounded these big integers', place)
  return String(number > greatest ? greatest : number < least ? least : number)
}
