import type { Registry, Schema } from '@content-api/model'
import { getOrCreate } from '@content-api/engine/on-demand'
import { hasRelatedField, relatedField } from '@content-api/engine/plan'
import type { ShadowAction, ShadowCrud } from '@content-api/interfaces/graphql/schema/shadow-crud'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'

type Kind = 'query' | 'mutation'

/** Every action of `isActionEnabled` and `disableAction`, with its kind of operation. */
const actions = {
  find: 'query',
  findOne: 'query',
  create: 'mutation',
  update: 'mutation',
  delete: 'mutation',
  createLocalization: 'mutation',
} as const satisfies Record<ShadowAction, Kind>

/**
 * Controls what of a content type or component is in the generated schema (specification §4.6). The
 * `disable…` functions return `this`.
 */
export class TypeShadow {
  readonly #schema: Schema
  readonly #change: () => void
  readonly #fields = new Map<string, FieldShadow>()
  readonly #disabledActions = new Set<string>()
  readonly #disabledKinds = new Set<Kind>()
  #disabled = false

  /** @param change is called before each change, and throws when the schema is already made */
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

  /** Leaves out the type and all relations to it. REST is not affected. */
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
    if (!Array.isArray(names)) throw new ExtensionError('disableActions needs a list of names.')
    for (const name of names) this.#disabledActions.add(this.#action(name))
    return this
  }

  /** Returns the switches of a field. @throws ExtensionError for an unknown field */
  readonly field = (name: string): FieldShadow => {
    const names = Object.keys(this.#schema.attributes)
    if (hasRelatedField(this.#schema)) names.push(relatedField)
    if (!names.includes(name)) throw unknownName(`The field of ${this.#schema.uid}`, name, names)
    return getOrCreate(this.#fields, name, () => new FieldShadow(this.#change))
  }

  /** Returns the switches of a field, or undefined if no extension uses them. */
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

/** The switches of all types of a project. */
export interface ShadowSwitches extends ShadowCrud {
  /** Returns the switches of a type. @throws ExtensionError if the uid is not a content type or component */
  shadowCRUD(uid: string): TypeShadow
  /** Rejects all further changes. */
  seal(): void
  /** Returns whether anything is disabled. The rest of the schema may then be invalid. */
  isChanged(): boolean
}

export function createShadowSwitches({ contentTypes, components }: Registry): ShadowSwitches {
  const shadows = new Map<string, TypeShadow>()
  let sealed = false
  let changed = false
  const change = () => {
    if (sealed) throw new ExtensionError('It is too late to change the schema. Change it in `register`.')
    changed = true
  }
  const field = (uid: string, name: string) => shadows.get(uid)?.knownField(name)
  return {
    shadowCRUD(uid) {
      const schema = contentTypes.get(uid) ?? components.get(uid)
      if (!schema) throw unknownName('The content type', uid, [...contentTypes.keys(), ...components.keys()])
      return getOrCreate(shadows, uid, () => new TypeShadow(schema, change))
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

const sides = ['output', 'input', 'filters'] as const
type Side = (typeof sides)[number]

/** Controls where a field is in the generated schema (specification §4.6). The `disable…` functions return `this`. */
class FieldShadow {
  readonly #disabled = new Set<Side>()
  readonly #change: () => void

  /** @param change is called before each change, and throws when the schema is already made */
  constructor(change: () => void) {
    this.#change = change
  }

  readonly isEnabled = (): boolean => sides.some((side) => !this.#disabled.has(side))
  readonly isDisabled = (): boolean => !this.isEnabled()
  readonly hasInputEnabled = (): boolean => !this.#disabled.has('input')
  readonly hasOutputEnabled = (): boolean => !this.#disabled.has('output')
  readonly hasFiltersEnabled = (): boolean => !this.#disabled.has('filters')
  /** The misspelled name in Strapi 4, which its extensions use. */
  readonly hasFiltersEnabeld = (): boolean => this.hasFiltersEnabled()

  readonly disable = (): this => this.#off(...sides)
  readonly disableOutput = (): this => this.#off('output')
  readonly disableInput = (): this => this.#off('input')
  readonly disableFilters = (): this => this.#off('filters')

  #off(...off: readonly Side[]): this {
    this.#change()
    for (const side of off) this.#disabled.add(side)
    return this
  }
}
