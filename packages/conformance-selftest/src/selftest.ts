import {
  access,
  buildReport,
  type ConfigurationInput,
  type Fetch,
  type Generation,
  type InprocAdapter,
  ledgerOf,
  run,
  type RunOptions,
  type ScenarioResult,
  scenariosOf,
  TargetError,
} from '@content-api/conformance'
import { allDocumentMutants, allMutants } from './all-mutants.js'
import { degenerateServers } from './degenerate-servers.js'
import { createDocumentServer } from './document-server/document-server.js'
import { asDocuments, viewed } from './document-view.js'
import type { Mutant } from './mutant.js'
import { createSecondServer, secondServerInproc } from './second-server/second-server.js'

export interface MutantResult {
  readonly mutant: Mutant
  /** Scenarios that cite a violated clause and failed, or the mutant's own scenario. */
  readonly killedBy: readonly string[]
}

export interface DegenerateResult {
  readonly id: string
  readonly title: string
  /** The outcome of the run, which must not be `conformant`. */
  readonly outcome: string
  readonly failed: readonly string[]
}

export interface SelftestResult {
  readonly correct: { readonly passed: number; readonly others: readonly ScenarioResult[] }
  readonly mutants: readonly MutantResult[]
  readonly degenerates: readonly DegenerateResult[]
  /**
   * Clauses that no mutant breaks: the required ones of Strapi 4, all of Strapi 5. If all mutants were tried,
   * a mutant only counts for the clauses that a scenario that kills it cites.
   */
  readonly unbroken: readonly string[]
  /** Scenarios that never failed: they prove nothing. */
  readonly neverFailed: readonly string[]
  readonly sound: boolean
}

export interface SelftestOptions {
  /** The interface whose scenarios are checked. Default: that of Strapi 4. */
  readonly generation?: Generation
  /** Creates a correct target for each mutant to modify. Default: the second server. */
  readonly makeTarget?: () => Promise<Fetch> | Fetch
  readonly configuration?: ConfigurationInput
  readonly inproc?: InprocAdapter
  readonly onStep?: (text: string) => void
  /**
   * Tries every nth mutant, and every nth degenerate server with every nth scenario. Default: all. With a
   * sample, `neverFailed` is meaningless.
   */
  readonly every?: number
  /** The mutants to try instead of the correct target, all mutants and degenerate servers. */
  readonly mutants?: readonly Mutant[]
}

const everything: ConfigurationInput = {
  profile: 'full',
  capabilities: { arrayAttribute: true, inproc: true, introspection: true, playground: true },
  limits: { maxLimit: 100 },
  tokens: { full: access.tokens.full.key, restricted: access.tokens.restricted.key },
  timeout: 2000,
}

/** The interface of Strapi 5 has no extension interface and no query page. */
const documents: ConfigurationInput = {
  profile: 'strapi-5',
  capabilities: {
    draftAndPublish: true,
    components: true,
    media: true,
    i18n: true,
    graphql: true,
    introspection: true,
    permissions: true,
    apiTokens: true,
    accounts: true,
    strictParams: true,
  },
  limits: { maxLimit: 100 },
  tokens: { full: access.tokens.full.key, restricted: access.tokens.restricted.key },
  timeout: 2000,
}

const generations = {
  'strapi-4': { configuration: everything, mutants: allMutants, make: () => createSecondServer().fetch },
  'strapi-5': {
    configuration: documents,
    mutants: [...asDocuments(allMutants), ...allDocumentMutants],
    make: () => createDocumentServer().fetch,
  },
} as const

async function finish(options: RunOptions) {
  const results: ScenarioResult[] = []
  const work = run(options)
  for (;;) {
    const step = await work.next()
    if (step.done) return { results, summary: step.value }
    results.push(step.value)
  }
}

const failing = (results: readonly ScenarioResult[]) =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

/** Returns the clauses that mutants break. The mutant of a scenario only breaks its first clause for certain. */
const clausesOf = (mutants: readonly Mutant[]): ReadonlySet<string> =>
  new Set(mutants.flatMap(({ clauses, scenario }) => (scenario === undefined ? clauses : clauses.slice(0, 1))))

/** Returns the clauses that a mutant breaks whose killers cite them. */
function clausesKilled(results: readonly MutantResult[], generation: Generation): ReadonlySet<string> {
  const cited = new Map(scenariosOf(generation).map(({ id, clauses }) => [id, clauses]))
  return new Set(
    results.flatMap(({ mutant, killedBy }) =>
      mutant.clauses.filter((clause) => killedBy.some((id) => cited.get(id)?.includes(clause))),
    ),
  )
}

/** Checks the suite itself: a correct target passes, every mutant is killed, no degenerate server is conformant. */
export async function selftest({
  generation = 'strapi-4',
  makeTarget = generations[generation].make,
  configuration = generations[generation].configuration,
  inproc = secondServerInproc,
  onStep = () => undefined,
  every = 1,
  mutants: mutantsToTry,
}: SelftestOptions = {}): Promise<SelftestResult> {
  const correct = mutantsToTry ? [] : (await finish({ fetch: await makeTarget(), inproc, configuration })).results
  const passed = correct.filter(({ verdict }) => verdict === 'pass').length
  if (!mutantsToTry) onStep(`correct target: ${passed} of ${correct.length} pass`)
  const everFailed = new Set<string>()
  const chosen = (_: unknown, index: number) => index % every === 0

  const mutants: MutantResult[] = []
  for (const mutant of mutantsToTry ?? generations[generation].mutants.filter(chosen)) {
    const scenarios = scenariosOf(generation).filter(({ id, clauses }) =>
      mutant.scenario === undefined
        ? clauses.some((clause) => mutant.clauses.includes(clause))
        : id === mutant.scenario,
    )
    const { results } = await finish({
      fetch: mutant.wrap(await makeTarget()),
      inproc: mutant.wrapInproc?.(inproc) ?? inproc,
      configuration,
      scenarios,
    })
    const killedBy = failing(results)
    for (const id of killedBy) everFailed.add(id)
    mutants.push({ mutant, killedBy })
    onStep(
      `${killedBy.length > 0 ? 'killed  ' : 'SURVIVED'} ${mutant.id} (${killedBy.length} of ${scenarios.length} scenarios)`,
    )
  }

  const degenerates: DegenerateResult[] = []
  for (const { id, title, make } of mutantsToTry ? [] : degenerateServers.filter(chosen)) {
    const slow = id === 'hang' ? { timeout: 200 } : {}
    try {
      const { results, summary } = await finish({
        fetch: (generation === 'strapi-5' ? viewed(make) : make)(await makeTarget()),
        inproc,
        configuration: { ...configuration, ...slow },
        scenarios: scenariosOf(generation).filter(chosen),
      })
      const failed = failing(results)
      for (const one of failed) everFailed.add(one)
      degenerates.push({ id, title, outcome: buildReport(results, summary).outcome, failed })
    } catch (error) {
      if (!(error instanceof TargetError) && !(error instanceof Error && error.name === 'UsageError')) throw error
      degenerates.push({ id, title, outcome: error instanceof TargetError ? error.reason : 'no model', failed: [] })
    }
    const last = degenerates.at(-1)
    onStep(
      `${last?.outcome === 'conformant' ? 'FOOLED  ' : 'rejected '} ${id}: ${last?.outcome} (${last?.failed.length} failed)`,
    )
  }

  const isStrict = !mutantsToTry && every === 1
  const broken = isStrict ? clausesKilled(mutants, generation) : clausesOf(generations[generation].mutants)
  const unbroken = ledgerOf(generation)
    .filter(({ level, excluded }) => (generation === 'strapi-5' || level === 'required') && !excluded)
    .flatMap(({ id }) => (broken.has(id) ? [] : [id]))
  const ran = correct.filter(({ verdict }) => verdict !== 'not-applicable').map(({ id }) => id)
  const neverFailed = ran.filter((id) => !everFailed.has(id))
  const others = correct.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
  return {
    correct: { passed, others },
    mutants,
    degenerates,
    unbroken,
    neverFailed,
    sound:
      others.length === 0 &&
      mutants.every(({ killedBy }) => killedBy.length > 0) &&
      degenerates.every(({ outcome }) => outcome !== 'conformant') &&
      unbroken.length === 0 &&
      (generation === 'strapi-5' || neverFailed.length === 0),
  }
}
