import {
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isRecord,
  isScalar,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import type { DialectName } from '@content-api/engine/layout'
import type { Random } from '../strapi-starts/random.js'
import type { LeftOut } from './left-out.js'
import { drawValue } from './draw-values.js'
import type { KnownDocuments } from './known-documents.js'
import { rowOf } from './operation.js'

/** What bodies are drawn from. */
export interface DataSource {
  readonly random: Random
  readonly registry: Registry
  readonly known: KnownDocuments
  readonly leftOut: LeftOut
  readonly dialect: DialectName
}

/** The entry whose data is drawn. */
interface Target {
  readonly type: ContentType
  readonly isNew: boolean
  /** The id of the document; undefined if it has none yet. */
  readonly documentId: string | undefined
  /** The version with the components that the data may name. */
  readonly stored: Readonly<Record<string, unknown>> | undefined
}

const fileCount = 3

/** Draws the data of a create or an update. */
export function drawData(source: DataSource, { type, isNew, documentId, stored }: Target): Record<string, unknown> {
  const { random } = source
  const isSmall = !isNew && random.chance(0.6)
  const data: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(type.declared)) {
    const isRequired = attribute.required === true && isNew && random.chance(0.98)
    if (!isRequired && !random.chance(chanceOf(attribute, isNew, isSmall))) continue
    const value = drawAttribute(source, attribute, { isNew, documentId, stored: stored?.[name], isRequired })
    if (value !== undefined) data[name] = value
  }
  if (random.chance(0.01)) data[random.one(['nothing', 'id', 'createdAt', 'documentId', 'localizations'])] = 'x'
  return data
}

function chanceOf(attribute: Attribute, isNew: boolean, isSmall: boolean): number {
  if (attribute.type === 'password') return 0.02
  if (isSmall) return 0.1
  return isNew ? 0.45 : 0.3
}

interface Place {
  readonly isNew: boolean
  /** The document that the row belongs to. */
  readonly documentId?: string | undefined
  readonly stored: unknown
  readonly isRequired: boolean
}

function drawAttribute(source: DataSource, attribute: Attribute, place: Place): unknown {
  const { random } = source
  if (isScalar(attribute)) {
    const value = drawValue(attribute, random)
    if (attribute.conditions !== undefined && typeof value === 'object' && value !== null) {
      source.leftOut.add('objects as values of attributes that a condition hides, which Strapi does not check')
      return undefined
    }
    if (attribute.type === 'json' && typeof value === 'string' && source.dialect === 'postgres') {
      source.leftOut.add('text in JSON attributes on PostgreSQL')
      return undefined
    }
    return value === null && place.isRequired && random.chance(0.9) ? drawValue(attribute, random) : value
  }
  switch (attribute.type) {
    case 'component':
      return drawComponents(source, attribute, place)
    case 'dynamiczone':
      return drawZone(source, attribute, place)
    case 'media':
      return drawFiles(source, attribute.multiple, place.isNew)
    case 'relation':
      return drawRelation(source, attribute, place)
  }
}

/** Draws files. Strapi loses those that a new row connects, and keeps the old one of a single file. */
function drawFiles(source: DataSource, isMultiple: boolean, isNew: boolean): unknown {
  const value = drawLink(source, isMultiple, () => source.random.integer(1, fileCount), false)
  if (!isRecord(value) || !('connect' in value) || (isMultiple && !isNew)) return value
  source.leftOut.add('files that a new row or a single file connects')
  return undefined
}

function drawComponents(source: DataSource, attribute: ComponentAttribute, { stored }: Place): unknown {
  const { random, registry } = source
  const component = registry.component(attribute.component)
  if (!attribute.repeatable) {
    if (random.chance(0.1)) return null
    return drawComponent(source, component, random.chance(0.6) ? stored : undefined)
  }
  const items = keptItems(source, stored).map((item) => drawComponent(source, component, item))
  const added = Array.from({ length: random.integer(0, 2) }, () => drawComponent(source, component, undefined))
  return random.chance(0.5) ? [...items, ...added] : [...added, ...items]
}

function drawZone(source: DataSource, { components }: DynamicZoneAttribute, { stored }: Place): unknown {
  const { random, registry, leftOut } = source
  const withName = (uid: string, stored: unknown) => ({
    __component: uid,
    ...drawComponent(source, registry.component(uid), stored),
  })
  const items = keptItems(source, stored).map((item) => withName(String(item['__component']), item))
  const added = Array.from({ length: random.integer(0, 2) }, () => withName(random.one(components), undefined))
  if (random.chance(0.02)) leftOut.add('components that a zone forbids, or without a name')
  return [...items, ...added]
}

/** Returns some stored components, sometimes in another order. */
function keptItems({ random }: DataSource, stored: unknown): readonly Record<string, unknown>[] {
  const items = Array.isArray(stored) ? (stored as readonly Record<string, unknown>[]) : []
  if (items.length === 0 || random.chance(0.4)) return []
  return random.chance(0.5) ? items : random.some(items, 0, items.length)
}

function drawComponent(source: DataSource, component: Schema, stored: unknown): Record<string, unknown> {
  const { random } = source
  const kept = isRecord(stored) && typeof stored['id'] === 'number' ? stored : undefined
  const data: Record<string, unknown> = kept ? { id: rowOf(component.uid, kept['id'] as number) } : {}
  for (const [name, attribute] of Object.entries(component.declared)) {
    const isRequired = attribute.required === true && !kept && random.chance(0.98)
    if (!isRequired && !random.chance(0.5)) continue
    const value = drawAttribute(source, attribute, { isNew: !kept, stored: kept?.[name], isRequired })
    if (value !== undefined) data[name] = value
  }
  return data
}

function drawRelation(source: DataSource, attribute: RelationAttribute, { documentId }: Place): unknown {
  const { random, registry, known } = source
  const { target, relation } = attribute
  if (target === undefined) {
    if (relation === 'morphToOne') return undefined
    // The links to versions that are replaced are lost in Strapi.
    const types = ['api::tag.tag', 'api::category.category', 'api::memo.memo'].map((uid) => registry.contentType(uid))
    if (random.chance(0.3)) source.leftOut.add('versions of documents in relations to entries of any type')
    return Array.from({ length: random.integer(0, 3) }, () => {
      const type = random.one(types)
      return { __type: type.uid, documentId: known.one(type, random)?.documentId ?? 'nothing00000000000000001' }
    })
  }
  const type = registry.contentType(target)
  if (!type.uid.startsWith('api::')) return random.one<unknown>([1, 4, null])
  const one = () => {
    const found = known.one(type, random)?.documentId
    // A version of a document that links itself isn't linked when it is published.
    if (found === documentId && found !== undefined) source.leftOut.add('links of a document to itself')
    return found === documentId ? undefined : found
  }
  if (known.of(type).length === 0) return undefined
  return drawLink(source, relation.endsWith('Many'), one, true)
}

/** Draws one of the forms in which a body names partners. @param hasStates whether items may name a version */
function drawLink(source: DataSource, isList: boolean, partner: () => unknown, isRelation: boolean): unknown {
  const { random } = source
  if (random.chance(0.06)) return null
  if (random.chance(0.01)) return isRelation ? 'missing00000000000000001' : 99
  const either = (): unknown => {
    const found = partner()
    if (found === undefined) return undefined
    return random.chance(0.5) ? found : { [isRelation ? 'documentId' : 'id']: found }
  }
  const list = (least: number, greatest: number, draw: () => unknown) =>
    Array.from({ length: random.integer(least, greatest) }, draw).filter((item) => item !== undefined)
  if (!isList) {
    const kind = random.next()
    if (kind < 0.5) return either()
    if (kind < 0.65) return { connect: list(1, 1, either) }
    if (kind < 0.8) return { set: list(1, 1, either) }
    if (kind < 0.9) return { disconnect: list(1, 1, either) }
    return list(0, 1, either)
  }
  const kind = random.next()
  if (kind < 0.35) return list(0, 4, either)
  if (kind < 0.5) return { set: list(0, 3, either) }
  const connect = list(1, 3, () => (isRelation ? drawPlaced(source, partner) : either()))
  if (kind < 0.8) return { connect }
  if (kind < 0.9) return { disconnect: list(1, 2, either) }
  return { connect, disconnect: list(1, 2, either) }
}

/** Draws an item for `connect` with a place, a state or a locale. */
function drawPlaced({ random }: DataSource, partner: () => unknown): unknown {
  const documentId = partner()
  if (documentId === undefined || random.chance(0.5)) return documentId
  const kind = random.next()
  if (kind < 0.3) {
    const anchor = partner() ?? documentId
    return { documentId, position: random.one([{ start: true }, { before: anchor }, { after: anchor }, { end: true }]) }
  }
  if (kind < 0.5) return { documentId, status: random.one(['draft', 'published']) }
  if (kind < 0.7) return { documentId, locale: random.one(['en', 'fr']) }
  return { documentId }
}
