import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { ImportError } from '../../errors/import-error.js'
import type { PlannedRow } from '../../storage/transfer/planned-row.js'
import { planRow } from './plan-row.js'
import { readId, readType } from './read-values.js'

export interface LineContext {
  readonly registry: Registry
  readonly defaultLocale: string
  /** The time given to entries that say nothing of their own. */
  readonly now: string
}

/**
 * Checks one line and says which rows it comes to.
 * @throws ImportError
 */
export async function planLine(value: unknown, line: number, context: LineContext): Promise<PlannedRow> {
  const place = { line, path: '' }
  if (!isRecord(value)) throw new ImportError(line, 'is not a JSON object.')
  const { type, id, attributes, localizationOf, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ImportError(line, `has an unknown key "${unknown}": there are type, id, localizationOf and attributes.`)
  const schema = readType(type, line, context.registry)
  const own = readId(id, { line, path: 'id' })
  if (!isRecord(attributes)) throw new ImportError(line, '"attributes" must be an object.')
  const row = await planRow(schema, own, withStandards(schema, attributes, context), place, context.registry)
  if (!schema.localized) return row
  const first = localizationOf === undefined ? own : readId(localizationOf, { line, path: 'localizationOf' })
  return { ...row, group: first }
}

/** What the service adds itself, where the line says nothing: times, live, the default locale. */
function withStandards(
  type: ContentType,
  given: Readonly<Record<string, unknown>>,
  { now, defaultLocale }: LineContext,
) {
  return {
    createdAt: now,
    updatedAt: now,
    ...(type.draftAndPublish ? { publishedAt: now } : {}),
    ...(type.localized ? { locale: defaultLocale } : {}),
    ...given,
  }
}
