import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { ImportError } from '@content-api/engine/errors'
import type { PlannedRow } from '@content-api/engine/transfer'
import { planRow } from './plan-row.js'
import { readId, readType } from './read-values.js'

export interface LineContext {
  readonly registry: Registry
  readonly defaultLocale: string
  /** The default of time attributes such as `createdAt`. */
  readonly now: string
}

/**
 * Checks one line and plans its rows.
 * @throws ImportError
 */
export async function planLine(value: unknown, line: number, context: LineContext): Promise<PlannedRow> {
  if (!isRecord(value)) throw new ImportError(line, 'is not a JSON object.')
  const { type, id, attributes, localizationOf, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ImportError(line, `has an unknown key "${unknown}": there are type, id, localizationOf and attributes.`)
  const schema = readType(type, line, context.registry)
  const own = readId(id, { line, path: 'id' })
  if (!isRecord(attributes)) throw new ImportError(line, '"attributes" must be an object.')
  const group = localizationOf === undefined ? null : readId(localizationOf, { line, path: 'localizationOf' })
  return planEntry(schema, { id: own, group, attributes, line }, context)
}

export interface EntryValues {
  /** Null: the import assigns an id. */
  readonly id: number | null
  /** The id of the first localization; null for the first localization itself. */
  readonly group: number | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly line: number
}

/** Plans the rows of an entry, with defaults for its standard attributes. @throws ImportError */
export async function planEntry(
  schema: ContentType,
  { id, group, attributes, line }: EntryValues,
  context: LineContext,
): Promise<PlannedRow> {
  const values = withDefaults(schema, attributes, context)
  const row = await planRow(schema, id, values, { line, path: '' }, context.registry)
  return schema.localized ? { ...row, group: group ?? id } : row
}

/** Adds the defaults of missing standard attributes: times, `publishedAt`, the default locale. */
function withDefaults(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { now, defaultLocale }: LineContext,
) {
  return {
    createdAt: now,
    updatedAt: now,
    ...(type.draftAndPublish ? { publishedAt: now } : {}),
    ...(type.localized ? { locale: defaultLocale } : {}),
    ...values,
  }
}
