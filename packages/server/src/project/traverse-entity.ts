import { isRecord } from '@content-api/model'
import { fileType } from '@content-api/engine/plan/link-target'
import { checkedModel, type StrapiModel } from './strapi-models.js'

interface Path {
  readonly raw: string | null
  readonly attribute: string | null
}

interface Visit {
  readonly data: Readonly<Record<string, unknown>>
  readonly schema: StrapiModel
  readonly key: string
  readonly value: unknown
  readonly attribute: unknown
  readonly path: Path
}

interface VisitTools {
  remove(key: string): void
  set(key: string, value: unknown): void
}

type Visitor = (visit: Visit, tools: VisitTools) => unknown

interface Options {
  readonly schema: StrapiModel
  readonly path?: Path
}

/**
 * Visits the attributes of an entry and of everything that it contains. Returns a copy with the changes of
 * the visitor. Values that aren't in the schema stay.
 */
async function traverse(visitor: Visitor, { schema, path }: Options, entity: unknown): Promise<unknown> {
  if (!isRecord(entity)) return entity
  const copy: Record<string, unknown> = { ...entity }
  const tools: VisitTools = {
    remove: (key) => void delete copy[key],
    set: (key, value) => void (copy[key] = value),
  }
  for (const key of Object.keys(copy)) {
    const attribute = Object.hasOwn(schema.attributes, key) ? schema.attributes[key] : undefined
    if (!attribute) continue
    const at = pathOf(path, key)
    await visitor({ data: copy, schema, key, value: copy[key], attribute, path: at }, tools)
    const value = copy[key]
    if (value === undefined || value === null) continue
    const below = async (item: unknown) => {
      const uid = isRecord(item) ? targetUid(attribute, item) : undefined
      return uid === undefined ? item : traverse(visitor, { schema: checkedModel(schema).modelOf(uid), path: at }, item)
    }
    if (!Array.isArray(value)) copy[key] = await below(value)
    else {
      const items: unknown[] = []
      for (const item of value) items.push(await below(item))
      copy[key] = items
    }
  }
  return copy
}

function pathOf(path: Path | undefined, key: string): Path {
  const below = (parent: string | null | undefined) => (parent ? `${parent}.${key}` : key)
  return { raw: below(path?.raw), attribute: below(path?.attribute) }
}

/** Returns the uid of the schema of a value, or undefined for values without one. */
function targetUid(attribute: object, item: Readonly<Record<string, unknown>>): string | undefined {
  const { type, target, component } = attribute as { type?: string; target?: string; component?: string }
  const named = { relation: target ?? item['__type'], media: fileType, component, dynamiczone: item['__component'] }
  const uid: unknown = type !== undefined && Object.hasOwn(named, type) ? named[type as keyof typeof named] : undefined
  return typeof uid === 'string' ? uid : undefined
}

type OnEntity = (entity: unknown) => Promise<unknown>

/** `traverseEntity` of `@strapi/utils`. It may get its arguments one after the other. */
export function traverseEntity(visitor: Visitor): (options: Options) => OnEntity
export function traverseEntity(visitor: Visitor, options: Options): OnEntity
export function traverseEntity(visitor: Visitor, options: Options, entity: unknown): Promise<unknown>
export function traverseEntity(visitor: Visitor, ...values: readonly unknown[]): unknown {
  const [options] = values as readonly [Options?]
  if (options === undefined) return (later: Options) => (entity: unknown) => traverse(visitor, later, entity)
  return values.length < 2
    ? (entity: unknown) => traverse(visitor, options, entity)
    : traverse(visitor, options, values[1])
}
