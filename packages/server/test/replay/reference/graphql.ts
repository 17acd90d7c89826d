import type { Schema } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import type { GraphqlRequest, RootField, RootTarget } from '../graphql-request.js'
import { isRecord } from '../request-target.js'
import type { Case } from '../rule.js'
import { idOf } from '../world.js'
import { isLive, matches } from './filter.js'
import { pageOf } from './graphql-page.js'
import { type SelectionScope, entity, members } from './graphql-selection.js'
import { sorted } from './sort.js'

const reads = new Set(['list', 'one', 'single'])

/** Returns the data of a query with the expected entries, see `entity`. Rejected fields stay rejected. */
export async function expectedData(
  { world, may }: Pick<Case, 'world' | 'may'>,
  request: GraphqlRequest,
  theirs: unknown,
  exact?: SelectionScope['exact'],
): Promise<unknown> {
  if (!isRecord(theirs)) return theirs
  const data: Record<string, unknown> = { ...theirs }
  for (const root of request.roots) {
    const { target, key } = root
    if (!target || !reads.has(target.operation) || theirs[key] === null) continue
    const preview = target.query['publicationState'] === 'preview'
    data[key] = await expectedRoot({ world, may, request, preview, exact }, root, target, theirs[key])
  }
  return data
}

async function expectedRoot(scope: SelectionScope, { nodes }: RootField, target: RootTarget, input: unknown) {
  const { type, operation, query } = target
  const rows = await candidates(scope, target)
  const name = operation === 'list' ? derivedNames.collection : derivedNames.response
  const { start, limit, figures } = pageOf(query['pagination'], rows.length)
  const shown = operation === 'list' ? rows.slice(start, start + limit) : rows.slice(0, 1)
  return members(scope, name(typeName(type)), nodes, async (requested) => {
    if (requested.name === 'meta') return meta(scope, requested.nodes, figures)
    const theirs = isRecord(input) ? input[requested.key] : null
    const earlier = byId(theirs, rows)
    const entries = await Promise.all(
      shown.map((row) => entity(scope, { schema: type, row }, requested.nodes, earlier.get(idOf(row)))),
    )
    return operation === 'list' ? entries : (entries[0] ?? null)
  })
}

function byId(theirs: unknown, rows: readonly Row[]): ReadonlyMap<number, unknown> {
  if (!Array.isArray(theirs)) return new Map(rows.slice(0, 1).map((row) => [idOf(row), theirs]))
  const items = theirs.filter(isRecord)
  if (items.some((item) => !('id' in item))) {
    return items.length === rows.length ? new Map(rows.map((row, index) => [idOf(row), items[index]])) : new Map()
  }
  return new Map(items.map((item) => [Number(item['id']), item]))
}

function meta(scope: SelectionScope, nodes: RootField['nodes'], figures: Readonly<Record<string, number>>) {
  return members(scope, 'ResponseCollectionMeta', nodes, (requested) =>
    members(scope, 'Pagination', requested.nodes, ({ name }) => figures[name]),
  )
}

/** Returns every entry that a root field selects, in order. */
async function candidates(scope: SelectionScope, { type, operation, id, query }: RootTarget): Promise<Row[]> {
  const found: Row[] = []
  for (const row of await scope.world.rows(type)) {
    if (!scope.preview && !isLive(type, row)) continue
    if (operation === 'one' ? idOf(row) !== id : !inLocale(type, row, query['locale'])) continue
    if (operation !== 'list' || (await matches(scope, type, row, query['filters']))) found.push(row)
  }
  const keys = [query['sort']].flat().filter((key) => key !== undefined && key !== null)
  return sorted(scope, type, found, keys)
}

function inLocale(type: Schema, row: Row, input: unknown): boolean {
  const locale = input ?? 'en'
  return type.model !== 'contentType' || !type.localized || locale === 'all' || row['locale'] === locale
}
