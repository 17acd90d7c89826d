import { type ContentType, type Registry, closest, isRecord } from '@content-api/model'
import { ImportError } from '@content-api/engine/errors'
import type { LinkedRow } from '@content-api/engine/transfer'

/** The location of a value, for error messages. */
export interface ValueLocation {
  readonly line: number
  readonly path: string
}

export function readType(uid: unknown, line: number, { contentTypes }: Registry): ContentType {
  const type = typeof uid === 'string' ? contentTypes.get(uid) : undefined
  if (type) return type
  const near = typeof uid === 'string' ? closest(uid, contentTypes.keys()) : undefined
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  throw new ImportError(line, `there is no content type ${JSON.stringify(uid)}.${hint}`)
}

export function readList(value: unknown, { line, path }: ValueLocation): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ImportError(line, `${path} must be an array.`)
}

export function readTarget(value: unknown, location: ValueLocation): { id: number; order: number | null } {
  if (!isRecord(value)) return { id: readId(value, location), order: null }
  const { id, order } = value
  if (order !== undefined && typeof order !== 'number')
    throw new ImportError(location.line, `${location.path}: order must be a number.`)
  return { id: readId(id, location), order: order ?? null }
}

export function readMorph(
  value: unknown,
  location: ValueLocation,
  registry: Registry,
): { type: ContentType; id: number } {
  if (!isRecord(value)) throw new ImportError(location.line, `${location.path} must be { "type", "id" }.`)
  return { type: readType(value['type'], location.line, registry), id: readId(value['id'], location) }
}

export function readId(value: unknown, { line, path }: ValueLocation): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new ImportError(
    line,
    `${path} must be the id of an entry, a whole number above 0, but is ${JSON.stringify(value)}.`,
  )
}

export function rejectDuplicates(targets: readonly LinkedRow[], { line, path }: ValueLocation): void {
  const seen = new Set<string>()
  for (const { schema, id } of targets) {
    const key = `${schema.uid} ${id}`
    if (seen.has(key)) throw new ImportError(line, `${path} points at ${id} twice.`)
    seen.add(key)
  }
}
