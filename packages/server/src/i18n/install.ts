import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import { listLocales } from './locales.js'
import { jsonResponse } from '../message/message.js'
import { pageOfRows } from '../query/page-of-rows.js'

/** Installs the endpoint that returns the configured locales as an array without `data`, as Strapi 4.26 does. */
export function install({ planning }: Service): Capability {
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
