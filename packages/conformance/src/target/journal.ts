import { closeSync, existsSync, fdatasync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Generation } from '../profile/generation.js'
import { readRegularFile } from '../profile/regular-file.js'
import type { EntryId } from './entry-view.js'

const synchronise = promisify(fdatasync)

/** A line of the journal, written before or after each request that may create entries. */
export type JournalLine =
  | {
      readonly at: 'run'
      readonly run: string
      readonly url: string
      readonly started: string
      /** Absent in the journals of earlier versions, whose targets had the interface of Strapi 4. */
      readonly generation?: Generation
    }
  /** Announces entries at this path whose attribute begins with the prefix, as all markers of a run do. */
  | { readonly at: 'reach'; readonly path: string; readonly prefix: string; readonly attribute: string }
  /** Announces entries at this path whose attribute contains the marker. */
  | { readonly at: 'intent'; readonly path: string; readonly marker: string; readonly attribute: string }
  | {
      readonly at: 'made'
      readonly path: string
      readonly marker: string
      readonly attribute: string
      readonly id: EntryId
    }
  | { readonly at: 'removed'; readonly path: string; readonly id: EntryId }
  | { readonly at: 'end' }

export type Intent = Extract<JournalLine, { at: 'intent' }>

export interface Journal {
  /**
   * Resolves when the line is written, so that it survives a crash of this process. The run's first
   * announcement of a path is also flushed to disk, so that it survives a loss of power.
   */
  announce(line: Intent): Promise<void>
  /**
   * Writes a line that survives a crash of this process. If a loss of power deletes it, `clean` finds the
   * entry by its announcement.
   */
  write(line: JournalLine): void
  /** @param settled whether no entry of this run remains, so that its journal can be deleted */
  close(settled: boolean): void
}

/** For targets in this process: a crash removes their content too, so nothing needs to be journalled. */
export const noJournal: Journal = {
  announce: () => Promise.resolve(),
  write: () => undefined,
  close: () => undefined,
}

/** Creates a journal on disk. The file is created with its first line. */
export class FileJournal implements Journal {
  #file: number | undefined
  readonly #intents = new Set<string>()
  readonly #reaches = new Map<string, Promise<void>>()

  constructor(
    readonly directory: string,
    readonly run: string,
    readonly url: URL,
    readonly generation: Generation = 'strapi-4',
  ) {}

  /**
   * Repeated announcements, as from a scenario that creates several entries of a type, are written once. The
   * disk is flushed once per path, not once per scenario, which makes runs fast.
   */
  announce({ at, path, marker, attribute }: Intent): Promise<void> {
    const intent = `${path} ${marker} ${attribute}`
    if (!this.#intents.has(intent)) this.write({ at, path, marker, attribute })
    this.#intents.add(intent)
    const reach = `${path} ${attribute}`
    const onDisk = this.#reaches.get(reach) ?? this.#reach(path, attribute)
    this.#reaches.set(reach, onDisk)
    return onDisk
  }

  write(line: JournalLine): void {
    append(this.#opened(), line)
  }

  close(settled: boolean): void {
    if (this.#file === undefined) return
    append(this.#file, { at: 'end' })
    closeSync(this.#file)
    if (settled) rmSync(journalPath(this.directory, this.run))
  }

  #opened(): number {
    if (this.#file !== undefined) return this.#file
    mkdirSync(this.directory, { recursive: true })
    this.#file = openSync(journalPath(this.directory, this.run), 'a')
    const started = new Date().toISOString()
    append(this.#file, { at: 'run', run: this.run, url: this.url.href, started, generation: this.generation })
    return this.#file
  }

  #reach(path: string, attribute: string): Promise<void> {
    this.write({ at: 'reach', path, prefix: this.run, attribute })
    return synchronise(this.#opened())
  }
}

function append(file: number, line: JournalLine): void {
  writeSync(file, `${JSON.stringify(line)}\n`)
}

const journalPath = (directory: string, run: string) => join(directory, `${run}.jsonl`)

/**
 * Reads the lines of a run's journal. Ignores a line that a crash truncated: the request of a truncated
 * announcement was never sent, and `clean` finds entries by their announcements without the other lines.
 */
export function readJournal(directory: string, run: string): JournalLine[] {
  const path = journalPath(directory, run)
  if (!existsSync(path)) return []
  return readRegularFile(path)
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as JournalLine]
      } catch {
        return []
      }
    })
}

/** Deletes the journal of a run of which no entry remains. */
export const removeJournal = (directory: string, run: string): void =>
  rmSync(journalPath(directory, run), { force: true })

/** Returns the runs that have a journal in a folder, sorted by name. */
export function journalledRuns(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted()
}
