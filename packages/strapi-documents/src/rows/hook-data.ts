import { isScalar } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { LinkChange, Partner } from './links.js'
import type { MorphChange, RowData, SystemData, WrittenComponents } from './row-data.js'

/**
 * Returns the data of a write as hooks get it: values as they were sent, with defaults; links by the ids of rows;
 * and the ids of components, which are written already.
 */
export function shownData(
  row: Pick<RowData, 'schema' | 'values' | 'fields' | 'relations' | 'morphs' | 'files'>,
  { shown }: SystemData,
  lists: readonly WrittenComponents[],
): Values {
  const { schema, values } = row
  const links = new Map<string, LinkChange | MorphChange>(
    [...row.relations, ...row.morphs, ...row.files].map((change) => [change.name, change]),
  )
  const components = new Map(lists.map((list) => [list.list.name, list]))
  const fields = new Set(row.fields.map(({ name }) => name))
  const data = Object.entries(schema.declared).flatMap(([name, attribute]): [string, unknown][] => {
    const list = components.get(name)
    if (list) return [[name, shownComponents(list)]]
    const change = links.get(name)
    if (change) return [[name, shownLinks(change)]]
    if (!isScalar(attribute) || !fields.has(name)) return []
    // Hooks get no passwords, which are hashed already.
    if (attribute.type === 'password') return []
    return [[name, Object.hasOwn(values, name) ? values[name] : attribute.default]]
  })
  return { ...Object.fromEntries(data), ...shown }
}

const shownLinks = (change: LinkChange | MorphChange): unknown => {
  if (!('connect' in change)) return { set: change.set.map(({ type, id }) => ({ id, __type: type.uid })) }
  const idsIn = (partners: readonly Partner[]) => partners.flatMap(({ rows }) => rows.map((id) => ({ id })))
  if (change.set) return { set: idsIn(change.set) }
  return { connect: idsIn(change.connect), disconnect: change.disconnect.map((id) => ({ id })) }
}

function shownComponents({ list, items }: WrittenComponents): unknown {
  const { name, attribute } = list
  if (attribute.type === 'dynamiczone') {
    return items.map(({ uid, id }) => ({ id, __component: uid, __pivot: { field: name } }))
  }
  const shown = items.map(({ uid, id }) => ({ id, __pivot: { field: name, component_type: uid } }))
  return attribute.repeatable ? shown : (shown[0] ?? null)
}
