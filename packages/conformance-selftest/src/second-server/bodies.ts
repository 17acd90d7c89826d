import { isRecord } from '../is-record.js'
import { type Caller, demand } from './callers.js'
import { applied } from './relations.js'
import { invalid, unknown } from './request-error.js'
import { type Attribute, isLink, isToMany, type Schema } from './schema.js'
import { idsIn, type Row, type Store } from './store.js'
import { keep } from './values.js'

/** Keys that clients send back because they have read them. */
const echoed = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'localizations',
  'locale',
  '__component',
  '__typename',
  'publishedAt',
])

/** A relation and the ids of its targets. */
export type Link = readonly [name: string, attribute: Attribute, ids: number[]]
export type Links = readonly Link[]

/** Checks the bodies of requests, and returns what is stored. */
export class Bodies {
  constructor(readonly store: Store) {}

  /** Returns the data of a body, or of a component in it. */
  data(schema: Schema, body: unknown): Record<string, unknown> {
    if (!isRecord(body)) throw invalid('Missing "data" payload in the request body')
    for (const name of Object.keys(body))
      if (!(name in schema.attributes) && !this.isIgnored(name, schema)) throw unknown(name, 'body')
    return body
  }

  /** Whether a body may contain a key that is no attribute. */
  protected isIgnored(name: string, _schema: Schema): boolean {
    return echoed.has(name)
  }

  /** Whether another row excludes the same value of a unique attribute. */
  protected conflicts(row: Row | undefined, other: Row): boolean {
    return other !== row
  }

  /** Checks the complete body before anything is written. */
  values(schema: Schema, data: Record<string, unknown>, row: Row | undefined, draft: boolean, caller: Caller) {
    const plain: Record<string, unknown> = {}
    const links: Link[] = []
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (row && !(name in data)) continue
      const value = data[name] ?? null
      if (attribute.type === 'relation') {
        if (name in data) links.push(...this.relation(schema, name, attribute, value, row, caller))
      } else if (attribute.type === 'media') {
        if (name in data || !row) plain[name] = this.media(value)
      } else if (isLink(attribute)) plain[name] = this.#component(attribute, value, row?.values[name], draft, caller)
      else {
        plain[name] = keep(value, name, attribute, draft)
        this.#demandUnique(schema, name, attribute, plain[name], row)
      }
    }
    return { plain, links }
  }

  #demandUnique(schema: Schema, name: string, attribute: Attribute, value: unknown, row: Row | undefined): void {
    if (value === null || (attribute.unique !== true && attribute.type !== 'uid')) return
    if (this.store.all(schema).some((other) => this.conflicts(row, other) && other.values[name] === value))
      throw invalid(`${name}: This attribute must be unique`)
  }

  protected relation(
    _schema: Schema,
    name: string,
    attribute: Attribute,
    value: unknown,
    row: Row | undefined,
    caller: Caller,
  ): Link[] {
    const target = this.store.schemaOf(attribute.target)
    demand(caller, target.uid, 'find')
    const before = idsIn(row?.values[name])
    const ids = applied(isToMany(attribute) || !Array.isArray(value) ? value : value.slice(-1), before)
    if (ids === undefined) return []
    const kept = isToMany(attribute) ? ids : ids.slice(-1)
    const missing = kept.filter((id) => !this.store.table(target.uid).has(id))
    if (missing.length > 0)
      throw invalid(`${missing.length} relation(s) of type ${target.uid} associated with this entity do not exist`)
    return [[name, attribute, kept]]
  }

  protected media(value: unknown): number[] {
    if (isRecord(value) && ('connect' in value || 'disconnect' in value))
      throw invalid('connect and disconnect cannot be used on media')
    const ids = applied(value, []) ?? []
    for (const id of ids) if (!this.store.files.has(id)) throw invalid(`Unknown file ${id}`)
    return ids
  }

  #component(attribute: Attribute, value: unknown, before: unknown, draft: boolean, caller: Caller): unknown {
    if (attribute.type === 'dynamiczone') {
      if (value === null) return []
      if (!Array.isArray(value)) throw invalid('A dynamic zone must be an array')
      return value.map((item: unknown) => {
        const uid = isRecord(item) ? String(item['__component'] ?? item['__typename']) : ''
        if (!attribute.components?.includes(uid)) throw invalid(`The zone does not allow '${uid}'`)
        return { __component: uid, ...this.#oneComponent(this.store.schemaOf(uid), item, before, draft, caller) }
      })
    }
    const schema = this.store.schemaOf(attribute.component)
    if (!attribute.repeatable) return value === null ? null : this.#oneComponent(schema, value, before, draft, caller)
    if (value === null) return []
    if (!Array.isArray(value)) throw invalid('A repeatable component must be an array')
    return value.map((item: unknown) => this.#oneComponent(schema, item, before, draft, caller))
  }

  #oneComponent(
    schema: Schema,
    value: unknown,
    before: unknown,
    draft: boolean,
    caller: Caller,
  ): Record<string, unknown> {
    const data = this.data(schema, value)
    const kept = [before ?? []]
      .flat()
      .find(
        (item): item is Record<string, unknown> =>
          isRecord(item) && data['id'] !== undefined && item['id'] === data['id'],
      )
    const result: Record<string, unknown> = { id: kept?.['id'] ?? this.store.nextId() }
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (kept && !(name in data)) {
        result[name] = kept[name]
        continue
      }
      const own = data[name] ?? null
      if (attribute.type === 'relation')
        result[name] = this.relation(schema, name, attribute, own, undefined, caller)[0]?.[2] ?? []
      else if (attribute.type === 'media') result[name] = this.media(own)
      else if (isLink(attribute)) result[name] = this.#component(attribute, own, kept?.[name], draft, caller)
      else result[name] = keep(own, name, attribute, draft)
    }
    return result
  }
}
