import type { ProjectFiles } from '../support/write-project.js'

/** A call of `strapi.entityService` or of `strapi.db.query(uid)`. */
export interface Call {
  readonly on: 'entityService' | 'query'
  readonly uid: string
  readonly method: string
  readonly args: readonly unknown[]
}

/** The result of a call, or its error. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly error: { readonly name: string; readonly message: string } }

/** Calls that run in one transaction, until one fails. It is rolled back unless `keep` is true. */
export interface CallCase {
  readonly calls: readonly Call[]
  readonly keep?: boolean
}

const controller = `
const run = ({ on, uid, method, args }) =>
  on === 'query' ? strapi.db.query(uid)[method](...args) : strapi.entityService[method](uid, ...args)

async function outcomesOf(calls) {
  const outcomes = []
  for (const call of calls) {
    try {
      outcomes.push({ value: (await run(call)) ?? null })
    } catch (error) {
      outcomes.push({ error: { name: error.name, message: error.message } })
      break
    }
  }
  return outcomes
}

async function rolledBack(calls) {
  const end = new Error('end')
  let outcomes = []
  const work = async () => {
    outcomes = await outcomesOf(calls)
    throw end
  }
  try {
    await strapi.db.transaction(work)
  } catch (error) {
    if (error !== end) throw error
  }
  return outcomes
}

module.exports = {
  async run(ctx) {
    const all = []
    for (const { calls, keep } of ctx.request.body.cases) all.push(await (keep ? outcomesOf(calls) : rolledBack(calls)))
    ctx.body = all
  },
}
`

const routes = [{ method: 'POST', path: '/calls', handler: 'call.run', config: { auth: false } }]

/** A route that runs the calls of its body. It returns the outcomes of each case. */
export const callRoute: ProjectFiles = {
  'src/api/call/controllers/call.js': controller,
  'src/api/call/routes/call.js': `module.exports = ${JSON.stringify({ routes }, null, 2)}\n`,
}
