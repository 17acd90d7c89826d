import type { ClientBase } from 'pg'

/**
 * Settings of a connection that reads. The server notices while a statement runs that this process is gone (PostgreSQL 14 and
 * later; other versions have no such setting). The other two apply unless the database has values of its own. Rows are
 * assumed to be cached, as they are in most databases: otherwise the planner reads a table of some hundred rows whole for
 * each row that it looks up. And prepared statements keep one plan for all parameters, see `planFor`.
 */
const settings = `SELECT name, set_config(name, CASE name
    WHEN 'random_page_cost' THEN '1.1' WHEN 'plan_cache_mode' THEN '${'force_generic_plan' satisfies PlanMode}' ELSE '100ms' END, false)
  FROM pg_settings
  WHERE name = 'client_connection_check_interval' OR (name IN ('random_page_cost', 'plan_cache_mode') AND source = 'default')`

type PlanMode = 'force_generic_plan' | 'auto'

/** How a connection plans its statements. */
interface Planning {
  mode: PlanMode
  /** When its plans were last discarded, by `performance.now()`. */
  since: number
}

/** Connections whose database has no mode of its own. */
const plannings = new WeakMap<ClientBase, Planning>()

/** Estimated microseconds from which a read is planned for its parameters. */
const worthPlanning = 20_000

/** Milliseconds that plans are kept: until autovacuum has analyzed a table that grew, PostgreSQL keeps those for a small one. */
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
 * Prepares a connection for planning its next statement. Returns undefined if there is nothing to send. By default, PostgreSQL
 * plans most lists again for each request, which takes as long as their execution or longer (measured: a list of 25 entries
 * 0.35 of 0.9 ms, `populate=*` 2.3 of 4.8 ms). A plan for all parameters assumes average values. Reads that are expected to
 * take much longer than their planning therefore leave the choice to PostgreSQL.
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
