import { isRecord } from '@content-api/model'
import type { Database } from '@content-api/engine/database/database'
import { deleteStoredValue, readStoredValue, storeValue } from '@content-api/engine/project-store/project-store'
import { checkKeys, ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** Stores values of project code, like `strapi.store` of Strapi 4. */
export interface ProjectStore {
  get(input?: Values): Promise<unknown>
  set(input?: Values): Promise<void>
  delete(input?: Values): Promise<void>
}

/** Supports both `strapi.store({ type, name })` and `strapi.store.get({ type, name, key })`. */
export type StoreMaker = ProjectStore & ((defaults?: Values) => ProjectStore)

const known = ['key', 'value', 'type', 'name', 'environment', 'tag']

/**
 * Creates `strapi.store`.
 * @param settings values of the configuration by key, which stored values don't replace
 */
export function projectStore(database: () => Database, settings: Values = {}): StoreMaker {
  const of = (defaults: Values): ProjectStore =>
    guarded('strapi.store()', {
      get: (input = {}) =>
        unattended(async () => {
          const key = keyOf(defaults, input)
          const text = await readStoredValue(database(), key)
          const stored = text === null ? null : (JSON.parse(text) as unknown)
          const set = Object.hasOwn(settings, key) ? settings[key] : undefined
          return isRecord(set) ? { ...(isRecord(stored) && stored), ...set } : stored
        }),
      set: (input = {}) =>
        unattended(async () => {
          const key = keyOf(defaults, input)
          if (Object.hasOwn(settings, key)) {
            process.emitWarning(
              `strapi.store stores "${key}", but the configuration has these settings (auth and mail). They don't change.`,
            )
          }
          const { value = null } = { ...defaults, ...input } as Values
          const text = JSON.stringify(value) as string | undefined
          if (text === undefined) throw new ExtensionError(`The value of "${key}" in strapi.store must be JSON.`)
          await database().write((transaction) => storeValue(transaction, key, text))
        }),
      delete: (input = {}) =>
        unattended(async () => {
          const key = keyOf(defaults, input)
          await database().write((transaction) => deleteStoredValue(transaction, key))
        }),
    })
  return Object.assign((defaults: Values = {}) => of(defaults), of({}))
}

/** Runs work whose failure doesn't end the process if the code doesn't wait for it. */
function unattended<Result>(work: () => Promise<Result>): Promise<Result> {
  const running = work()
  running.catch(() => undefined)
  return running
}

/** Returns the same key as Strapi 4, so that imported values are found. */
function keyOf(defaults: Values, input: unknown): string {
  if (!isRecord(input)) throw new ExtensionError('strapi.store needs an object such as { key: "…" }.')
  checkKeys('strapi.store', input, known)
  const { key, type = 'core', name } = { ...defaults, ...input } as Values
  const parts = [type, name].filter((part) => part !== undefined && part !== null && part !== '')
  return [...parts, key].map(String).join('_')
}
