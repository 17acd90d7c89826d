import type { Readable } from 'node:stream'
import type { ContentType, Registry } from '@content-api/model'
import { ImportError } from '@content-api/engine/errors'
import type { DeferredEntry } from './deferred-entry.js'
import { deferEntry, type PlainValues } from './plain-entry.js'
import { readCsv } from './read-csv.js'
import { readJson, readJsonLines } from './read-json.js'

export type PlainFormat = 'csv' | 'json' | 'jsonl'

export interface PlainFile {
  readonly source: Readable
  readonly format: PlainFormat
  /** Null for a `db.json`, which contains the names of the types. */
  readonly type: ContentType | null
  /** The separator of cells in a CSV file. */
  readonly delimiter: string
}

/** The number of entries that a dry run shows. */
const firstEntries = 5

/** Reads a plain file for `importEntries`. `first` is filled with the first entries while they are read. */
export function readPlain(file: PlainFile, registry: Registry) {
  const first: PlainValues[] = []
  async function* entries(): AsyncGenerator<DeferredEntry | ImportError> {
    for await (const found of read(file, registry)) {
      if (found instanceof ImportError) yield found
      else {
        if (first.length < firstEntries) first.push(found)
        yield deferEntry(found)
      }
    }
  }
  return { first: first as readonly PlainValues[], entries: entries() }
}

function read({ source, format, type, delimiter }: PlainFile, registry: Registry) {
  if (format === 'json') return readJson(source, type, registry)
  if (type === null) throw new TypeError(`A ${format} file needs a type.`)
  return format === 'csv' ? readCsv(source, type, registry, delimiter) : readJsonLines(source, type)
}
