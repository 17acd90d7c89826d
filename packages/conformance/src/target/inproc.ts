import type { Fetch } from './injected-fetch.js'

/** Field-level functions and getters of §4.6. */
export interface FieldExtension {
  disable(): unknown
  disableOutput(): unknown
  disableInput(): unknown
  disableFilters(): unknown
  isEnabled(): boolean
  isDisabled(): boolean
  hasInputEnabled(): boolean
  hasOutputEnabled(): boolean
  hasFiltersEnabled(): boolean
}

/** Content-type-level functions and getters of §4.6. */
export interface ContentTypeExtension {
  disable(): unknown
  disableQueries(): unknown
  disableMutations(): unknown
  disableAction(action: string): unknown
  disableActions(actions: readonly string[]): unknown
  isEnabled(): boolean
  isDisabled(): boolean
  areQueriesEnabled(): boolean
  areQueriesDisabled(): boolean
  areMutationsEnabled(): boolean
  areMutationsDisabled(): boolean
  isActionEnabled(action: string): boolean
  isActionDisabled(action: string): boolean
  field(name: string): FieldExtension
}

export interface ExtensionService {
  /** @param uid for example `api::conf-tag.conf-tag` */
  shadowCRUD(uid: string): ContentTypeExtension
  /** An extension, or a function that receives the schema-builder library and returns one. */
  use(extension: object | ((library: unknown) => object)): unknown
}

/** Gives the suite access to the extension interface of a target in this process. */
export interface InprocAdapter {
  /** Starts an empty target with the content model. `extend` customizes its GraphQL schema. */
  start(extend: (service: ExtensionService) => void): Promise<{ readonly fetch: Fetch; close(): Promise<void> | void }>
  /** Returns an object type of that name with a field `word: String`, made with the library that extensions receive. */
  readonly makeType?: (library: unknown, name: string) => unknown
  /** Returns a plugin of the schema builder that calls `seen` when it runs. */
  readonly makePlugin?: (library: unknown, seen: () => void) => unknown
}
