import type { Call } from '../server/workloads.js'

/** An entry of a response, in one form for all interfaces. Absent fields weren't requested. */
export interface Entry {
  readonly title: string
  readonly category?: string | undefined
  readonly author?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** What a response holds. */
export interface Content {
  /** The number of all matching entries, if the response has it. */
  readonly total?: number | undefined
  readonly entries: readonly Entry[]
}

/** The workloads in the words of one interface. */
export interface Interface {
  /** Returns the nth request of a workload. */
  call(workload: string, n: number): Call
  /** Reads a response of a workload. */
  read(workload: string, body: unknown): Content
}

/** A running server with its content. */
export interface Side extends Interface {
  readonly name: string
  readonly url: string
  /** The headers of each request. */
  readonly headers: Readonly<Record<string, string>>
  /** The processor time of all its processes, with those of its database, in milliseconds. */
  processorTime(): Promise<number>
  /** The resident memory of its process in MB. */
  memory?(): Promise<number>
}

/** What runs a side, and how much content it has. */
export interface Setup {
  readonly database: 'sqlite' | 'postgres'
  readonly articles: number
  /** Whether the schema of articles has the recommended indexes. */
  readonly indexes: boolean
}

/** Functions that stop what a comparison started. The last one runs first. */
export type Closing = (() => Promise<unknown>)[]

/** Runs `work`, then all functions that it added to its argument. */
export async function closingAfter<Result>(work: (closing: Closing) => Promise<Result>): Promise<Result> {
  const closing: Closing = []
  try {
    return await work(closing)
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}
