import { closeSync, existsSync, fdatasync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readRegularFile } from '../profile/regular-file.js'

const synchronise = promisify(fdatasync)

/** What is written before and after each request that may create something. */
export type JournalLine =
  | { readonly at: 'run'; readonly run: string; readonly url: string; readonly started: string }
  /** Entries whose attribute begins with the prefix, as all markers of a run do, may be made at this path. */
  | { readonly at: 'reach'; readonly path: string; readonly prefix: string; readonly attribute: string }
  /** Entries whose attribute holds the marker may be made at this path. */
  | { readonly at: 'intent'; readonly path: string; readonly marker: string; readonly attribute: string }
  | {
      readonly at: 'made'
      readonly path: string
      readonly marker: string
      readonly attribute: string
      readonly id: number
    }
  | { readonly at: 'removed'; readonly path: string; readonly id: number }
  | { readonly at: 'end' }

export type Intent = Extract<JournalLine, { at: 'intent' }>

export interface Journal {
  /**
   * Resolves once the line survives the end of this process and the reach of the run at this path is on the disk, so that
   * not even a loss of power can undo that.
   */
  announce(line: Intent): Promise<void>
  /** Survives the end of this process; after a loss of power the announcement before it has to do. */
  write(line: JournalLine): void
  /** @param settled whether nothing of this run is left, so that its journal has done its work */
  close(settled: boolean): void
}

/** For targets that live in this very process: a crash takes their content along, so nothing needs to survive it. */
export const noJournal: Journal = {
  announce: () => Promise.resolve(),
  write: () => undefined,
  close: () => undefined,
}

/** A journal on disk. There is no file until the first line. */
export class FileJournal implements Journal {
  #file: number | undefined
  readonly #intents = new Set<string>()
  readonly #reaches = new Map<string, Promise<void>>()

  constructor(
    readonly directory: string,
    readonly run: string,
    readonly url: URL,
  ) {}

  /**
   * The same announcement twice, as a scenario makes that creates several entries of a type, is one line. Waiting for the
   * disk once per path, not once per scenario, is what makes a run fast.
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
    append(this.#file, { at: 'run', run: this.run, url: this.url.href, started: new Date().toISOString() })
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

/** The lines of a run's journal; a line cut short by a crash is left out, since its request was never sent. */
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

/** Forgets a run of which nothing is left. */
export const removeJournal = (directory: string, run: string): void =>
  rmSync(journalPath(directory, run), { force: true })

/** The runs that have a journal in a directory, oldest name first. */
export function journalledRuns(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted()
}
