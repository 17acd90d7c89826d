import { setUp } from './build/set-up.js'
import type { ModuleOptions } from './options.js'

export type { ModuleOptions } from './options.js'
// Applications extend `Register`. TypeScript only finds the original of an interface behind `export *`.
export type * from './register.js'

/** The name of the module, and of its options in `nuxt.config.ts`. */
const meta = { name: '@content-api/nuxt', configKey: 'contentApi', compatibility: { nuxt: '>=4.0.0' } }

/** A module of Nuxt, in the parts of its interface that need no package of Nuxt. */
export interface ContentApiModule {
  (this: void, options: ModuleOptions, nuxt: object): Promise<void>
  getMeta(): Promise<typeof meta>
}

/**
 * The Nuxt module: adds `useContentApi`, `useFind`, `useFindOne`, `useFirst`, `useSingle`, `useContentUser`
 * and `mediaImage` to an application.
 *
 * @example
 * ```ts
 * // nuxt.config.ts
 * export const config = {
 *   modules: ['@content-api/nuxt'],
 *   contentApi: { url: 'https://cms.example.org', types: { project: '../cms' } },
 * }
 * ```
 */
const contentApi: ContentApiModule = Object.assign(setUp, { getMeta: async () => meta })
export default contentApi
