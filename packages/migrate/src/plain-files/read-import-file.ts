import type { Readable } from 'node:stream'
import { ImportError } from '@content-api/engine/errors'
import type { ContentType, Registry } from '@content-api/model'
import type { Lines } from '../entries/import-entries.js'
import { deferEntry, type PlainValues } from './plain-entry.js'
import { readCsv } from './read-csv.js'
import { readJson, readJsonLines, readLines } from './read-json.js'

export type FileFormat = 'csv' | 'json' | 'jsonl'

export interface ImportFile {
  readonly source: Readable
  readonly format: FileFormat
  /**
   * The type of all entries. Null for the lines of an export, and for a `db.json`: both name the types.
   */
  readonly type: ContentType | null
  /** The separator of cells in a CSV file. */
  readonly delimiter: string
}

export interface ImportFileContent {
  /** The lines for `importEntries`. */
  readonly lines: Lines
  /** The first entries of a plain file. They are added while `lines` is read. */
  readonly first: readonly PlainValues[]
}

/** The number of entries in `first`. */
const firstEntries = 5

/** Reads an export, or a plain file: CSV or JSON of another program. */
export function readImportFile(file: ImportFile, registry: Registry): ImportFileContent {
  if (file.format === 'jsonl' && file.type === null) return { lines: readLines(file.source), first: [] }
  const first: PlainValues[] = []
  async function* lines() {
    for await (const found of readPlainFile(file, registry)) {
      if (found instanceof ImportError) yield found
      else {
        if (first.length < firstEntries) first.push(found)
        yield deferEntry(found)
      }
    }
  }
  return { first, lines: lines() }
}

function readPlainFile({ source, format, type, delimiter }: ImportFile, registry: Registry) {
  if (format === 'json') return readJson(source, type, registry)
  if (type === null) throw new TypeError(`A ${format} file needs a type.`)
  return format === 'csv' ? readCsv(source, type, registry, delimiter) : readJsonLines(source, type)
}
