import { type Capability, capabilities, capabilityNames } from '../profile/capability.js'
import type { ConfigurationInput } from '../profile/configuration.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { HttpClient } from '../target/http-client.js'
import type { Fetch } from '../target/injected-fetch.js'
import { noJournal } from '../target/journal.js'
import { defaultRequestsPerSecond } from '../target/live-safety.js'
import { Session } from '../target/session.js'
import { listCollections } from './collections.js'
import { discoverType } from './discover-type.js'
import { hasModel } from './preflight.js'
import { probe, withoutModel } from './probes.js'

export interface Diagnosis {
  readonly url: string
  /** Whether the target runs the content model of the suite. */
  readonly model: boolean
  /** Whether it shows each; null for what only a target with the content model can show. */
  readonly capabilities: Readonly<Record<Capability, boolean | null>>
  /** A content type for the read-only scenarios to look at, where the model is missing and one could be found. */
  readonly type: string | null
}

/**
 * Looks at a target, reading alone.
 * @throws TargetError when it cannot be asked
 */
export async function diagnose(
  url: string | URL,
  options: { readonly configuration?: ConfigurationInput; readonly fetch?: Fetch } = {},
): Promise<Diagnosis> {
  const configuration = parseConfiguration(options.configuration ?? {}, 'The configuration')
  const base = new URL(url)
  const client = new HttpClient({
    baseUrl: base,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    timeoutMilliseconds: configuration.timeout,
    requestsPerSecond: configuration.requestsPerSecond ?? defaultRequestsPerSecond(base),
    headers: configuration.headers,
  })
  const profile = { capabilities: new Set<Capability>(), source: 'probed', limits: configuration.limits } as const
  const session = new Session(
    { client, configuration, profile, journal: noJournal, run: 'doctor', mayWrite: false },
    'doctor',
    'set-up',
  )
  const model = await hasModel(session)
  const found = await probe(session, model)
  return {
    url: client.options.baseUrl.href,
    model,
    capabilities: Object.fromEntries(
      capabilityNames.map((name) => [name, model || withoutModel.has(name) ? found.has(name) : null]),
    ) as Record<Capability, boolean | null>,
    type: model ? null : await discoverType(session, await listCollections(session)),
  }
}

/** The configuration file that a diagnosis proposes. */
export function proposal({ url, model, capabilities: found, type }: Diagnosis): string {
  const lines = capabilityNames
    .filter((name) => found[name] !== null)
    .map((name) => `    ${name}: ${found[name]}, // ${capabilities[name]}`)
  const types = type === null ? "['articles'], // name one of its own" : `['${type}'],`
  return `import { defineConfig } from '@content-api/conformance'

export default defineConfig({
  url: '${url}',
  // Declared and missing is a failure; what is not declared is left out.
  capabilities: {
${lines.join('\n')}
  },
  limits: { defaultLimit: 25 },${model ? '' : `\n  // The target does not run the content model of the suite: the content types to read.\n  types: ${types}`}
  tokens: { full: process.env['CONFORMANCE_TOKEN'] },
})
`
}
