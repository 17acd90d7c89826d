import type { ContentType, ScalarAttribute, Schema } from '@content-api/model'
import type { FieldWrite, Path } from '@content-api/engine/plan'
import { kindOfAttribute, quote, rowId, run, type StatementBuilder } from '@content-api/engine/write'
import type { RowIssues } from '../input/row-issues.js'
import type { RowData } from '../rows/row-data.js'
import { isPublished, linkColumns, tableOf, type Transaction, type VersionPlace, versionColumns } from '../rows/row.js'
import { componentListsOf } from '../rows/schema-links.js'

const message = 'This attribute must be unique'

/**
 * Adds the values that a published row of another document has in the same locale, and those of components that
 * stand twice in one list. As in Strapi 5, a value in a component is compared with those at the same place in other
 * entries of the type: in the same attributes, or in the same zone by the same component.
 */
export async function addDuplicates(
  tx: Transaction,
  version: VersionPlace,
  row: RowData,
  issues: RowIssues,
): Promise<void> {
  const known = new Set<string>()
  for (const unique of uniqueValues(row, { path: [], steps: [], isInZone: false })) {
    const { path, steps, name, value } = unique
    // Otherwise two concurrent writers of the same value would each find it free.
    const place = [...steps.map((step) => step.name), name].join('.')
    await lockText(tx, `${version.type.uid} ${place} ${String(value)}`)
    const inList = `${JSON.stringify(listOf(path))} ${steps.at(-1)?.schema.uid} ${String(value)}`
    if ((steps.length > 0 && known.has(inList)) || (await isTaken(tx, version, unique))) {
      issues.add([...path, name], message, value)
    }
    known.add(inList)
  }
}

/** A component attribute or a zone on the way to a value, with the component that is there. */
interface Step {
  readonly name: string
  readonly schema: Schema
}

interface Place {
  readonly path: Path
  readonly steps: readonly Step[]
  /** Whether the last step is a zone. */
  readonly isInZone: boolean
}

interface UniqueValue extends Omit<Place, 'isInZone'> {
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly value: NonNullable<FieldWrite['value']>
}

function* uniqueValues(row: RowData, { path, steps, isInZone }: Place): Iterable<UniqueValue> {
  const { schema, fields, components } = row
  for (const { name, attribute, value } of fields) {
    if (value !== null && value !== '' && isUnique(schema, name)) yield { path, steps, name, attribute, value }
  }
  // Strapi compares no values in the components of a zone's components.
  if (isInZone) return
  for (const { name, items } of components) {
    const attribute = schema.declared[name]
    const isList = attribute?.type === 'dynamiczone' || (attribute?.type === 'component' && attribute.repeatable)
    for (const [index, { row: item }] of items.entries()) {
      yield* uniqueValues(item, {
        path: [...path, name, ...(isList ? [index] : [])],
        steps: [...steps, { name, schema: item.schema }],
        isInZone: attribute?.type === 'dynamiczone',
      })
    }
  }
}

function isUnique({ declared }: Schema, name: string): boolean {
  const attribute = declared[name]
  return attribute?.unique === true || attribute?.type === 'uid'
}

/** Returns the path without the place in the nearest list. */
function listOf(path: Path): Path {
  const index = path.findLastIndex((part) => typeof part === 'number')
  return index < 0 ? path : path.toSpliced(index, 1)
}

async function isTaken(
  tx: Transaction,
  { type, documentId, locale }: VersionPlace,
  { steps, name, attribute, value }: UniqueValue,
): Promise<boolean> {
  const [other] = await run(tx, (builder) => {
    const { schema, alias, joins } = joined(tx, builder, type, steps)
    const column = `${alias}.${quote(tx.layout.schema(schema.uid).column(name))}`
    const conditions = [
      `${column} = ${builder.bind(kindOfAttribute(name, attribute), value)}`,
      `entry.${quote(versionColumns.documentId)} <> ${builder.bind('text', documentId)}`,
      isPublished('entry'),
      ...(locale === null ? [] : [`entry.${quote(versionColumns.locale)} = ${builder.bind('text', locale)}`]),
    ]
    const from = [`${quote(tableOf(tx, type))} AS entry`, ...joins].join(' ')
    return `SELECT 1 AS "found" FROM ${from} WHERE ${conditions.join(' AND ')} LIMIT 1`
  })
  return other !== undefined
}

/** Joins an entry with the components on the way to a value. */
function joined(tx: Transaction, builder: StatementBuilder, type: ContentType, steps: readonly Step[]) {
  let schema: Schema = type
  let alias = 'entry'
  const joins: string[] = []
  for (const [index, step] of steps.entries()) {
    const list = componentListsOf(tx, schema).find(({ name }) => name === step.name)
    if (!list) throw new Error(`${schema.uid} has no components ${step.name}`)
    const { table, source, target, only = {} } = list.join
    const [link, component] = [`link${index}`, `component${index}`]
    const conditions = [
      `${link}.${quote(source)} = ${alias}.${rowId}`,
      `${link}.${quote(linkColumns.componentType)} = ${builder.bind('text', step.schema.uid)}`,
      ...Object.entries(only).map(([column, text]) => `${link}.${quote(column)} = ${builder.bind('text', text)}`),
    ]
    joins.push(
      `JOIN ${quote(table)} AS ${link} ON ${conditions.join(' AND ')}`,
      `JOIN ${quote(tableOf(tx, step.schema))} AS ${component} ON ${component}.${rowId} = ${link}.${quote(target)}`,
    )
    schema = step.schema
    alias = component
  }
  return { schema, alias, joins }
}

/** Locks a text until the transaction ends. With one writer at a time, this does nothing. */
export async function lockText(tx: Transaction, text: string): Promise<void> {
  const { dialect } = tx
  if (dialect.lockText) await run(tx, (builder) => dialect.lockText?.(builder.bind('text', text)) ?? '')
}
