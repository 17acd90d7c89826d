import type { Registry, Schema } from '@content-api/model'
import { relatedField, hasRelatedField } from '../query/file-uses.js'
import { ExtensionError, unknownName } from './extension-error.js'
import { FieldShadow } from './field-shadow.js'

type Kind = 'query' | 'mutation'

export type ShadowAction = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** Asked while the schema is made; everything is enabled unless an extension says otherwise. */
export interface ShadowCrud {
  isEnabled(uid: string): boolean
  isActionEnabled(uid: string, action: ShadowAction): boolean
  hasOutput(uid: string, field: string): boolean
  hasInput(uid: string, field: string): boolean
  hasFilters(uid: string, field: string): boolean
}

/** Every action that `isActionEnabled` and `disableAction` take, and what each belongs to. */
const actions = {
  find: 'query',
  findOne: 'query',
  create: 'mutation',
  update: 'mutation',
  delete: 'mutation',
  createLocalization: 'mutation',
} as const satisfies Record<ShadowAction, Kind>

/** What of a content type or component is in the generated schema (specification §4.6); `disable…` gives itself back. */
export class TypeShadow {
  readonly #schema: Schema
  readonly #change: () => void
  readonly #fields = new Map<string, FieldShadow>()
  readonly #disabledActions = new Set<string>()
  readonly #disabledKinds = new Set<Kind>()
  #disabled = false

  /** `change` is called before anything is, and throws when it is too late. */
  constructor(schema: Schema, change: () => void) {
    this.#schema = schema
    this.#change = change
  }

  readonly isEnabled = (): boolean => !this.#disabled
  readonly isDisabled = (): boolean => this.#disabled
  readonly areQueriesEnabled = (): boolean => this.#allows('query')
  readonly areQueriesDisabled = (): boolean => !this.#allows('query')
  readonly areMutationsEnabled = (): boolean => this.#allows('mutation')
  readonly areMutationsDisabled = (): boolean => !this.#allows('mutation')

  /** @throws ExtensionError for an action that doesn't exist */
  readonly isActionEnabled = (action: string): boolean => {
    const name = this.#action(action)
    return this.#allows(actions[name]) && !this.#disabledActions.has(name)
  }
  readonly isActionDisabled = (action: string): boolean => !this.isActionEnabled(action)

  /** Leaves the type out altogether, the relations to it included. REST goes on as before. */
  readonly disable = (): this => {
    this.#change()
    this.#disabled = true
    return this
  }
  readonly disableQueries = (): this => this.#disableKind('query')
  readonly disableMutations = (): this => this.#disableKind('mutation')
  readonly disableAction = (action: string): this => this.disableActions([action])
  readonly disableActions = (names: readonly string[]): this => {
    this.#change()
    if (!Array.isArray(names)) throw new ExtensionError('disableActions takes a list of names.')
    for (const name of names) this.#disabledActions.add(this.#action(name))
    return this
  }

  /** @throws ExtensionError for a field that the type doesn't have */
  readonly field = (name: string): FieldShadow => {
    const known = this.#fields.get(name)
    if (known) return known
    const names = Object.keys(this.#schema.attributes)
    if (hasRelatedField(this.#schema)) names.push(relatedField)
    if (!names.includes(name)) throw unknownName(`The field of ${this.#schema.uid}`, name, names)
    const field = new FieldShadow(this.#change)
    this.#fields.set(name, field)
    return field
  }

  /** The switches of a field that an extension spoke of. */
  knownField(name: string): FieldShadow | undefined {
    return this.#fields.get(name)
  }

  #allows(kind: Kind): boolean {
    return !this.#disabled && !this.#disabledKinds.has(kind)
  }

  #disableKind(kind: Kind): this {
    this.#change()
    this.#disabledKinds.add(kind)
    return this
  }

  #action(name: string): ShadowAction {
    if (Object.hasOwn(actions, name)) return name as ShadowAction
    throw unknownName('The action', name, Object.keys(actions))
  }
}

/** The switches of a project's types, and what came of them. */
export interface ShadowSwitches extends ShadowCrud {
  /** @throws ExtensionError for a uid that is none of a content type or component */
  shadowCRUD(uid: string): TypeShadow
  /** From now on nothing may be changed. */
  seal(): void
  /** Whether anything was switched off: what is left may not fit together. */
  isChanged(): boolean
}

export function createShadowSwitches({ contentTypes, components }: Registry): ShadowSwitches {
  const shadows = new Map<string, TypeShadow>()
  let sealed = false
  let changed = false
  const change = () => {
    if (sealed) throw new ExtensionError('The schema is made already: change it in `register`.')
    changed = true
  }
  const field = (uid: string, name: string) => shadows.get(uid)?.knownField(name)
  return {
    shadowCRUD(uid) {
      const known = shadows.get(uid)
      if (known) return known
      const schema = contentTypes.get(uid) ?? components.get(uid)
      if (!schema) throw unknownName('The content type', uid, [...contentTypes.keys(), ...components.keys()])
      const shadow = new TypeShadow(schema, change)
      shadows.set(uid, shadow)
      return shadow
    },
    seal() {
      sealed = true
    },
    isChanged: () => changed,
    isEnabled: (uid) => shadows.get(uid)?.isEnabled() ?? true,
    isActionEnabled: (uid, action) => shadows.get(uid)?.isActionEnabled(action) ?? true,
    hasOutput: (uid, name) => field(uid, name)?.hasOutputEnabled() ?? true,
    hasInput: (uid, name) => field(uid, name)?.hasInputEnabled() ?? true,
    hasFilters: (uid, name) => field(uid, name)?.hasFiltersEnabled() ?? true,
  }
}
