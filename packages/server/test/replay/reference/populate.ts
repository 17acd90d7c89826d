import type { RelationAttribute, Schema } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { isRecord } from '../request-target.js'
import { type Linked, idOf } from '../world.js'
import { type FilterScope, matches, visible } from './filter.js'
import { show } from './show.js'
import { sorted } from './sort.js'

type Attributes = Readonly<Record<string, unknown>>
type Node = Readonly<Record<string, unknown>>

/**
 * Returns the values of an entry with the expected related entries: recorded ones unchanged, missing ones
 * from the content. Relations that Strapi populated stay populated.
 */
export async function expectedAttributes(
  scope: FilterScope,
  schema: Schema,
  row: Row,
  theirs: Attributes,
  populate: unknown,
): Promise<Attributes> {
  const nodes = nodesOf(populate)
  const expected: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(theirs)) {
    const attribute = schema.attributes[name]
    const node = nodes[name] ?? {}
    if (attribute?.type === 'relation' && attribute.target !== undefined) {
      expected[name] = await expectedRelation(scope, schema, row, name, attribute, value, node)
    } else if (attribute?.type === 'component' || attribute?.type === 'dynamiczone') {
      expected[name] = await expectedComponents(scope, schema, row, name, value, node)
    } else expected[name] = value
  }
  return expected
}

async function expectedRelation(
  outer: FilterScope,
  schema: Schema,
  row: Row,
  name: string,
  attribute: RelationAttribute,
  value: unknown,
  node: Node,
): Promise<unknown> {
  const { publicationState } = node
  const scope = typeof publicationState === 'string' ? { ...outer, preview: publicationState === 'preview' } : outer
  const linked = await chosen(scope, await visible(scope, schema, row, name), node)
  const { data } = value as { data: unknown }
  if (isRecord(data) && !('id' in data)) return { data: { attributes: { count: linked.length } } }
  const input = new Map(
    (Array.isArray(data) ? data : [data]).map((entry: { id?: number } | null) => [entry?.id, entry]),
  )
  const entries = await Promise.all(
    linked.map(async (one) => {
      const entry = (input.get(idOf(one.row)) ?? show(one.schema, one.row, node)) as { attributes: Attributes }
      const attributes = await expectedAttributes(scope, one.schema, one.row, entry.attributes, node['populate'])
      return { ...entry, attributes }
    }),
  )
  return { ...(value as object), data: attribute.relation.endsWith('Many') ? entries : (entries[0] ?? null) }
}

/** Applies the filters, sort and limits of a relation. */
async function chosen(scope: FilterScope, linked: readonly Linked[], node: Node): Promise<Linked[]> {
  const kept: Linked[] = []
  for (const one of linked) {
    if (await matches(scope, one.schema, one.row, node['filters'])) kept.push(one)
  }
  const [first] = kept
  const inOrder =
    first && node['sort'] !== undefined
      ? (
          await sorted(
            scope,
            first.schema,
            kept.map(({ row }) => row),
            node['sort'],
          )
        ).map((row) => ({ ...first, row }))
      : kept
  const start = Number(node['start'] ?? 0)
  const limit = Number(node['limit'] ?? -1)
  return inOrder.slice(start, limit < 1 ? undefined : start + limit)
}

async function expectedComponents(
  scope: FilterScope,
  schema: Schema,
  row: Row,
  name: string,
  value: unknown,
  node: Node,
): Promise<unknown> {
  const linked = await scope.world.linked(schema, row, name)
  const inside = async (item: unknown) => {
    if (!isRecord(item)) return item
    const one = linked.find(
      (found) => idOf(found.row) === item['id'] && (item['__component'] ?? found.schema.uid) === found.schema.uid,
    )
    const on = isRecord(node['on']) ? node['on'][String(item['__component'])] : undefined
    const populate = isRecord(on) ? on['populate'] : node['populate']
    return one ? expectedAttributes(scope, one.schema, one.row, item, populate) : item
  }
  return Array.isArray(value) ? Promise.all(value.map(inside)) : inside(value)
}

/** Returns the options of each populated name, in any form; an empty node for a name without options. */
export function nodesOf(populate: unknown): Readonly<Record<string, Node>> {
  if (typeof populate === 'string') return nodesOf(populate.split(','))
  if (Array.isArray(populate)) {
    const nodes: Record<string, Record<string, unknown>> = {}
    for (const path of populate.map(String)) {
      const [name = '', ...rest] = path.trim().split('.')
      const node = (nodes[name] ??= {})
      if (rest.length > 0) node['populate'] = [...((node['populate'] as string[] | undefined) ?? []), rest.join('.')]
    }
    return nodes
  }
  if (!isRecord(populate)) return {}
  return Object.fromEntries(Object.entries(populate).map(([name, node]) => [name, isRecord(node) ? node : {}]))
}
