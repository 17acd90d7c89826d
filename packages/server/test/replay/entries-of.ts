import type { Attribute, Registry, Schema } from '@content-api/model'

/** An entry or component in a response. For components and flat entries, `attributes` is the whole object. */
export interface Shown {
  readonly schema: Schema
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** 0 for the entries that the request is about. */
  readonly depth: number
}

type Change = (shown: Shown) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>

/**
 * Replaces the attributes of every entry and component in `data` by the result of `change`, from the inside
 * out. Handles every response shape of entries: `{ id, attributes }`, components, and flat entries with their
 * type.
 */
export async function changeEntries(
  data: unknown,
  schema: Schema,
  registry: Registry,
  change: Change,
  depth = 0,
): Promise<unknown> {
  if (Array.isArray(data)) {
    return Promise.all(data.map((item) => changeEntries(item, schema, registry, change, depth)))
  }
  if (data === null || typeof data !== 'object' || !('id' in data)) return data
  const { id } = data as { id: number }
  if ('attributes' in data && schema.model === 'contentType') {
    const attributes = data.attributes as Record<string, unknown>
    return { ...data, attributes: await changed({ schema, id, attributes, depth }, registry, change) }
  }
  return changed({ schema, id, attributes: { ...data }, depth }, registry, change)
}

async function changed(shown: Shown, registry: Registry, change: Change) {
  const inner: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(shown.attributes)) {
    const attribute = shown.schema.attributes[name]
    inner[name] = attribute ? await changeLinked(value, attribute, registry, change, shown.depth + 1) : value
  }
  return change({ ...shown, attributes: inner })
}

function changeLinked(value: unknown, attribute: Attribute, registry: Registry, change: Change, depth: number) {
  const into = (schema: Schema, data: unknown) => changeEntries(data, schema, registry, change, depth)
  switch (attribute.type) {
    case 'component':
      return into(registry.component(attribute.component), value)
    case 'dynamiczone':
      return eachOfType(value, '__component', (uid) => registry.components.get(uid), into)
    case 'media':
      return inEnvelope(value, (data) => into(registry.contentType('plugin::upload.file'), data))
    case 'relation': {
      if (attribute.target === undefined) {
        return eachOfType(value, '__type', (uid) => registry.contentTypes.get(uid), into)
      }
      const target = registry.contentType(attribute.target)
      return isEnvelope(value) ? inEnvelope(value, (data) => into(target, data)) : into(target, value)
    }
    default:
      return value
  }
}

async function eachOfType(
  value: unknown,
  key: string,
  find: (uid: string) => Schema | undefined,
  into: (schema: Schema, data: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!Array.isArray(value)) return value
  return Promise.all(
    value.map(async (item: Record<string, unknown>) => {
      const schema = find(String(item[key]))
      return schema ? into(schema, item) : item
    }),
  )
}

const isEnvelope = (value: unknown): value is { readonly data: unknown } =>
  value !== null && typeof value === 'object' && 'data' in value

async function inEnvelope(value: unknown, into: (data: unknown) => Promise<unknown>): Promise<unknown> {
  return isEnvelope(value) ? { ...value, data: await into(value.data) } : value
}
