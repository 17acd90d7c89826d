import type { ClientBase } from 'pg'

/**
 * Settings of a read connection. `client_connection_check_interval` lets the server end a statement when this
 * process is gone (PostgreSQL 14 and later). The other two settings apply unless the database has values of
 * its own. The value of `random_page_cost` assumes that rows are cached, as in most databases. With
 * PostgreSQL's default, the planner scans a whole table of some hundred rows for each row that it looks up.
 * `plan_cache_mode` gives prepared statements one plan for all parameters, see `planFor`.
 */
const settings = `SELECT name, set_config(name, CASE name
    WHEN 'random_page_cost' THEN '1.1' WHEN 'plan_cache_mode' THEN '${'force_generic_plan' satisfies PlanMode}' ELSE '100ms' END, false)
  FROM pg_settings
  WHERE name = 'client_connection_check_interval' OR (name IN ('random_page_cost', 'plan_cache_mode') AND source = 'default')`

type PlanMode = 'force_generic_plan' | 'auto'

/** How a connection plans its statements. */
interface Planning {
  mode: PlanMode
  /** The time at which the plans were last discarded, on the clock of `performance.now()`. */
  since: number
}

/** The planning of connections whose database doesn't set `plan_cache_mode` itself. */
const plannings = new WeakMap<ClientBase, Planning>()

/** Reads that are estimated to take at least this many microseconds are planned for their parameters. */
const worthPlanning = 20_000

/**
 * Maximum age of plans in milliseconds. If a table has grown, PostgreSQL keeps plans for a small table until
 * autovacuum analyzes it.
 */
const plansLast = 10_000

/** Sends the settings. They apply to all later statements of the connection. */
export function configure(client: ClientBase): void {
  plannings.set(client, { mode: 'force_generic_plan', since: performance.now() })
  // A connection that fails here also fails its read.
  sendSettings(client).catch(() => undefined)
}

async function sendSettings(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(settings)
  if (!rows.some(({ name }) => name === 'plan_cache_mode')) plannings.delete(client)
}

/**
 * Prepares a connection for planning its next statement. Returns undefined if there is nothing to send. By
 * default, PostgreSQL plans most lists again for each request, which takes as long as their execution or
 * longer (measured: a list of 25 entries 0.35 of 0.9 ms, `populate=*` 2.3 of 4.8 ms). A plan for all
 * parameters assumes average values. Reads that are expected to take much longer than their planning
 * therefore leave the choice to PostgreSQL.
 */
export function planFor(client: ClientBase, weight = 0): Promise<void> | undefined {
  const planning = plannings.get(client)
  if (!planning) return undefined
  const mode = weight < worthPlanning ? 'force_generic_plan' : 'auto'
  const now = performance.now()
  const isOld = now - planning.since > plansLast
  if (mode === planning.mode && !isOld) return undefined
  return change(client, planning, { mode, since: isOld ? now : planning.since })
}

async function change(client: ClientBase, planning: Planning, { mode, since }: Planning): Promise<void> {
  const discard = since === planning.since ? '' : ';DISCARD PLANS'
  await client.query(`SET plan_cache_mode = ${mode}${discard}`)
  planning.mode = mode
  planning.since = since
}
