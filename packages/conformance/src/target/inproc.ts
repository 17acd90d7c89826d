import type { Fetch } from './injected-fetch.js'

/** Field level functions and getters of §4.6. */
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

/** Content-type level functions and getters of §4.6. */
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
  /** An extension, or a function that gets the schema-builder library and returns one. */
  use(extension: object | ((library: unknown) => object)): unknown
}

/** How the suite reaches the extension interface of a target inside this process. */
export interface InprocAdapter {
  /** Starts an empty target over the content model, its GraphQL schema customised by `extend`. */
  start(extend: (service: ExtensionService) => void): Promise<{ readonly fetch: Fetch; close(): Promise<void> | void }>
  /** An object type of that name with a field `word: String`, made with the library that extensions are given. */
  readonly makeType?: (library: unknown, name: string) => unknown
  /** A plugin of the schema builder that calls `seen` once it is at work. */
  readonly makePlugin?: (library: unknown, seen: () => void) => unknown
}
