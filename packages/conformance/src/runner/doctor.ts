import { type Capability, capabilities, capabilityNames } from '../profile/capability.js'
import type { ConfigurationInput } from '../profile/configuration.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { parseAddress } from '../target/address.js'
import { clientOf } from '../target/client-of.js'
import type { Fetch } from '../target/injected-fetch.js'
import { noJournal } from '../target/journal.js'
import { Session } from '../target/session.js'
import { listCollections } from './collections.js'
import { discoverType } from './discover-type.js'
import { requestModel, outOfOrder } from './preflight.js'
import { probe, withoutModel } from './probes.js'

export interface Diagnosis {
  readonly url: string
  /** Whether the target runs the content model of the suite. */
  readonly model: boolean
  /** Whether the target has each capability; null if that can't be detected without the content model or a token. */
  readonly capabilities: Readonly<Record<Capability, boolean | null>>
  /** Whether a token was sent. Without one, the target may hide some of its capabilities. */
  readonly withToken: boolean
  /** A content type for the read-only scenarios, if the target doesn't run the model and one was found. */
  readonly type: string | null
}

/**
 * Inspects a target with requests that change nothing.
 * @throws UsageError if the configuration or the address is invalid
 * @throws TargetError if the target can't be reached, is not a content service, or rejects the token
 */
export async function diagnose(
  url: string | URL,
  options: { readonly configuration?: ConfigurationInput; readonly fetch?: Fetch } = {},
): Promise<Diagnosis> {
  const configuration = parseConfiguration(options.configuration ?? {}, 'The configuration')
  const client = clientOf(configuration, parseAddress(url), options.fetch)
  const profile = { capabilities: new Set<Capability>(), source: 'probed', limits: configuration.limits } as const
  const session = new Session(
    { client, configuration, profile, journal: noJournal, run: 'doctor', mayWrite: false },
    'doctor',
    'set-up',
  )
  const modelResponse = await requestModel(session)
  if (modelResponse.status >= 500) throw outOfOrder(modelResponse)
  const model = modelResponse.status === 200
  const found = await probe(session, model)
  const withToken = configuration.tokens.full !== undefined
  const tells = (name: Capability) =>
    (model || withoutModel.has(name)) && (withToken || !(name === 'apiTokens' || name === 'media'))
  return {
    url: client.options.baseUrl.href,
    model,
    capabilities: Object.fromEntries(
      capabilityNames.map((name) => [name, tells(name) ? found.has(name) : null]),
    ) as Record<Capability, boolean | null>,
    withToken,
    type: model ? null : await discoverType(session, await listCollections(session)),
  }
}

/** Returns the configuration file that a diagnosis proposes. */
export function proposal({ url, model, capabilities: found, type }: Diagnosis): string {
  const lines = capabilityNames
    .filter((name) => found[name] !== null)
    .map((name) => `    ${name}: ${found[name]}, // ${capabilities[name]}`)
  const types = type === null ? "['articles'], // name one of its own" : `['${type}'],`
  return `import { defineConfig } from '@content-api/conformance'

export default defineConfig({
  url: '${url}',
  // A declared capability that is missing is a failure. Scenarios of undeclared ones are skipped.
  capabilities: {
${lines.join('\n')}
  },
  limits: { defaultLimit: 25 },${model ? '' : `\n  // The target does not run the content model of the suite: the content types to read.\n  types: ${types}`}
  tokens: { full: process.env['CONFORMANCE_TOKEN'] },
})
`
}
