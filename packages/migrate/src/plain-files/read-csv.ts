import type { Readable } from 'node:stream'
import { type Attribute, type ContentType, type Registry, closest, isScalar } from '@content-api/model'
import { parse } from 'csv-parse'
import { ImportError, ImportMistakes } from '@content-api/engine/errors'
import { isMorph, linkTarget, relatesToMany } from '@content-api/engine/plan'
import { type PlainValues, requireUnique } from './plain-entry.js'

/** Separates the entries of a to-many relation in a cell. */
const separator = '|'

/** The maximum number of columns. PostgreSQL tables have at most 1,600, so more are not a file for one type. */
const mostColumns = 10_000

/** A column: `set` adds a cell to the values of an entry. */
interface Column {
  readonly name: string
  /** The value of an empty cell; undefined if it is ignored. */
  readonly empty?: null
  set(values: Record<string, unknown>, cell: string): void
}

interface Parsed {
  readonly record: readonly string[]
  /** `lines` is the number of lines read so far, including this record. */
  readonly info: { readonly lines: number }
}

/**
 * Reads a CSV file whose first line has the attribute names. Empty cells are ignored, except those of
 * `publishedAt`, which make drafts.
 * @throws ImportError for mistakes in the first line, or if the file isn't CSV
 */
export async function* readCsv(
  source: Readable,
  type: ContentType,
  registry: Registry,
  delimiter: string,
): AsyncGenerator<PlainValues | ImportError> {
  const parser = source.pipe(
    parse({ bom: true, info: true, delimiter, relax_column_count: true, skip_empty_lines: true }),
  )
  source.on('error', (error) => parser.destroy(error))
  let columns: readonly Column[] | undefined
  let line = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const first = line + 1
      line = info.lines
      if (!columns) columns = readHeader(record, { type, registry, delimiter })
      else if (record.length === columns.length) yield readRecord(record, columns, first, type)
      else yield new ImportError(first, `has ${record.length} cells, but the first line has ${columns.length}.`)
    }
  } catch (error) {
    if (error instanceof ImportError || !(error instanceof Error) || !('code' in error)) throw error
    throw new ImportError(line + 1, `is not CSV: ${error.message}`)
  }
}

function readRecord(
  record: readonly string[],
  columns: readonly Column[],
  line: number,
  type: ContentType,
): PlainValues | ImportError {
  const values: Record<string, unknown> = {}
  const mistakes = new ImportMistakes()
  for (const [index, column] of columns.entries()) {
    const cell = record[index] ?? ''
    if (cell === '') {
      if (column.empty === null) values[column.name] = null
      continue
    }
    try {
      column.set(values, cell)
    } catch (error) {
      const message = `${column.name} is not JSON: ${error instanceof Error ? error.message : String(error)}`
      mistakes.add(new ImportError(line, message, { type: type.uid, attribute: column.name }))
    }
  }
  try {
    mistakes.throwIfAny()
  } catch (error) {
    return error as ImportError
  }
  return { line, type, values }
}

interface HeaderContext {
  readonly type: ContentType
  readonly registry: Registry
  readonly delimiter: string
}

function readHeader(cells: readonly string[], { type, registry, delimiter }: HeaderContext): Column[] {
  if (cells.length > mostColumns) {
    const message = `has ${cells.length} columns, but at most ${mostColumns} are allowed. Check the delimiter.`
    throw new ImportError(1, message, { type: type.uid })
  }
  const names = cells.map((cell) => cell.trim())
  const mistakes = new ImportMistakes()
  const columns = names.map((name) => {
    try {
      return readColumn(name, type, registry)
    } catch (error) {
      mistakes.add(error, { type: type.uid, attribute: name })
      return undefined
    }
  })
  const seen = new Set<string>()
  const twice = names.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) mistakes.add(new ImportError(1, `has the column "${twice}" twice.`, { type: type.uid }))
  const other =
    mistakes.total > 0 && names.length === 1 ? findOtherDelimiter(names[0] ?? '', type, registry) : undefined
  if (other !== undefined && other !== delimiter) {
    throw new ImportError(1, `has only one column, "${names[0]}". ${delimiterHints[other]}`, { type: type.uid })
  }
  mistakes.throwIfAny()
  return columns.filter((column) => column !== undefined)
}

type Delimiter = ',' | ';' | '|' | '\t'

/** What to do about the delimiters that other programs write. */
const delimiterHints: Readonly<Record<Delimiter, string>> = {
  ',': 'If its cells are separated by ",", add --delimiter ",".',
  ';': 'If its cells are separated by ";", add --delimiter ";".',
  '|': 'If its cells are separated by "|", add --delimiter "|".',
  '\t': 'If its cells are separated by tabs, name the file .tsv.',
}

/** Returns the delimiter that makes columns of the type out of the only cell of the first line. */
function findOtherDelimiter(cell: string, type: ContentType, registry: Registry): Delimiter | undefined {
  const isColumn = (name: string) => {
    try {
      return readColumn(name.trim(), type, registry) !== undefined
    } catch {
      return false
    }
  }
  return (Object.keys(delimiterHints) as Delimiter[]).find((delimiter) => {
    const names = cell.split(delimiter)
    return names.length > 1 && names.some(isColumn)
  })
}

function readColumn(name: string, type: ContentType, registry: Registry): Column {
  const [head = '', ...rest] = name.split('.')
  const attribute = type.attributes[head]
  if (rest.length === 0) {
    if (name === 'id' || name === 'localizationOf' || attribute) {
      const set: Column['set'] = (values, cell) => (values[name] = name === 'id' ? cell : readCell(cell, attribute))
      return name === 'publishedAt' ? { name, empty: null, set } : { name, set }
    }
    // json-server writes `authorId` for the relation `author`.
    if (type.attributes[name.replace(/Id$/, '')]?.type === 'relation') {
      return { name, set: (values, cell) => (values[name] = cell) }
    }
  }
  const [inner = ''] = rest
  if (rest.length === 1 && attribute?.type === 'relation' && !isMorph(attribute)) {
    const target = linkTarget(attribute, registry) as ContentType
    if (inner !== 'id') requireUnique(target, inner, head, 1)
    const many = relatesToMany(attribute)
    const one = (value: string) => ({ [inner]: inner === 'id' ? Number(value) : value })
    return { name, set: (values, cell) => (values[head] = many ? cell.split(separator).map(one) : one(cell)) }
  }
  if (rest.length === 1 && attribute?.type === 'component' && !attribute.repeatable) {
    const nested = registry.component(attribute.component).attributes[inner]
    if (nested) {
      return {
        name,
        set(values, cell) {
          values[head] = { ...(values[head] as object | undefined), [inner]: readCell(cell, nested) }
        },
      }
    }
  }
  const near = closest(name, ['id', ...Object.keys(type.attributes)])
  throw new ImportError(
    1,
    `${type.uid} has no attribute for the column "${name}".${near ? ` Did you mean "${near}"?` : ''}`,
  )
}

/** Converts a cell to a JSON value. @throws SyntaxError if the attribute requires JSON and the cell isn't valid JSON */
function readCell(cell: string, attribute: Attribute | undefined): unknown {
  if (!attribute) return cell
  if (isScalar(attribute)) return ['json', 'array', 'blocks'].includes(attribute.type) ? JSON.parse(cell) : cell
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') return JSON.parse(cell)
  if (attribute.type === 'relation' && isMorph(attribute)) return JSON.parse(cell)
  const many = attribute.type === 'media' ? attribute.multiple : relatesToMany(attribute)
  return many ? cell.split(separator) : cell
}
