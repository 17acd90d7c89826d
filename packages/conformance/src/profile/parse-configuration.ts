import { z } from 'zod'
import { isRecord, read } from '../check/read.js'
import { capabilityNames } from './capability.js'
import { type Configuration, configurationSchema, UsageError } from './configuration.js'
import { nearMiss } from './near-miss.js'

/** Returns the known keys at a path of the configuration, from the JSON schema. */
function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path[0] === 'capabilities') return capabilityNames
  const schema = z.toJSONSchema(configurationSchema, { io: 'input' })
  const properties = read(schema, [...path.map((key) => `properties.${String(key)}`), 'properties'].join('.'))
  return isRecord(properties) ? Object.keys(properties) : []
}

function describe(issue: z.core.$ZodIssue): string {
  const at = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${at}unknown key '${key}'${nearMiss(key, knownKeys(issue.path))}`).join(' ')
  }
  return `${at}${issue.message}`
}

/**
 * Checks a configuration and fills in the defaults.
 * @throws UsageError that lists every mistake, with suggestions for unknown keys
 */
export function parseConfiguration(value: unknown, source: string): Configuration {
  const result = configurationSchema.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(
    `${source} is not valid:\n${result.error.issues.map((issue) => `  - ${describe(issue)}`).join('\n')}`,
  )
}
