import { type Capability, capabilities, capabilityNames } from '../profile/capability.js'
import type { Configuration, ConfigurationInput } from '../profile/configuration.js'
import type { Generation } from '../profile/generation.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { namesOf } from '../content-model/type-names.js'
import { parseAddress } from '../target/address.js'
import { clientOf } from '../target/client-of.js'
import type { Fetch } from '../target/injected-fetch.js'
import { noJournal } from '../target/journal.js'
import { Session } from '../target/session.js'
import { listCollections } from './collections.js'
import { detectGeneration } from './detect-generation.js'
import { discoverType } from './discover-type.js'
import { requestModel, outOfOrder } from './preflight.js'
import { probe, shownAs, withoutModel } from './probes.js'

export interface Diagnosis {
  readonly url: string
  /** The interface of the target; null if its responses don't show it. */
  readonly generation: Generation | null
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
  const sessionOf = (base: Configuration) =>
    new Session(
      { client, configuration: base, profile, journal: noJournal, run: 'doctor', mayWrite: false },
      'doctor',
      'set-up',
    )
  const profile = { capabilities: new Set<Capability>(), source: 'probed', limits: configuration.limits } as const
  const first = sessionOf(configuration)
  const modelResponse = await requestModel(first)
  if (modelResponse.status >= 500) throw outOfOrder(modelResponse)
  const model = modelResponse.status === 200
  const generation = await detectGeneration(first, pathsOf(configuration, model))
  const session = generation === 'strapi-5' ? sessionOf({ ...configuration, profile: 'strapi-5' }) : first
  const findings = await probe(session, model)
  const found = shownAs(findings, 'present')
  const withToken = configuration.tokens.full !== undefined
  const tells = (name: Capability) =>
    findings.get(name)?.shows !== 'unclear' &&
    (model || withoutModel.has(name)) &&
    (withToken || !(name === 'apiTokens' || name === 'media'))
  return {
    url: client.options.baseUrl.href,
    generation,
    model,
    capabilities: Object.fromEntries(
      capabilityNames.map((name) => [name, tells(name) ? found.has(name) : null]),
    ) as Record<Capability, boolean | null>,
    withToken,
    type: model ? null : await discoverType(session, await listCollections(session)),
  }
}

/** Returns the lists that show which interface a target has. */
const pathsOf = ({ types }: Configuration, model: boolean): string[] =>
  model ? [namesOf('item').path] : types.map((type) => `/api/${typeof type === 'string' ? type : type.type}`)

/** Returns the configuration file that a diagnosis proposes. */
export function proposal({ url, generation, model, capabilities: found, type }: Diagnosis): string {
  const lines = capabilityNames
    .filter((name) => found[name] !== null)
    .map((name) => `    ${name}: ${found[name]}, // ${capabilities[name]}`)
  const types = type === null ? "['articles'], // name one of its own" : `['${type}'],`
  return `import { defineConfig } from '@content-api/conformance'

export default defineConfig({
  url: '${url}',${generation === 'strapi-5' ? "\n  // The interface of Strapi 5.\n  profile: 'strapi-5'," : ''}
  // A declared capability that is missing is a failure. Scenarios of undeclared ones are skipped.
  capabilities: {
${lines.join('\n')}
  },
  limits: { defaultLimit: 25 },${model ? '' : `\n  // The target does not run the content model of the suite: the content types to read.\n  types: ${types}`}
  tokens: { full: process.env['CONFORMANCE_TOKEN'] },
})
`
}
