import { type Component, type ContentType, type Registry, type Schema, isRecord, isScalar } from '@content-api/model'
import type { EntryLine } from '../entries/entry-line.js'
import { fileType, relatesToMany } from '@content-api/engine/plan'

/** A line of `entities/` in Strapi's archive. */
export interface StrapiEntity {
  readonly type: string
  readonly id: number
  readonly data: Readonly<Record<string, unknown>>
}

interface End {
  readonly type: string
  readonly ref: number
  readonly field?: string | null
  readonly pos?: number
}

/** A line of `links/`. */
export interface StrapiLink {
  readonly kind: 'relation.basic' | 'relation.circular' | 'relation.morph'
  readonly relation: string
  readonly left: End
  readonly right: End
}

/**
 * A link without its position in the target's list. `numberLinks` adds the position when all links to the
 * target are known.
 */
export interface PlannedStrapiLink {
  readonly link: StrapiLink
  /** The sort key among the links to the same entry; null if Strapi stores no order for these links. */
  readonly order: number | null
}

export interface PlannedEntity {
  readonly entity: StrapiEntity
  readonly links: readonly PlannedStrapiLink[]
  /** Names of password attributes whose hash is left out, because Strapi only supports bcrypt. */
  readonly lostPasswords: readonly string[]
}

interface Draft {
  readonly links: PlannedStrapiLink[]
  readonly lostPasswords: string[]
}

/** Converts an entry to the format of Strapi's archive. */
export function planEntity({ type, id, attributes }: EntryLine, registry: Registry): PlannedEntity {
  const draft: Draft = { links: [], lostPasswords: [] }
  const schema = registry.contentType(type)
  const data = planData(schema, id, attributes, draft, registry)
  return { entity: { type, id, data }, ...draft }
}

function planData(
  schema: Schema,
  id: number,
  attributes: Readonly<Record<string, unknown>>,
  draft: Draft,
  registry: Registry,
): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    const value = attributes[name]
    if (name === 'id' || isCreator(name, schema)) continue
    if (isScalar(attribute)) {
      data[name] = toScalar(attribute.type, value, name, draft)
    } else if (value === undefined || value === null) {
      continue
    } else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const item = (input: unknown) => {
        const { id: own, __component, ...values } = input as { id: number; __component?: string }
        const uid = attribute.type === 'component' ? attribute.component : String(__component)
        const component: Component = registry.component(uid)
        const nested = planData(component, own, values, draft, registry)
        return { ...(__component !== undefined && { __component }), id: own, ...nested }
      }
      data[name] = Array.isArray(value) ? value.map(item) : item(value)
    } else {
      const targets: readonly unknown[] = Array.isArray(value) ? value : [value]
      draft.links.push(...targets.map((target, index) => toLink(schema, id, name, target, index + 1)))
    }
  }
  return data
}

/** Returns whether an attribute refers to an administrator. Archives contain no administrators, so it is left out. */
const isCreator = (name: string, schema: Schema) =>
  schema.model === 'contentType' && (name === 'createdBy' || name === 'updatedBy')

function toScalar(type: string, value: unknown, name: string, draft: Draft): unknown {
  if (value === undefined || value === null) return null
  if (type === 'decimal') return Number(value)
  if (type !== 'password') return value
  const hash = isRecord(value) ? value['hash'] : null
  if (typeof hash === 'string' && hash.startsWith('$2')) return hash
  draft.lostPasswords.push(name)
  return null
}

function toLink(schema: Schema, ref: number, field: string, target: unknown, place: number): PlannedStrapiLink {
  const attribute = schema.attributes[field]
  if (attribute?.type === 'media') {
    // In Strapi, the file owns the relation. `right` is the entry that shows the file, in its attribute `field`.
    const left = { type: fileType, field: 'related', ref: idOf(target) }
    const link: StrapiLink = {
      kind: 'relation.morph',
      relation: 'morphToMany',
      left,
      right: { ref, pos: place, type: schema.uid, field },
    }
    return { link, order: null }
  }
  if (attribute?.type !== 'relation') throw new Error(`${schema.uid}.${field} is not a relation.`)
  const { relation } = attribute
  const left: End = { type: schema.uid, field, ref }
  if (relation === 'morphToOne' || relation === 'morphToMany') {
    const { type, id } = target as { type: string; id: number }
    const many = relation === 'morphToMany' ? { pos: place, field: null } : {}
    return { link: { kind: 'relation.morph', relation, left, right: { ref: id, type, ...many } }, order: null }
  }
  const uid = attribute.target ?? ''
  const back = attribute.inversedBy
  const order = isRecord(target) && typeof target['order'] === 'number' ? target['order'] : null
  const link: StrapiLink = {
    kind: uid === schema.uid ? 'relation.circular' : 'relation.basic',
    relation,
    left: { ...left, ...(relatesToMany(attribute) && { pos: place }) },
    right: { type: uid, ref: idOf(target), ...(back !== undefined && { field: back }) },
  }
  return { link, order: back === undefined || relation === 'oneToOne' ? null : (order ?? Number.MAX_VALUE) }
}

const idOf = (target: unknown) => Number(isRecord(target) ? target['id'] : target)

/** Returns the links between all localizations of one entry, in both directions. */
export function linkLocalizations(type: ContentType, ids: readonly number[]): StrapiLink[] {
  return ids.flatMap((ref) =>
    ids
      .filter((other) => other !== ref)
      .map((other, index) => ({
        kind: 'relation.circular' as const,
        relation: 'oneToMany',
        left: { type: type.uid, field: 'localizations', ref, pos: index + 1 },
        right: { type: type.uid, ref: other },
      })),
  )
}

/** Sets the position of each link in the list of its target: 1, 2, and so on, sorted by `order`. */
export function numberLinks(links: readonly PlannedStrapiLink[]): StrapiLink[] {
  const places = new Map<string, number>()
  return links
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ link, order }) => {
      if (order === null) return link
      const key = `${link.left.field} ${link.right.ref}`
      const pos = (places.get(key) ?? 0) + 1
      places.set(key, pos)
      return { ...link, right: { ...link.right, pos } }
    })
}
