import { modelDocument } from '@content-api/conformance'
import { isRecord } from '../is-record.js'
import { type Caller, demand } from './callers.js'
import { compileFilters, type Scope } from './filters.js'
import { compileSort } from './ordering.js'
import { applied } from './relations.js'
import { invalid, RequestError } from './request-error.js'
import { type Attribute, isLink, isToMany, type Schema, schemaOf } from './schema.js'
import { idsIn, type Row, type Store } from './store.js'
import { keep } from './values.js'

const { locales } = modelDocument

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

export interface Selection {
  readonly filters?: unknown
  readonly sort?: unknown
  readonly locale?: unknown
}

function checkLocale(locale: unknown): void {
  if (locale !== 'all' && !Object.values(locales).some((code) => code === locale))
    throw invalid(`Unknown locale '${String(locale)}'`)
}

/** Reads and writes entries for REST and GraphQL. */
export class Entries {
  constructor(readonly store: Store) {}

  /** Returns all entries that match, in order. */
  find(schema: Schema, { filters, sort, locale }: Selection, scope: Scope): Row[] {
    const matches = compileFilters(schema, filters, scope)
    const order = compileSort(schema, sort, scope)
    const wanted = locale ?? locales.default
    if (schema.localized) checkLocale(wanted)
    return this.store
      .all(schema)
      .filter((row) => scope.preview || !schema.drafts || row.values['publishedAt'] !== null)
      .filter((row) => !schema.localized || wanted === 'all' || row.values['locale'] === wanted)
      .filter(matches)
      .toSorted(order)
  }

  /** @throws RequestError 404 */
  one(schema: Schema, id: string, preview: boolean): Row {
    const row = /^[1-9]\d*$/.test(id) ? this.store.table(schema.uid).get(Number(id)) : undefined
    if (!row || (!preview && schema.drafts && row.values['publishedAt'] === null))
      throw new RequestError(404, 'Not Found')
    return row
  }

  create(schema: Schema, body: unknown, caller: Caller, publish: boolean): Row {
    const data = this.#bodyOf(schema, body)
    const publishedAt = 'publishedAt' in data ? data['publishedAt'] : publish ? new Date().toISOString() : null
    const draft = schema.drafts && publishedAt === null
    const defaults = Object.fromEntries(
      Object.entries(schema.attributes).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
    const values = this.#values(schema, { ...defaults, ...data }, undefined, draft, caller)
    const now = new Date().toISOString()
    const locale = data['locale'] ?? locales.default
    if (schema.localized) checkLocale(locale)
    const row = this.store.insert(schema, {
      ...values.plain,
      createdAt: now,
      updatedAt: now,
      ...(schema.drafts
        ? { publishedAt: publishedAt === null ? null : keep(publishedAt, 'publishedAt', { type: 'datetime' }, false) }
        : {}),
      ...(schema.localized ? { locale, localizations: [] } : {}),
    })
    this.#link(row, values.links)
    return row
  }

  update(row: Row, body: unknown, caller: Caller): Row {
    const { schema } = row
    const data = this.#bodyOf(schema, body)
    const publishedAt = 'publishedAt' in data && schema.drafts ? data['publishedAt'] : row.values['publishedAt']
    const draft = schema.drafts && publishedAt === null
    const known = draft || row.values['publishedAt'] !== null ? data : { ...row.values, ...data }
    const values = this.#values(
      schema,
      Object.fromEntries(
        Object.entries(known).filter(
          ([name]) => name in data || !isLink(schema.attributes[name] ?? { type: 'string' }),
        ),
      ),
      row,
      draft,
      caller,
    )
    Object.assign(row.values, values.plain, { updatedAt: new Date().toISOString() })
    if (schema.drafts)
      row.values['publishedAt'] =
        publishedAt === null ? null : keep(publishedAt, 'publishedAt', { type: 'datetime' }, false)
    this.#link(row, values.links)
    return row
  }

  /** Creates a localization of an entry. Copies the attributes that are not localized, except relations. */
  localize(row: Row, body: unknown, caller: Caller): Row {
    if (!isRecord(body) || body['locale'] === undefined) throw invalid('locale is missing')
    const group = [row, ...this.store.linked(row, 'localizations', { type: 'relation', target: row.schema.uid })]
    if (group.some((one) => one.values['locale'] === body['locale'])) throw invalid('The locale is already used')
    const shared = Object.entries(row.schema.attributes).filter(
      ([, { type, pluginOptions }]) => type !== 'relation' && pluginOptions?.i18n?.localized !== true,
    )
    const created = this.create(
      row.schema,
      { publishedAt: null, ...body, ...Object.fromEntries(shared.map(([name]) => [name, row.values[name]])) },
      caller,
      false,
    )
    for (const one of [...group, created])
      one.values['localizations'] = [...group, created].filter((other) => other !== one).map(({ id }) => id)
    return created
  }

  #bodyOf(schema: Schema, body: unknown): Record<string, unknown> {
    if (!isRecord(body)) throw invalid('Missing "data" payload in the request body')
    for (const name of Object.keys(body))
      if (!(name in schema.attributes) && !echoed.has(name)) throw invalid(`Invalid key ${name}`)
    return body
  }

  /** Checks the complete body before anything is written. */
  #values(schema: Schema, data: Record<string, unknown>, row: Row | undefined, draft: boolean, caller: Caller) {
    const plain: Record<string, unknown> = {}
    const links: [string, Attribute, number[]][] = []
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (row && !(name in data)) continue
      const value = data[name] ?? null
      if (attribute.type === 'relation') {
        if (name in data) links.push(...this.#relation(name, attribute, value, row, caller))
      } else if (attribute.type === 'media') {
        if (name in data || !row) plain[name] = this.#media(value)
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
    if (this.store.all(schema).some((other) => other !== row && other.values[name] === value))
      throw invalid(`${name}: This attribute must be unique`)
  }

  #relation(
    name: string,
    attribute: Attribute,
    value: unknown,
    row: Row | undefined,
    caller: Caller,
  ): [string, Attribute, number[]][] {
    const target = schemaOf(attribute.target)
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

  #link(row: Row, links: readonly [string, Attribute, number[]][]): void {
    for (const [name, attribute, ids] of links) this.store.link(row, name, attribute, ids)
  }

  #media(value: unknown): number[] {
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
        return { __component: uid, ...this.#oneComponent(schemaOf(uid), item, before, draft, caller) }
      })
    }
    const schema = schemaOf(attribute.component)
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
    const data = this.#bodyOf(schema, value)
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
        result[name] = this.#relation(name, attribute, own, undefined, caller)[0]?.[2] ?? []
      else if (attribute.type === 'media') result[name] = this.#media(own)
      else if (isLink(attribute)) result[name] = this.#component(attribute, own, kept?.[name], draft, caller)
      else result[name] = keep(own, name, attribute, draft)
    }
    return result
  }
}
