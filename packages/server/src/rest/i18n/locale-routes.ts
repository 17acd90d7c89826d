import type { PlanContext } from '../../query/plan-context.js'
import type { ActionRoutes } from '../action-endpoints.js'
import { jsonResponse } from '../message.js'

/** The locales of the configuration, which has had them since the start (form observed: a bare array). */
export function localeRoutes({ codes, default: standard }: PlanContext['locales']): ActionRoutes {
  const since = new Date().toISOString()
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const locales = codes.map((code, index) => ({
    id: index + 1,
    name: `${names.of(code)} (${code})`,
    code,
    createdAt: since,
    updatedAt: since,
    isDefault: code === standard,
  }))
  const body = JSON.stringify(locales)
  return {
    'i18n/locales': {
      GET: { action: 'plugin::i18n.locales.listLocales', hasBody: false, run: async () => jsonResponse(body) },
    },
  }
}
