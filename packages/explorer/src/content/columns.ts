import { useState } from 'react'
import { attributeOf, isLink, isMorph, isToMany, type ModelIndex, readableOf } from '../model/model-index.js'
import type { AttributeType } from '@content-api/model'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import type { Query, QueryObject, QueryValue } from '../state/query.js'

/** Types with long or nested values, which make rows tall. They are not default columns. */
const hiddenTypes: ReadonlySet<string> = new Set(['richtext', 'blocks', 'json', 'array', 'dynamiczone', 'component'])
const serviceNames: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'localizations',
])
const creatorNames: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])
const mostColumns = 9

/** The greatest number of default columns of each kind of link. Other attributes follow, then further links. */
const mostLinks: Readonly<Partial<Record<AttributeType, number>>> = { media: 1, relation: 3 }

/**
 * The default columns: the label, a picture, a few relations and other short attributes; then the time of the
 * last change, and the locale of localized types.
 */
export function defaultColumns(type: ExplorerType): readonly string[] {
  const { label, localized } = type
  const attributes = readableOf(type)
  const short = attributes.filter(
    ({ name, type }) => !hiddenTypes.has(type) && !serviceNames.has(name) && !creatorNames.has(name),
  )
  const firstOf = (kind: AttributeType) => short.filter((one) => one.type === kind).slice(0, mostLinks[kind])
  const others = short.filter((one) => !isLink(one))
  const inOrder = [...short.filter(({ name }) => name === label), ...firstOf('media'), ...firstOf('relation')]
  const names = [...new Set([...inOrder, ...others, ...short].map(({ name }) => name))]
  const last = ['updatedAt', ...(localized ? ['locale'] : [])]
  return [
    ...names.slice(0, mostColumns - last.length),
    ...last.filter((name) => attributes.some((one) => one.name === name)),
  ]
}

/**
 * The visible columns of a type after `id`: the default ones, or those that the user chose, in the order of the
 * attributes. The choice is stored in this browser.
 */
export function useColumns(type: ExplorerType) {
  const storageKey = `content-api.columns.${type.uid}`
  const [chosen, setChosen] = useState(() => readNames(localStorage.getItem(storageKey)))
  const columns = chosen
    ? readableOf(type).filter(({ name }) => name !== 'id' && chosen.includes(name))
    : defaultColumns(type).flatMap((name) => attributeOf(type, name) ?? [])
  const choose = (next: readonly string[] | null) => {
    if (next === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(next))
    setChosen(next)
  }
  return { columns, choose, isDefault: chosen === null }
}

function readNames(stored: string | null): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : null
  } catch {
    return null
  }
}

/** The number of linked rows that a cell shows. One more is requested, to find out whether there are others. */
export const shownLinks = 3

/** The part of a query that selects the columns of a table: their fields, and the labels of linked rows. */
export function columnsQuery(type: ExplorerType, columns: readonly ExplorerAttribute[], model: ModelIndex): Query {
  const fields = columns.filter((column) => !isLink(column)).map(({ name }) => name)
  if (type.draftAndPublish && !fields.includes('publishedAt')) fields.push('publishedAt')
  const populate = Object.fromEntries(columns.filter(isLink).map((column) => [column.name, linkQuery(column, model)]))
  return {
    fields: fields.length === 0 ? ['id'] : fields,
    ...(Object.keys(populate).length === 0 ? {} : { populate }),
  }
}

function linkQuery(column: ExplorerAttribute, model: ModelIndex): QueryValue {
  const { options } = column
  if (options.type === 'media') return { fields: ['name', 'url', 'mime', 'formats'] }
  if (options.type === 'dynamiczone') {
    const known = options.components.filter((uid) => model.componentOf(uid))
    return known.length === 0 ? 'true' : { on: Object.fromEntries(known.map((uid) => [uid, { fields: ['id'] }])) }
  }
  const target = model.targetOf(column)
  if (isMorph(column) || !target) return 'true'
  if (options.type === 'component') return 'true'
  const label = attributeOf(target, target.label)
  const request: QueryObject = { fields: [label && label.name !== 'id' ? label.name : 'id'] }
  return isToMany(column) && model.content.selectsInPopulate ? { ...request, limit: String(shownLinks + 1) } : request
}

/** The query of the table: filters, sort and page of the state, with the selection of the columns. */
export function tableQuery(type: ExplorerType, query: Query, columns: Query, maxPageSize: number): Query {
  const { filters, sort, pagination, locale, publicationState, _q, fields: _, populate: __, ...others } = query
  const most = String(Math.min(100, maxPageSize))
  const page = typeof pagination === 'object' && !Array.isArray(pagination) ? (pagination as QueryObject) : undefined
  const isTooLarge = Number(page?.['pageSize'] ?? 0) > Number(most)
  const list: Record<string, QueryValue | undefined> =
    type.kind === 'singleType'
      ? {}
      : { filters, sort, pagination: page && isTooLarge ? { ...page, pageSize: most } : pagination, _q }
  const all = { ...list, locale, publicationState, ...columns, ...others }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, QueryValue] => entry[1] !== undefined),
  )
}
