import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs'
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
  | { readonly at: 'settled'; readonly path: string; readonly marker: string }
  | { readonly at: 'end' }

export interface Journal {
  write(line: JournalLine): void
  close(): void
}

/** For targets that live in this very process: a crash takes their content along, so nothing needs to survive it. */
export const noJournal: Journal = { write: () => undefined, close: () => undefined }

/** A journal on disk; every line is on the disk before `write` returns, hence before the request it announces is sent. */
export class FileJournal implements Journal {
  readonly path: string
  readonly #file: number

  constructor(directory: string, run: string) {
    mkdirSync(directory, { recursive: true })
    this.path = journalPath(directory, run)
    this.#file = openSync(this.path, 'a')
  }

  write(line: JournalLine): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
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

/** The runs that have a journal in a directory, oldest name first. */
export function journalledRuns(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted()
}
