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

/** The mode of each connection whose database has none of its own. */
const modes = new WeakMap<ClientBase, PlanMode>()

/** Estimated microseconds from which a read is planned for its parameters. */
const worthPlanning = 20_000

/** Sends the settings. They apply to all later statements of the connection. */
export function configure(client: ClientBase): void {
  modes.set(client, 'force_generic_plan')
  const sent = client.query<{ readonly name: string }>(settings)
  sent.then(
    ({ rows }) => {
      if (!rows.some(({ name }) => name === 'plan_cache_mode')) modes.delete(client)
    },
    () => undefined,
  )
}

/**
 * Sets how the next statement of a connection is planned. Left to itself, PostgreSQL plans most lists anew for each request,
 * which takes as long as their execution or longer (measured: a list of 25 entries 0.35 of 0.9 ms, `populate=*` 2.3 of
 * 4.8 ms). A plan for all parameters is only as good as the average of their values, so that reads which are expected to take
 * much longer than their planning leave the choice to PostgreSQL.
 */
export function planFor(client: ClientBase, weight = 0): Promise<unknown> | undefined {
  const mode = modes.get(client)
  const wanted = weight < worthPlanning ? 'force_generic_plan' : 'auto'
  if (mode === undefined || mode === wanted) return undefined
  return client.query(`SET plan_cache_mode = ${wanted}`).then(() => modes.set(client, wanted))
}
