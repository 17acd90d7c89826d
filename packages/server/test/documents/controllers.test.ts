import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hookNames } from '@content-api/core/entries/hooks/hook'
import { recordedProject } from '../beside/strapi5/recorded-database.js'
import { decidedExchanges } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

const actions = ['find', 'findOne', 'create', 'update', 'delete']

/** A controller whose actions are the generated ones, so that they call the service instead of the plain routes. */
const controllerOf = (name: string) => `
const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::${name}.${name}', () => ({
  ${actions.map((action) => `async ${action}(ctx) { return super.${action}(ctx) },`).join('\n  ')}
}))
`

const controllers = Object.fromEntries(
  readdirSync(join(recordedProject, 'src/api')).map((name) => [
    `src/api/${name}/controllers/${name}.js`,
    controllerOf(name),
  ]),
)

it.each(['sqlite', 'postgres'] as const)(
  'recorded requests have the same responses through controllers and hooks of the project, on %s',
  async (dialect) => {
    const server = await openRecordedServer(dialect, controllers)
    // They do nothing. Together with the controllers, because each replay takes seconds.
    server.service.hooks.hooks.add(null, Object.fromEntries(hookNames.map((name) => [name, () => undefined])))
    const { compared, different } = await replayExchanges(server, { dialect })
    // Code of a project reads the body before it is checked.
    const decided = new Set([...decidedExchanges(dialect), 'body.malformed', 'body.data-array'])
    expect([...different].filter(([id]) => !decided.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(800)
  },
)
