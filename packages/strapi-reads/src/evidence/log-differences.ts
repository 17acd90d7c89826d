import type { Logger } from '@content-api/core/log/logger'
import type { BesideSettings } from '../settings/beside-settings.js'
import type { Answer } from './compare-answers.js'
import type { EvidenceOptions } from './create-evidence.js'

/** The characters of a body that are logged. */
const longest = 10_000

/**
 * Returns a function that logs where responses differ, as paths and types, because the values may be private.
 * With `logBodies`, it also logs the query, and the start of all bodies.
 */
export function logDifferences(
  logger: Pick<Logger, 'warn'>,
  { logBodies }: Pick<BesideSettings, 'logBodies'>,
): EvidenceOptions['report'] {
  return ({ read, differences, ours, theirs }) => {
    const { key, method, route, url, body } = read
    const bodies = { url, ...(body && { request: startOf(body) }), ours: bodyOf(ours), theirs: bodyOf(theirs) }
    logger.warn('Reads of a shape differ from those of Strapi, which responds to them until they are equal again', {
      shape: key,
      method,
      route,
      differences,
      ...(logBodies && bodies),
    })
  }
}

const bodyOf = ({ body }: Answer): string => startOf(body)

const startOf = (body: Buffer | string): string => String(body).slice(0, longest)
