import type { Config } from '../config/schema.js'
import type { PlanContext } from './plan-context.js'

/** The part of a plan context that comes from the configuration: limits, locales, strictness. */
export type Planning = Omit<PlanContext, 'registry' | 'can'>

export function planningOf({ api: { rest }, i18n, limits }: Config): Planning {
  return {
    strict: rest.strictParams,
    deepPopulate: rest.deepPopulate,
    locales: { default: i18n.defaultLocale, codes: i18n.locales },
    limits: { ...rest, ...limits, arrayLimit: limits.arrayItems },
  }
}
