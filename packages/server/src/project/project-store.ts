import { isRecord } from '@content-api/model'
import type { Database } from '../storage/database.js'
import { deleteStoredValue, readStoredValue, storeValue } from '../storage/project-store.js'
import { checkKeys, ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** Stores values of project code, like `strapi.store` of Strapi 4. */
export interface ProjectStore {
  get(input: Values): Promise<unknown>
  set(input: Values): Promise<void>
  delete(input: Values): Promise<void>
}

/** Supports both `strapi.store({ type, name })` and `strapi.store.get({ type, name, key })`. */
export type StoreMaker = ProjectStore & ((defaults?: Values) => ProjectStore)

const known = ['key', 'value', 'type', 'name', 'environment', 'tag']

export function projectStore(database: () => Database): StoreMaker {
  const of = (defaults: Values): ProjectStore =>
    guarded('strapi.store()', {
      async get(input) {
        const text = await readStoredValue(database(), keyOf(defaults, input))
        return text === null ? null : (JSON.parse(text) as unknown)
      },
      async set(input) {
        const key = keyOf(defaults, input)
        const text = JSON.stringify(input['value'] ?? null) as string | undefined
        if (text === undefined) throw new ExtensionError(`The value of "${key}" in strapi.store must be JSON.`)
        await database().write((transaction) => storeValue(transaction, key, text))
      },
      async delete(input) {
        const key = keyOf(defaults, input)
        await database().write((transaction) => deleteStoredValue(transaction, key))
      },
    })
  return Object.assign((defaults: Values = {}) => of(defaults), of({}))
}

/** Returns the same key as Strapi 4, so that imported values are found. */
function keyOf(defaults: Values, input: unknown): string {
  if (!isRecord(input)) throw new ExtensionError('strapi.store needs an object such as { key: "…" }.')
  checkKeys('strapi.store', input, known)
  const { key, type = 'core', name } = { ...defaults, ...input } as Values
  if (typeof key !== 'string' || key === '') throw new ExtensionError('strapi.store needs a "key".')
  const parts = [type, name].filter((part) => part !== undefined)
  if (!parts.every((part) => typeof part === 'string'))
    throw new ExtensionError('type and name of strapi.store must be strings.')
  return [...parts, key].join('_')
}
