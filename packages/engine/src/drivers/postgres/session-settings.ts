import type { ClientBase } from 'pg'

/**
 * The cost of starting parallel workers. They take about 10 ms of processor time, as much as reading 15,000
 * rows. With PostgreSQL's default of 1,000, a sort of 50,000 rows took 55 instead of 42 ms.
 */
const parallelSetupCost = '10000'

/**
 * How PostgreSQL plans reads. A cheap read gets one plan for all parameters, see `planFor`. Its page costs
 * assume that rows are in memory. With higher costs, the planner scans a whole small table for each row that
 * it looks up: a table of forty rows with a `random_page_cost` of 1.1, a table of some hundred rows with the
 * defaults of PostgreSQL. Without `enable_seqscan`, it scans no table that has an index for the lookup, not
 * even a table of five rows or an empty one (decision 0368). For expensive reads, low page costs lead to
 * nested loops over whole tables (measured: a filter over three relations of 171,075 cities took 440 instead
 * of 40 ms).
 */
const profiles = {
  cheap: {
    plan_cache_mode: 'force_generic_plan',
    seq_page_cost: '0.1',
    random_page_cost: '0.1',
    enable_seqscan: 'off',
    parallel_setup_cost: parallelSetupCost,
  },
  expensive: {
    plan_cache_mode: 'auto',
    seq_page_cost: '1',
    random_page_cost: '1.1',
    enable_seqscan: 'on',
    parallel_setup_cost: parallelSetupCost,
  },
  // As for clients that change no settings and prepare no statements.
  unchanged: {
    plan_cache_mode: 'force_custom_plan',
    seq_page_cost: 'DEFAULT',
    random_page_cost: 'DEFAULT',
    enable_seqscan: 'DEFAULT',
    parallel_setup_cost: 'DEFAULT',
  },
}

type Profile = keyof typeof profiles
type Setting = keyof (typeof profiles)['cheap']

export interface PlannerOptions {
  /**
   * Whether cheap reads scan only tables without an index. Not for the tables of another application whose
   * lists have no sort: their rows are returned in the order in which PostgreSQL reads them.
   */
  readonly avoidsScans: boolean
}

/**
 * Sends the settings of cheap reads, except those for which the database has values of its own. If it has one
 * for either page cost, neither is sent. `client_connection_check_interval` lets the server end a statement
 * when this process is gone (PostgreSQL 14 and later). Before PostgreSQL 18, turning `enable_seqscan` off
 * adds 10¹⁰ to the cost of a plan with an unavoidable scan, so that such plans can't be compared. Returns the
 * names of the settings.
 */
const settingsOf = (options: PlannerOptions) => `SELECT name, set_config(name, CASE name
    WHEN 'plan_cache_mode' THEN '${profiles.cheap.plan_cache_mode}'
    WHEN 'parallel_setup_cost' THEN '${parallelSetupCost}'
    WHEN 'enable_seqscan' THEN '${profiles.cheap.enable_seqscan}'
    WHEN 'client_connection_check_interval' THEN '100ms' ELSE '${profiles.cheap.seq_page_cost}' END, false)
  FROM pg_settings
  WHERE name = 'client_connection_check_interval'
    OR (name IN ('plan_cache_mode', 'parallel_setup_cost') AND source = 'default')
    OR (name = 'enable_seqscan' AND source = 'default' AND current_setting('server_version_num')::int >= 180000
      AND ${options.avoidsScans})
    OR (name IN ('seq_page_cost', 'random_page_cost') AND 2 =
      (SELECT count(*) FROM pg_settings WHERE name IN ('seq_page_cost', 'random_page_cost') AND source = 'default'))`

/** How a connection plans its statements. */
interface PlannerSettings {
  profile: Profile
  /** The settings for which the database has no values of its own. */
  readonly names: Promise<readonly Setting[]>
  /** The same, once it is known. */
  known: readonly Setting[] | null
  /** The time at which the plans were last discarded, on the clock of `performance.now()`. */
  since: number
}

const plannings = new WeakMap<ClientBase, PlannerSettings>()

/** Reads that are estimated to take at least this many microseconds are planned for their parameters. */
const worthPlanning = 20_000

/**
 * Maximum age of plans in milliseconds. If a table has grown, PostgreSQL keeps plans for a small table until
 * autovacuum analyzes it.
 */
const plansLast = 10_000

/** Sends the settings. They apply to all later statements of the connection. */
export function configure(client: ClientBase, options: PlannerOptions): void {
  // A connection that fails here also fails its read.
  const names = sendSettings(client, options).catch(() => [])
  const planning: PlannerSettings = { profile: 'cheap', names, known: null, since: performance.now() }
  plannings.set(client, planning)
  void names.then((known) => (planning.known = known))
}

async function sendSettings(client: ClientBase, options: PlannerOptions): Promise<readonly Setting[]> {
  const { rows } = await client.query<{ readonly name: string }>(settingsOf(options))
  return rows.map(({ name }) => name).filter(isPlanned)
}

const isPlanned = (name: string): name is Setting => Object.hasOwn(profiles.cheap, name)

/**
 * Prepares a connection for planning its next statement. Returns undefined if there is nothing to send. By
 * default, PostgreSQL plans most lists again for each request, which takes up to half of the time (measured:
 * 0.35 of 0.9 ms for a list of 25 entries, 2.3 of 4.8 ms for `populate=*`). A plan for all parameters assumes
 * average values. Reads that are expected to take much longer than their planning therefore leave the choice
 * to PostgreSQL.
 *
 * @param weight the expected microseconds
 * @param keepsOrder whether PostgreSQL must plan the statement as it does for other clients
 */
export function planFor(client: ClientBase, weight = 0, keepsOrder = false): Promise<void> | undefined {
  const planning = plannings.get(client)
  if (!planning) return undefined
  if (!planning.known) return planning.names.then(() => planFor(client, weight, keepsOrder))
  if (planning.known.length === 0) return undefined
  const profile = keepsOrder ? 'unchanged' : weight < worthPlanning ? 'cheap' : 'expensive'
  const now = performance.now()
  const isOld = now - planning.since > plansLast
  if (profile === planning.profile && !isOld) return undefined
  return change(client, planning, profile, isOld ? now : planning.since)
}

async function change(client: ClientBase, planning: PlannerSettings, profile: Profile, since: number): Promise<void> {
  const [before, after] = [profiles[planning.profile], profiles[profile]]
  const changed = (planning.known ?? []).filter((name) => after[name] !== before[name])
  const sets = changed.map((name) => `SET ${name} = ${after[name]}`)
  if (since !== planning.since) sets.push('DISCARD PLANS')
  if (sets.length > 0) await client.query(sets.join(';'))
  planning.profile = profile
  planning.since = since
}
