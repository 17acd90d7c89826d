import type { FieldNode } from 'graphql'

/** Rows of entries or components as they were read for resolvers. */
export type RowsById = ReadonlyMap<number, Readonly<Record<string, unknown>>>

interface Gathered {
  readonly ids: readonly number[]
  readonly places: number
}

interface Batch {
  readonly ids: Set<number>
  places: number
  readonly answer: Promise<RowsById>
}

/** What the resolvers of one root field are about to read: those of the entries of a list share a statement. */
export class Batches {
  /** By the nodes of a field, which graphql-js makes once for all entries of a list. */
  readonly #waiting = new Map<readonly FieldNode[], Map<string, Batch>>()

  /** Reads a row together with all others of the same field and key; the key says how, and for whom. */
  read(
    nodes: readonly FieldNode[],
    key: string,
    id: number,
    readAll: (rows: Gathered) => Promise<RowsById>,
  ): Promise<RowsById> {
    let waiting = this.#waiting.get(nodes)
    if (!waiting) this.#waiting.set(nodes, (waiting = new Map<string, Batch>()))
    let batch = waiting.get(key)
    if (!batch) {
      const answer = Promise.resolve().then(() => {
        waiting.delete(key)
        return readAll({ ids: [...gathered.ids], places: gathered.places })
      })
      const gathered: Batch = { ids: new Set(), places: 0, answer }
      waiting.set(key, (batch = gathered))
    }
    batch.ids.add(id)
    batch.places += 1
    return batch.answer
  }
}
