import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** What is written before and after each request that may create something. */
export type JournalLine =
  | { readonly at: 'run'; readonly run: string; readonly url: string; readonly started: string }
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

export interface Journal {
  write(line: JournalLine): void
  /** @param settled whether nothing of this run is left, so that its journal has done its work */
  close(settled: boolean): void
}

/** For targets that live in this very process: a crash takes their content along, so nothing needs to survive it. */
export const noJournal: Journal = { write: () => undefined, close: () => undefined }

/**
 * A journal on disk; every line is on the disk before `write` returns, hence before the request it announces is sent.
 * There is no file until the first line.
 */
export class FileJournal implements Journal {
  #file: number | undefined

  constructor(
    readonly directory: string,
    readonly run: string,
    readonly url: URL,
  ) {}

  write(line: JournalLine): void {
    this.#file ??= this.#open()
    this.#append(this.#file, line)
  }

  close(settled: boolean): void {
    if (this.#file === undefined) return
    this.#append(this.#file, { at: 'end' })
    closeSync(this.#file)
    if (settled) rmSync(journalPath(this.directory, this.run))
  }

  #open(): number {
    mkdirSync(this.directory, { recursive: true })
    const file = openSync(journalPath(this.directory, this.run), 'a')
    this.#append(file, { at: 'run', run: this.run, url: this.url.href, started: new Date().toISOString() })
    return file
  }

  #append(file: number, line: JournalLine): void {
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
  }
}

const journalPath = (directory: string, run: string) => join(directory, `${run}.jsonl`)

/** The lines of a run's journal; a line cut short by a crash is left out, since its request was never sent. */
export function readJournal(directory: string, run: string): JournalLine[] {
  const path = journalPath(directory, run)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
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
