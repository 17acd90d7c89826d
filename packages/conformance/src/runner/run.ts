import { randomBytes } from 'node:crypto'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { CleanUp } from '../fixtures/clean-up.js'
import type { Leftover } from '../fixtures/cleaner.js'
import { RunFixtures } from '../fixtures/run-fixtures.js'
import { namesOf } from '../content-model/type-names.js'
import { type Capability, capabilities } from '../profile/capability.js'
import { type Configuration, type ConfigurationInput, UsageError } from '../profile/configuration.js'
import { type Generation, generationOf } from '../profile/generation.js'
import { parseConfiguration } from '../profile/parse-configuration.js'
import { declaredCapabilities, type Profile, expectedCapabilities } from '../profile/profile.js'
import { scenariosOf } from '../scenarios/of-generation.js'
import type { Scenario, Tier } from '../scenarios/scenario.js'
import { parseAddress, withoutApi } from '../target/address.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import { clientOf } from '../target/client-of.js'
import type { Fetch } from '../target/injected-fetch.js'
import { FileJournal, noJournal } from '../target/journal.js'
import type { InprocAdapter } from '../target/inproc.js'
import { isLoopback, mayWrite } from '../target/live-safety.js'
import { Redaction } from '../target/redaction.js'
import { Session } from '../target/session.js'
import type { Target } from '../target/target.js'
import { rejectUnwritable } from '../target/writable.js'
import { listCollections } from './collections.js'
import { chooseWritable } from './choose-writable.js'
import { rejectOtherGeneration } from './detect-generation.js'
import { discoverType } from './discover-type.js'
import { judge, notRun } from './judge.js'
import { namedTypes, rejectUnlisted } from './named-types.js'
import { requestModel, outOfOrder, rejectReadOnly, whyNoModel } from './preflight.js'
import { type Finding, probe, shownAs } from './probes.js'
import type { ScenarioResult } from './result.js'
import { inParallel, mixed, shuffled } from './schedule.js'
import { type Selection, select } from './select.js'

export interface RunOptions {
  /** The base address of the target, without `/api`. With `fetch` it can be any address. */
  readonly url?: string | URL
  /** Sends requests to a target in this process instead of the network. */
  readonly fetch?: Fetch
  /** The same options as in `conformance.config.ts`. */
  readonly configuration?: ConfigurationInput | Configuration
  /** Gives access to the GraphQL extension interface (§4.6) of a target in this process. */
  readonly inproc?: InprocAdapter
  readonly selection?: Selection
  /** Shuffles the scenarios. The same seed results in the same order. */
  readonly seed?: number
  /** Permits writes to this host. Loopback and injected targets need no permission. */
  readonly allowWrites?: string
  /** Known failures by scenario id, with the reason. */
  readonly knownFailures?: Readonly<Record<string, string>>
  readonly scenarios?: readonly Scenario[]
  /** Keeps, for each scenario that passes, the exchange that illustrates it best. */
  readonly examples?: boolean
  readonly signal?: AbortSignal
  /** Called when the target limits requests and the run waits, with a sentence about it. */
  readonly onWait?: (text: string) => void
  /** Called with the plan of the run, before the first scenario. */
  readonly onPlan?: (plan: RunPlan) => void
}

export interface RunPlan {
  readonly run: string
  readonly url: string
  /** The interface that is checked. */
  readonly generation: Generation
  readonly tier: Tier
  readonly scenarios: readonly Scenario[]
  readonly profile: Profile
  readonly concurrency: number
}

/** The summary of a run, besides its results. */
export interface RunSummary extends RunPlan {
  readonly seed: number | undefined
  readonly started: string
  readonly milliseconds: number
  /** The peak memory of this process during the run. */
  readonly peakMegabytes: number
  readonly notices: readonly string[]
  readonly leftovers: readonly Leftover[]
}

/** After this many scenarios in a row without a response, the others aren't tried: each would wait for its timeout. */
const MOST_SILENCES = 12

const inProcess = 'http://target.localhost'

async function targetOf(options: RunOptions, configuration: Configuration): Promise<Target> {
  const address = options.url ?? configuration.url ?? (options.fetch ? inProcess : undefined)
  if (address === undefined)
    throw new UsageError('Name the address of the target, for example: run http://localhost:1337')
  const url = parseAddress(address)
  const run = `cnf${randomBytes(6).toString('hex')}`
  return {
    client: clientOf(configuration, url, options.fetch, options.onWait),
    configuration,
    profile: { capabilities: new Set(), source: 'declared', limits: configuration.limits },
    journal: options.fetch ? noJournal : new FileJournal(configuration.journal, run, url, generationOf(configuration)),
    run,
    ...(options.inproc ? { inproc: options.inproc } : {}),
    mayWrite: options.fetch !== undefined || mayWrite(url, options.allowWrites),
    ...(await providedSchema(configuration.graphql)),
  }
}

/** Few configurations provide SDL, and graphql is slow to load. */
async function providedSchema({ schema }: Configuration['graphql']): Promise<Pick<Target, 'schema'>> {
  if (schema === undefined) return {}
  const { readSchema } = await import('../target/schema-file.js')
  return { schema: readSchema(schema) }
}

function tierOf(configuration: Configuration, target: Target, modelResponse: Exchange): Tier {
  const model = modelResponse.status === 200
  const possible: Tier = !target.mayWrite ? 0 : model ? 2 : configuration.writable ? 1 : 0
  const wanted = configuration.tier
  if (wanted === undefined) return possible
  if (wanted > 0 && !target.mayWrite) {
    const { host } = target.client.options.baseUrl
    throw new UsageError(
      `Tier ${wanted} writes to ${host}, which is not this machine: add --allow-writes ${host} to permit it.`,
    )
  }
  if (wanted === 2 && !model) {
    throw new TargetError(
      'model-missing',
      `${whyNoModel(modelResponse)}, which tier 2 needs: see \`model export\`.${withoutApi(target.client.options.baseUrl)}`,
    )
  }
  if (wanted === 1 && !model && !configuration.writable) {
    throw new UsageError('Tier 1 needs `writable` in the configuration: the one content type it may write to.')
  }
  return wanted
}

interface Preparation {
  readonly target: Target
  readonly tier: Tier
  readonly chosen: Scenario[]
  readonly notices: string[]
  /** What the target showed about each capability. */
  readonly findings: ReadonlyMap<Capability, Finding>
}

async function prepare(options: RunOptions): Promise<Preparation> {
  const parsed = parseConfiguration(options.configuration ?? {}, 'The configuration')
  const undecided = await targetOf(options, parsed)
  const preliminary = new Session(undecided, undecided.run, 'set-up')
  const modelResponse = await requestModel(preliminary)
  rejectOtherGeneration(modelResponse, generationOf(parsed))
  const model = modelResponse.status === 200
  const tier = tierOf(parsed, undecided, modelResponse)
  const chosen = select(options.scenarios ?? scenariosOf(generationOf(parsed)), tier, options.selection ?? {})
  // A problem that would fail every scenario is reported once, before the first.
  if (tier > 0 && !options.fetch) rejectUnwritable(join(parsed.journal, undecided.run))
  for (const type of namedTypes(parsed, tier)) await rejectUnlisted(preliminary, type)
  if (tier > 0)
    await rejectReadOnly(preliminary, parsed.writable ? `/api/${parsed.writable.type}` : namesOf('tag').path)
  const writable = tier > 0 && parsed.writable ? await chooseWritable(preliminary, parsed.writable) : parsed.writable
  // On a target that runs the model, scenarios create what they read, except at the read-only tier.
  const made = model && tier > 0
  const discovered = made || parsed.types.length > 0 ? null : await discoverSubject(preliminary, modelResponse, parsed)
  const configuration = {
    ...parsed,
    ...(writable === undefined ? {} : { writable }),
    ...(discovered === null ? {} : { types: [discovered] }),
  }
  const bare = { ...undecided, configuration, mayWrite: undecided.mayWrite && tier > 0 }
  const session = new Session(bare, bare.run, 'set-up')
  const findings = await probe(session, model)
  const found = shownAs(findings, 'present')
  const declared = declaredCapabilities(configuration)
  const profile: Profile = {
    capabilities: expectedCapabilities(configuration, shownAs(findings, 'present', 'unclear')),
    source: declared ? 'declared' : 'probed',
    limits: configuration.limits,
  }
  const notices = declared
    ? [...found]
        .filter((name) => !profile.capabilities.has(name))
        .map(
          (name) => `The target has a capability that the profile does not declare: ${name} (${capabilities[name]}).`,
        )
    : [
        'The profile was detected, not declared: scenarios of missing capabilities were skipped. Declare it in conformance.config.ts.',
      ]
  for (const [name, { shows, seen }] of findings) {
    if (shows === 'unclear' && !declared)
      notices.push(`${seen}, which does not show whether the target lacks ${name}: its scenarios run.`)
  }
  if (configuration.graphql.schema !== undefined)
    notices.push(`The GraphQL schema was read from ${configuration.graphql.schema}, not from the target.`)
  else if (profile.capabilities.has('graphql') && !profile.capabilities.has('introspection'))
    notices.push(
      "The target rejects introspection, so clauses on its GraphQL schema were skipped. Pass its SDL: `graphql: { schema: './schema.graphql' }`.",
    )
  if (writable?.marker !== parsed.writable?.marker || writable?.attribute !== parsed.writable?.attribute)
    notices.unshift(
      `Writes to ${writable?.type}: ${writable?.marker} contains the marker and ${writable?.attribute} is changed. Both were detected.`,
    )
  if (discovered !== null) {
    notices.unshift(`Read ${discovered}, because no content type was named: use --type to name one.`)
  }
  return { target: { ...bare, profile }, tier, chosen, notices, findings }
}

/**
 * Returns the content type that the read-only scenarios read if the configuration names none.
 * @throws UsageError if nothing is found
 * @throws TargetError if the target responds with 5xx or rejects the token
 */
async function discoverSubject(
  session: Session,
  modelResponse: Exchange,
  { writable }: Configuration,
): Promise<string> {
  if (modelResponse.status >= 500) throw outOfOrder(modelResponse)
  const collections = await listCollections(session)
  const found = await discoverType(session, collections)
  if (found !== null) return found
  if (writable) return writable.type
  const choice = collections.length === 0 ? '' : ` None of its collections has two entries: ${collections.join(', ')}.`
  const [why, otherwise] =
    modelResponse.status === 200
      ? ['Tier 0 creates no entries', '']
      : [whyNoModel(modelResponse), ' Or set up the content model: `model export`.']
  throw new UsageError(
    `${why}, so name a content type: --type countries.${otherwise}${choice}${withoutApi(session.target.client.options.baseUrl)}`,
  )
}

/** Returns why a profile lacks a capability. */
function whyMissing(name: Capability, { source }: Profile, finding: Finding | undefined): string {
  if (source === 'declared') return `The configuration does not declare ${name}.`
  const seen = finding?.seen === undefined ? 'nothing shows it' : finding.seen
  return `The profile does not include ${name}: ${seen}.`
}

function verdictWithBaseline(result: ScenarioResult, known: Readonly<Record<string, string>>): ScenarioResult {
  const reason = known[result.id]
  if (reason === undefined) return result
  if (result.verdict === 'fail')
    return { ...result, verdict: 'known-fail', message: `${result.message ?? ''} (known: ${reason})` }
  return result.verdict === 'pass'
    ? { ...result, verdict: 'stale', message: `Passes, but is listed as a known failure: ${reason}` }
    : result
}

/**
 * Runs the scenarios against a target, yields each result when it is available, and returns the summary.
 * @throws UsageError if the options are invalid, or the target forbids or lacks what they need
 * @throws TargetError if the target can't be reached, is not a content service, rejects the token, or lacks
 * the content model that tier 2 needs
 */
export async function* run(options: RunOptions): AsyncGenerator<ScenarioResult, RunSummary> {
  const began = Date.now()
  const { target, tier, chosen, notices, findings } = await prepare(options)
  const { configuration, profile } = target
  const scenarios = options.seed === undefined ? chosen : shuffled(chosen, options.seed)
  const remote = !options.fetch && !isLoopback(target.client.options.baseUrl.hostname)
  const concurrency = configuration.concurrency ?? (remote ? 1 : Math.max(8, 2 * cpus().length))
  const plan: RunPlan = {
    run: target.run,
    url: target.client.options.baseUrl.href,
    generation: generationOf(configuration),
    tier,
    scenarios,
    profile,
    concurrency,
  }
  options.onPlan?.(plan)

  const redaction = new Redaction(Object.values(configuration.tokens).filter((token) => token !== undefined))
  const fixtures = new RunFixtures(target)
  const cleanUp = new CleanUp(target)
  let silences = 0
  let limit: TargetError | undefined
  const lacks = (scenario: Scenario): Capability | undefined =>
    scenario.needs.find((name) => !profile.capabilities.has(name))

  const one = async (scenario: Scenario): Promise<ScenarioResult> => {
    const missing = lacks(scenario)
    if (missing) return notRun(scenario, 'not-applicable', whyMissing(missing, profile, findings.get(missing)))
    if (options.signal?.aborted) return notRun(scenario, 'could-not-run', 'The run was interrupted.')
    if (limit) return notRun(scenario, 'could-not-run', limit.message)
    if (silences >= MOST_SILENCES) return notRun(scenario, 'could-not-run', 'The target has stopped responding.')
    const marker = `${target.run}-${markerPart(scenario.id)}`
    const judged = await judge(scenario, { fixtures, cleanUp, redaction, examples: options.examples === true }, marker)
    silences = judged.silence ? silences + 1 : 0
    if (judged.silence?.reason === 'rate-limited') limit ??= judged.silence
    return judged.result
  }
  try {
    const order = options.seed === undefined && concurrency > 1 ? mixed(scenarios) : scenarios
    for (const phase of phasesOf(order, configuration)) {
      for await (const result of inParallel(phase, concurrency, one))
        yield verdictWithBaseline(result, options.knownFailures ?? {})
    }
  } finally {
    await fixtures.giveTo(cleanUp)
    await cleanUp.finish(concurrency)
    target.journal.close(cleanUp.leftovers.length === 0)
  }
  if (limit) throw limit
  return {
    ...plan,
    seed: options.seed,
    started: new Date(began).toISOString(),
    milliseconds: Date.now() - began,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    notices,
    leftovers: cleanUp.leftovers,
  }
}

/**
 * Splits scenarios into groups: each group starts when the previous one has ended. If a type is read and
 * written, reading comes first, because writes change totals and orders.
 */
function phasesOf(scenarios: readonly Scenario[], { types, writable }: Configuration): (readonly Scenario[])[] {
  const written = types.some((type) => (typeof type === 'string' ? type : type.type) === writable?.type)
  if (!written) return [scenarios]
  return [scenarios.filter(({ tier }) => tier === 0), scenarios.filter(({ tier }) => tier > 0)]
}

/** The part of a marker that identifies the scenario: unique among the scenarios, and valid in a uid. */
const markerPart = (id: string) => id.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()
