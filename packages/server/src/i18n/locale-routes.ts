import { listLocales } from './locales.js'
import type { PlanContext } from '../query/plan-context.js'
import type { ActionRoutes } from '../composition/action-routes.js'
import { jsonResponse } from '../message/message.js'

/** The route that returns the configured locales as an array without `data`, as Strapi 4.26 does. */
export function localeRoutes({ codes, default: standard }: PlanContext['locales']): ActionRoutes {
  // The list changes when code of the project adds a locale.
  const body = () => JSON.stringify(listLocales(codes, standard))
  return {
    'i18n/locales': {
      GET: { action: 'plugin::i18n.locales.listLocales', hasBody: false, run: async () => jsonResponse(body()) },
    },
  }
}
