import { modelDocument } from '@content-api/conformance'
import { isRecord } from '../is-record.js'
import type { Links } from '../second-server/bodies.js'
import type { Caller } from '../second-server/callers.js'
import { compileFilters, type Scope } from '../second-server/filters.js'
import { compileSort } from '../second-server/ordering.js'
import { invalid, RequestError } from '../second-server/request-error.js'
import { isLink, type Schema, valueAttributes } from '../second-server/schema.js'
import type { Row } from '../second-server/store.js'
import { DocumentBodies } from './document-bodies.js'
import { type DocumentStore, isDraft } from './document-store.js'

const { locales } = modelDocument

export interface Selection {
  readonly filters?: unknown
  readonly sort?: unknown
  /** The text of `_q`. */
  readonly search?: unknown
  /** A code, `*`, or a list of codes. */
  readonly locale?: unknown
}

export interface Version {
  readonly locale: unknown
  /** Whether only the draft is written. */
  readonly draft: boolean
}

/** Reads and writes documents for REST and GraphQL. */
export class Documents {
  readonly #bodies: DocumentBodies

  constructor(readonly store: DocumentStore) {
    this.#bodies = new DocumentBodies(store)
  }

  /** Returns all versions that match, in order. */
  find(schema: Schema, { filters, sort, search, locale }: Selection, scope: Scope): Row[] {
    const matches = compileFilters(schema, filters, scope)
    const order = compileSort(schema, sort, scope)
    const wanted = codesOf(locale)
    const texts = Object.keys(valueAttributes(schema))
    const text = typeof search === 'string' ? search.toLowerCase() : undefined
    const found = (row: Row) =>
      text === undefined ||
      texts.some((name) => {
        const value = row.values[name]
        return typeof value === 'string' && value.toLowerCase().includes(text)
      })
    return this.store
      .all(schema)
      .filter((row) => !schema.localized || locale === '*' || wanted.includes(row.values['locale']))
      .filter((row) => scope.shows(row) && found(row) && matches(row))
      .toSorted(order)
  }

  /** @throws RequestError 404, 400 */
  one(schema: Schema, documentId: string, selection: Selection, scope: Scope): Row {
    const found = this.single(schema, selection, scope, documentId)
    if (!found) throw new RequestError(404, 'Not Found')
    return found
  }

  /** Returns the version of a document, or of the only one of a single type. */
  single(schema: Schema, selection: Selection, scope: Scope, documentId?: string): Row | undefined {
    if (Array.isArray(selection.locale)) throw invalid('Invalid locale param. Document locales must be strings.')
    const locale = selection.locale === '*' ? 'none' : selection.locale
    return this.find(schema, { ...selection, locale }, scope).find(
      ({ values }) => documentId === undefined || values['documentId'] === documentId,
    )
  }

  create(schema: Schema, body: unknown, caller: Caller, version: Version): Row {
    const locale = localeOf(version)
    const data = this.#bodies.data(schema, body)
    const defaults = Object.entries(schema.attributes).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    const whole = { ...Object.fromEntries(defaults), ...data }
    const { plain, links } = this.#bodies.values(schema, whole, undefined, schema.drafts && version.draft, caller)
    const row = this.#insert(schema, this.store.newDocumentId(), locale, plain)
    this.#link(row, links)
    return this.#published(row, version)
  }

  /** @throws RequestError 404 if there is no such document */
  update(schema: Schema, documentId: string, body: unknown, caller: Caller, version: Version): Row {
    const locale = localeOf(version)
    const rows = this.store.versions(schema, documentId)
    const [any] = rows
    if (!any) throw new RequestError(404, 'Not Found')
    const existing = rows.find(
      (row) => (!schema.drafts || isDraft(row)) && (!schema.localized || row.values['locale'] === locale),
    )
    const data = this.#bodies.data(schema, body)
    const draft = schema.drafts && version.draft
    const before = existing ? existing.values : sharedValues(schema, any.values)
    const known = draft || !schema.drafts ? data : { ...withoutLinks(schema, before), ...data }
    const { plain, links } = this.#bodies.values(schema, known, existing ?? any, draft, caller)
    const row = existing ?? this.#insert(schema, documentId, locale, { ...structuredClone(before), ...plain })
    const updatedAt = this.store.now()
    Object.assign(row.values, plain, { updatedAt }, schema.drafts ? {} : { publishedAt: updatedAt })
    this.#link(row, links)
    if (schema.localized) {
      const shared = sharedValues(schema, Object.fromEntries(Object.entries(plain).filter(([name]) => name in data)))
      for (const other of this.store.versions(schema, documentId))
        if (isDraft(other) || !version.draft) Object.assign(other.values, structuredClone(shared))
    }
    return this.#published(row, version)
  }

  remove(schema: Schema, documentId: string, locale: unknown): void {
    const wanted = codesOf(locale)
    for (const row of this.store.versions(schema, documentId))
      if (!schema.localized || locale === '*' || wanted.includes(row.values['locale'])) this.store.remove(row)
  }

  #insert(schema: Schema, documentId: string, locale: string, plain: Record<string, unknown>): Row {
    const now = this.store.now()
    return this.store.insert(schema, {
      ...plain,
      documentId,
      createdAt: now,
      updatedAt: now,
      publishedAt: schema.drafts ? null : now,
      ...(schema.localized ? { locale } : {}),
    })
  }

  #link(row: Row, links: Links): void {
    for (const [name, attribute, ids] of links) this.store.link(row, name, attribute, ids)
  }

  /** Publishes a draft unless the request only writes drafts. The published version gets a new id. */
  #published(draft: Row, version: Version): Row {
    const { schema } = draft
    if (!schema.drafts || version.draft) return draft
    const before = this.store.counterpart(draft)
    const row = before ? this.store.renumber(before) : this.store.insert(schema, {})
    for (const [name, value] of Object.entries(draft.values))
      if (schema.attributes[name]?.type !== 'relation') row.values[name] = this.#copied(value)
    row.values['publishedAt'] = this.store.now()
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (attribute.type !== 'relation') continue
      const targets = this.store.linked(draft, name, attribute)
      const ids = targets.flatMap((target) => (target.schema.drafts ? (this.store.counterpart(target) ?? []) : target))
      this.store.link(
        row,
        name,
        attribute,
        ids.map(({ id }) => id),
      )
    }
    return row
  }

  /** Copies a value. Components get new ids. */
  #copied(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#copied(item))
    if (!isRecord(value)) return value
    const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#copied(inner)]))
    return typeof value['id'] === 'number' ? { ...copy, id: this.store.nextId() } : copy
  }
}

const codesOf = (locale: unknown): readonly unknown[] =>
  Array.isArray(locale) ? (locale as unknown[]) : [locale ?? locales.default]

/** @throws RequestError 400 for several locales */
function localeOf({ locale }: Version): string {
  if (locale === '*' || Array.isArray(locale)) throw invalid('Invalid locale param. A write takes one locale.')
  return typeof locale === 'string' && locale !== '' ? locale : locales.default
}

const sharedValues = (schema: Schema, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema.attributes).flatMap(([name, { type, pluginOptions }]) =>
      name in values && type !== 'relation' && pluginOptions?.i18n?.localized !== true ? [[name, values[name]]] : [],
    ),
  )

const withoutLinks = (schema: Schema, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema.attributes).flatMap(([name, attribute]) =>
      name in values && !isLink(attribute) && attribute.type !== 'password' ? [[name, values[name]]] : [],
    ),
  )
