import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql'

/** How long caches may keep a response, and which caches. */
export interface CacheHint {
  /** Seconds. */
  readonly maxAge: number
  /** `PRIVATE`: only the client's own cache may keep the response. */
  readonly scope: 'PUBLIC' | 'PRIVATE'
}

/** Collects the cache hints of the root fields of an operation. */
export class CacheHints {
  #operation: OperationDefinitionNode | undefined
  readonly #hints = new Map<string, CacheHint>()

  /** Adds the hint of a root field. Hints of mutations are ignored: their responses must not be cached. */
  add(operation: OperationDefinitionNode, key: string, hint: CacheHint): void {
    if (operation.operation !== OperationTypeNode.QUERY) return
    this.#operation = operation
    this.#hints.set(key, hint)
  }

  /**
   * Returns the value of `Cache-Control` with the shortest age of all hints. Undefined unless each root field
   * has a hint with an age above 0.
   */
  header(): string | undefined {
    if (!this.#operation) return undefined
    const hints = [...this.#hints.values()]
    const maxAge = Math.min(...hints.map((hint) => hint.maxAge))
    const all = this.#operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && this.#hints.has((selection.alias ?? selection.name).value),
    )
    if (!all || maxAge <= 0) return undefined
    return `max-age=${maxAge}, ${hints.some(({ scope }) => scope === 'PRIVATE') ? 'private' : 'public'}`
  }
}
