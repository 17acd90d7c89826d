import type { Extension } from '../client.js'
import { expectEntries } from '../rest/expect-entry.js'
import type { RequestOptions } from '../types/request.js'

/** A locale of the service. */
export interface Locale {
  readonly id: number
  /** Only of Strapi 5. */
  readonly documentId?: string
  readonly name: string
  /** The value of `locale` in queries: `en`, `fr-CA`. */
  readonly code: string
  readonly isDefault: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** The method that {@link locales} adds to a client. */
export interface Locales {
  /**
   * Returns the locales of the service. The caller needs the permission to list locales.
   *
   * @example
   * ```ts
   * const codes = (await api.locales()).map(({ code }) => code)
   * ```
   */
  locales(options?: RequestOptions): Promise<Locale[]>
}

/**
 * Adds the locales of the service to a client, as `locales`. The service needs the plugin i18n.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org', token: 'an-api-token' }).with(locales())
 * ```
 */
export function locales(): Extension<Locales> {
  return ({ send }) => ({
    async locales(options) {
      const response = await send({ method: 'GET', path: '/i18n/locales', options })
      return expectEntries(response, 'GET /i18n/locales') as unknown as Locale[]
    },
  })
}
