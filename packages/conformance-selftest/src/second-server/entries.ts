import { modelDocument } from '@content-api/conformance'
import { isRecord } from '../is-record.js'
import { Bodies, type Links } from './bodies.js'
import type { Caller } from './callers.js'
import { compileFilters, type Scope } from './filters.js'
import { wrapped } from './form.js'
import { compileSort } from './ordering.js'
import { invalid, RequestError } from './request-error.js'
import { isLink, type Schema } from './schema.js'
import type { Row, Store } from './store.js'
import { keep } from './values.js'

const { locales } = modelDocument

export interface Selection {
  readonly filters?: unknown
  readonly sort?: unknown
  readonly locale?: unknown
}

function checkLocale(locale: unknown): void {
  if (locale !== 'all' && !Object.values(locales).some((code) => code === locale))
    throw invalid(`Unknown locale '${String(locale)}'`)
}

/** @param preview whether drafts are visible */
export const entryScope = (store: Store, caller: Caller, preview: boolean): Scope => ({
  store,
  caller,
  form: wrapped,
  shows: ({ schema, values }) => preview || !schema.drafts || values['publishedAt'] !== null,
})

/** Reads and writes entries for REST and GraphQL. */
export class Entries {
  readonly bodies: Bodies

  constructor(readonly store: Store) {
    this.bodies = new Bodies(store)
  }

  /** Returns all entries that match, in order. */
  find(schema: Schema, { filters, sort, locale }: Selection, scope: Scope): Row[] {
    const matches = compileFilters(schema, filters, scope)
    const order = compileSort(schema, sort, scope)
    const wanted = locale ?? locales.default
    if (schema.localized) checkLocale(wanted)
    return this.store
      .all(schema)
      .filter(scope.shows)
      .filter((row) => !schema.localized || wanted === 'all' || row.values['locale'] === wanted)
      .filter(matches)
      .toSorted(order)
  }

  /** @throws RequestError 404 */
  one(schema: Schema, id: string, shows: Scope['shows']): Row {
    const row = /^[1-9]\d*$/.test(id) ? this.store.table(schema.uid).get(Number(id)) : undefined
    if (!row || !shows(row)) throw new RequestError(404, 'Not Found')
    return row
  }

  create(schema: Schema, body: unknown, caller: Caller, publish: boolean): Row {
    const data = this.bodies.data(schema, body)
    const publishedAt = 'publishedAt' in data ? data['publishedAt'] : publish ? new Date().toISOString() : null
    const draft = schema.drafts && publishedAt === null
    const defaults = Object.fromEntries(
      Object.entries(schema.attributes).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
    const values = this.bodies.values(schema, { ...defaults, ...data }, undefined, draft, caller)
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
    const data = this.bodies.data(schema, body)
    const publishedAt = 'publishedAt' in data && schema.drafts ? data['publishedAt'] : row.values['publishedAt']
    const draft = schema.drafts && publishedAt === null
    const known = draft || row.values['publishedAt'] !== null ? data : { ...row.values, ...data }
    const values = this.bodies.values(
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

  #link(row: Row, links: Links): void {
    for (const [name, attribute, ids] of links) this.store.link(row, name, attribute, ids)
  }
}
