/**
 * The names of the actions that roles and API tokens may be granted. Content types, capabilities and routes
 * of the project add theirs during the start, and permissions are checked when all are known.
 */
export class GrantableActions {
  readonly #names = new Set<string>()

  add(names: Iterable<string>): void {
    for (const name of names) this.#names.add(name)
  }

  get names(): readonly string[] {
    return [...this.#names]
  }
}
