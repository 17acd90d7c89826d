import * as z from 'zod/mini'
import { type Report, prefixReport, warnings } from '../problem.js'
import { readKeys } from './read-keys.js'
import { isRecord } from '../wording.js'

/** Reads `pluginOptions.i18n.localized`. Options of other plugins are ignored. */
export function readLocalized(pluginOptions: unknown, report: Report): boolean | undefined {
  if (pluginOptions === undefined) return undefined
  if (!isRecord(pluginOptions)) {
    warnings(report)([], 'must be an object with the options of each plugin.')
    return undefined
  }
  if (pluginOptions['i18n'] === undefined) return undefined
  const shape = { localized: z.optional(z.boolean()) }
  return readKeys(shape, pluginOptions['i18n'], { owner: 'the i18n plugin' }, prefixReport(report, 'i18n')).localized
}
