import { isScalar, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import type { RunningHooks } from '@content-api/core/entries/hooks/run-hooks'
import { plainValues } from './plain-values.js'
import type { RowWrites } from './row-hooks.js'
import { isVersionAttribute } from './row.js'
import type { RowData } from './row-data.js'

/** The times of a row that a hook may set. */
const times: ReadonlySet<string> = new Set(['createdAt', 'updatedAt'])

/** What a row gets after the `before` hooks of its write. */
export interface ChangedRow {
  readonly row: RowData
  /** The times that a hook has set, as ISO strings. */
  readonly times: Readonly<Record<string, string>>
}

/**
 * Runs the `before` hooks of a row, and plans what they have changed in its data.
 * @param shown the data that the hooks get
 * @throws ApiError ValidationError for values that the row can't have, and what a hook throws
 */
export async function runBefore(
  writes: RowWrites,
  hooks: RunningHooks,
  { row, shown }: { readonly row: RowData; readonly shown: Values },
): Promise<ChangedRow> {
  const { schema } = row
  const before = textsOf(shown)
  const changed = plainValues((await hooks.before()) as Values)
  const after = textsOf(changed)
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name) && (Object.hasOwn(schema.declared, name) || isSystem(schema, name)),
  )
  if (names.length === 0) return { row, times: {} }
  for (const name of names) rejectFixed(schema, name)
  const own = names.filter((name) => !times.has(name) || Object.hasOwn(schema.declared, name))
  const isKept = ({ name }: { readonly name: string }) => !own.includes(name)
  const given = own.filter((name) => after.has(name))
  const more = await writes.replan(schema, Object.fromEntries(given.map((name) => [name, changed[name]])))
  return {
    row: {
      ...row,
      values: { ...row.values, ...more.values },
      fields: [...row.fields.filter(isKept), ...more.fields],
      relations: [...row.relations.filter(isKept), ...more.relations],
      files: [...row.files.filter(isKept), ...more.files],
      morphs: [...row.morphs.filter(isKept), ...more.morphs],
    },
    times: Object.fromEntries(
      names.flatMap((name) => (own.includes(name) || !after.has(name) ? [] : [[name, String(changed[name])]])),
    ),
  }
}

const textsOf = (values: Values): ReadonlyMap<string, string> =>
  new Map(Object.entries(plainValues(values)).map(([name, value]) => [name, JSON.stringify(value) ?? '']))

const isSystem = ({ model }: Schema, name: string) => model === 'contentType' && isVersionAttribute(name)

/** @throws ApiError ValidationError for what isn't written any more after the hook */
function rejectFixed(schema: Schema, name: string): void {
  const attribute = schema.declared[name]
  if (attribute ? isScalar(attribute) : times.has(name)) return
  if (attribute && attribute.type !== 'component' && attribute.type !== 'dynamiczone') return
  const advice = attribute
    ? 'its components are written before their entry. Change them in a hook of the component, or in a middleware of strapi.documents'
    : 'it belongs to the version that is written'
  throw new ApiError('ValidationError', `A hook of ${schema.uid} can't change ${name}: ${advice}`)
}
