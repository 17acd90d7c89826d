import { type LinkAttribute, type Registry, type Schema, isScalar } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import type { Database } from '@content-api/engine/database'
import type { Row } from '../../../engine/src/database/database.js'
import { fileType } from '@content-api/engine/plan'
import { entryColumns, ownerColumns } from '../../../engine/src/layout/columns.js'

/** A row that a relation points at. */
export interface Linked {
  readonly schema: Schema
  readonly row: Row
}

/**
 * The content before a request, for rules that derive the expected response from a state that differs from
 * the recorded one. Reads whole tables and joins them here, so that no tested query takes part.
 */
export interface World {
  readonly registry: Registry
  /** In the order of ids. Integers and decimals beyond a JavaScript number are strings. */
  rows(schema: Schema): Promise<readonly Row[]>
  row(schema: Schema, id: number): Promise<Row | undefined>
  /** In the order of the relation. */
  linked(schema: Schema, row: Row, name: string): Promise<readonly Linked[]>
  /** Discards what was read, after the content has changed. */
  changed(): void
}

export function createWorld(database: Database): World {
  const { registry, layout } = database
  let read = new Map<string, Promise<readonly Row[]>>()

  const table = (name: string, exact: readonly string[] = []): Promise<readonly Row[]> => {
    const known = read.get(name)
    if (known) return known
    const casts = exact.map((column) => `, CAST("${column}" AS TEXT) AS "${column}"`).join('')
    const sql = `SELECT *${casts} FROM "${name}" ORDER BY "id"`
    const rows = database.write((transaction) => transaction.query({ sql, values: [] }))
    read.set(name, rows)
    return rows
  }
  const rows: World['rows'] = (schema) => {
    const exact = Object.entries(schema.attributes).flatMap(([name, attribute]) =>
      isScalar(attribute) && scalarBehaviours[attribute.type].storage === 'bigint' ? [name] : [],
    )
    return table(layout.schema(schema.uid).table, exact)
  }
  const row: World['row'] = async (schema, id) => (await rows(schema)).find((found) => idOf(found) === id)
  const pick = async (schema: Schema, ids: readonly unknown[]): Promise<Linked[]> => {
    const found = await Promise.all(ids.map((id) => row(schema, Number(id))))
    return found.flatMap((one) => (one ? [{ schema, row: one }] : []))
  }

  return {
    registry,
    rows,
    row,
    changed: () => (read = new Map()),
    async linked(schema, from, name) {
      const attribute = schema.attributes[name] as LinkAttribute
      const link = layout.schema(schema.uid).link(name)
      const targetUid = attribute.type === 'media' ? fileType : attribute.type === 'relation' ? attribute.target : null
      const target = targetUid ? registry.contentType(targetUid) : null
      switch (link.kind) {
        case 'column':
          return from[link.column] === null ? [] : pick(target as Schema, [from[link.column]])
        case 'inverse': {
          const pointing = (await rows(target as Schema)).filter((one) => Number(one[link.column]) === idOf(from))
          return ordered(pointing, link.order).map((one) => ({ schema: target as Schema, row: one }))
        }
        case 'join': {
          const links = (await table(link.table)).filter((one) => Number(one[link.source]) === idOf(from))
          return pick(
            target as Schema,
            ordered(links, link.order).map((one) => one[link.target]),
          )
        }
        case 'siblings': {
          const group = (await rows(schema)).filter((one) => one[entryColumns.group] === from[entryColumns.group])
          return group.filter((one) => idOf(one) !== idOf(from)).map((one) => ({ schema, row: one }))
        }
        case 'morph': {
          const type = from[link.type]
          return typeof type === 'string' ? pick(registry.contentType(type), [from[link.id]]) : []
        }
        case 'morphJoin': {
          const links = (await table(link.table)).filter((one) => Number(one[link.source]) === idOf(from))
          const found = ordered(links, link.order).map((one) =>
            pick(registry.contentType(String(one[link.type])), [one[link.target]]),
          )
          return (await Promise.all(found)).flat()
        }
        case 'owned': {
          const uids =
            attribute.type === 'dynamiczone'
              ? attribute.components
              : attribute.type === 'component'
                ? [attribute.component]
                : []
          const found: Linked[] = []
          for (const component of uids.map((uid) => registry.component(uid))) {
            for (const one of await rows(component)) {
              const owned = one[ownerColumns.type] === schema.uid && Number(one[ownerColumns.id]) === idOf(from)
              if (owned && one[ownerColumns.field] === name) found.push({ schema: component, row: one })
            }
          }
          const place = ({ row }: Linked) => Number(row[ownerColumns.position])
          return found.toSorted((a, b) => place(a) - place(b))
        }
        case 'inverseMorph':
          return []
      }
    },
  }
}

export function idOf(row: Row): number {
  return Number(row['id'])
}

function ordered(rows: readonly Row[], order: string | null): Row[] {
  return order === null ? [...rows] : rows.toSorted((a, b) => Number(a[order]) - Number(b[order]))
}
