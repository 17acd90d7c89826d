import type { ExplorerAttribute } from '../protocol.js'
import { type FindComponent, isComponentLink } from './component-json.js'
import { isRecord } from './is-record.js'

type Attributes = readonly Pick<ExplorerAttribute, 'name' | 'type' | 'options'>[]
type Values = Readonly<Record<string, unknown>>

/** An entry of REST with its attributes beside the id, and its links without `{ data }`, to any depth of components. */
export function flatEntry(entry: unknown, attributes: Attributes, componentOf: FindComponent): Values {
  if (!isRecord(entry)) return {}
  const { id, attributes: values } = entry
  return flatLinks(isRecord(values) ? { id, ...values } : entry, attributes, componentOf)
}

function flatLinks(values: Values, attributes: Attributes, componentOf: FindComponent): Values {
  const flat: Record<string, unknown> = { ...values }
  for (const { name, type, options } of attributes) {
    if (!Object.hasOwn(values, name)) continue
    const value = values[name]
    if (type === 'relation' || type === 'media') flat[name] = flatRelated(value)
    if (!isComponentLink(options)) continue
    flat[name] = each(value, (item) => {
      const uid = options.type === 'component' ? options.component : String(item['__component'])
      return flatLinks(item, componentOf(uid)?.attributes ?? [], componentOf)
    })
  }
  return flat
}

function flatRelated(value: unknown): unknown {
  const data = isRecord(value) && Object.hasOwn(value, 'data') ? value['data'] : value
  return each(data, (item) => flatEntry(item, [], () => undefined))
}

function each(value: unknown, change: (item: Values) => Values): unknown {
  if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? change(item) : item))
  return isRecord(value) ? change(value) : (value ?? null)
}
