import type { Config } from '../config/schema.js'
import { ownRules } from './own-rules.js'
import type { PlanSettings } from './plan-context.js'

/** Returns the part of a plan context that comes from the configuration, with the rules of this server. */
export function planningOf({ api: { rest }, i18n, limits }: Config): PlanSettings {
  return {
    strict: rest.strictParams,
    deepPopulate: rest.deepPopulate,
    locales: { default: i18n.defaultLocale, codes: i18n.locales },
    limits: { ...rest, ...limits, arrayLimit: limits.arrayItems },
    reading: ownRules,
  }
}
