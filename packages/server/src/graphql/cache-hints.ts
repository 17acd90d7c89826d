import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql'

/** How long an answer may be kept, and by whom. */
export interface CacheHint {
  /** Seconds. */
  readonly maxAge: number
  /** `PRIVATE`: by who asked alone. */
  readonly scope: 'PUBLIC' | 'PRIVATE'
}

/** What the root fields of an operation say of how long its answer may be kept. */
export class CacheHints {
  #operation: OperationDefinitionNode | undefined
  readonly #hints = new Map<string, CacheHint>()

  /** Of a query; what a mutation answers is nobody's to keep. */
  add(operation: OperationDefinitionNode, key: string, hint: CacheHint): void {
    if (operation.operation !== OperationTypeNode.QUERY) return
    this.#operation = operation
    this.#hints.set(key, hint)
  }

  /** The value of `Cache-Control`: the shortest of all, and none unless every root field says something. */
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
