import { isRecord } from '@content-api/model'
import type { Database } from '../storage/database.js'
import { deleteStoredValue, readStoredValue, storeValue } from '../storage/project-store.js'
import { checkKeys, ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** Values that code of a project keeps, as `strapi.store` of Strapi 4 does. */
export interface ProjectStore {
  get(given: Values): Promise<unknown>
  set(given: Values): Promise<void>
  delete(given: Values): Promise<void>
}

/** `strapi.store({ type, name })` and `strapi.store.get({ type, name, key })`. */
export type StoreMaker = ProjectStore & ((defaults?: Values) => ProjectStore)

const known = ['key', 'value', 'type', 'name', 'environment', 'tag']

export function projectStore(database: () => Database): StoreMaker {
  const of = (defaults: Values): ProjectStore =>
    guarded('strapi.store()', {
      async get(given) {
        const text = await readStoredValue(database(), keyOf(defaults, given))
        return text === null ? null : (JSON.parse(text) as unknown)
      },
      async set(given) {
        const key = keyOf(defaults, given)
        const text = JSON.stringify(given['value'] ?? null) as string | undefined
        if (text === undefined) throw new ExtensionError(`strapi.store keeps values of JSON, which "${key}" isn't.`)
        await database().write((transaction) => storeValue(transaction, key, text))
      },
      async delete(given) {
        const key = keyOf(defaults, given)
        await database().write((transaction) => deleteStoredValue(transaction, key))
      },
    })
  return Object.assign((defaults: Values = {}) => of(defaults), of({}))
}

/** As Strapi 4 builds it, so that imported values are found. */
function keyOf(defaults: Values, given: unknown): string {
  if (!isRecord(given)) throw new ExtensionError('strapi.store takes an object, { key: "…" }.')
  checkKeys('strapi.store', given, known)
  const { key, type = 'core', name } = { ...defaults, ...given } as Values
  if (typeof key !== 'string' || key === '') throw new ExtensionError('strapi.store takes a "key".')
  const parts = [type, name].filter((part) => part !== undefined)
  if (!parts.every((part) => typeof part === 'string'))
    throw new ExtensionError('type and name of strapi.store are text.')
  return [...parts, key].join('_')
}
