import type { z } from 'zod'
import { capabilityNames } from './capability.js'
import { type Configuration, configurationSchema, UsageError } from './configuration.js'
import { nearMiss } from './near-miss.js'

const knownKeys = (path: readonly PropertyKey[]): readonly string[] =>
  path[0] === 'capabilities' ? capabilityNames : Object.keys(configurationSchema.shape)

function describe(issue: z.core.$ZodIssue): string {
  const at = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${at}unknown key '${key}'${nearMiss(key, knownKeys(issue.path))}`).join('; ')
  }
  return `${at}${issue.message}`
}

/**
 * Checks a configuration and fills in its defaults.
 * @throws UsageError that lists every mistake, with the near miss of unknown keys
 */
export function parseConfiguration(value: unknown, source: string): Configuration {
  const result = configurationSchema.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(
    `${source} is not a valid configuration:\n${result.error.issues.map((issue) => `  - ${describe(issue)}`).join('\n')}`,
  )
}
