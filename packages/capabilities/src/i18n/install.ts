import type { Capability } from '@content-api/core/composition/capability'
import type { AnyService } from '@content-api/core/composition/service'
import { listLocales } from './locales.js'
import { jsonResponse } from '@content-api/core/message/message'
import { pageOfRows } from '@content-api/core/query/page-of-rows'

/** Installs the endpoint that returns the configured locales as an array without `data`, as Strapi 4.26 does. */
export function install({ planning }: AnyService): Capability {
  const { locales } = planning
  // The list changes when code of the project adds a locale.
  const list = () => listLocales(locales.codes, locales.default)
  return {
    actions: {
      'i18n/locales': {
        GET: {
          action: 'plugin::i18n.locales.listLocales',
          hasBody: false,
          run: async ({ query }) => jsonResponse(JSON.stringify(pageOfRows(list(), query, planning))),
        },
      },
    },
  }
}
