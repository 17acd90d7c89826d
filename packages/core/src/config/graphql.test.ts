import { describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.js'
import { parseConfig } from './parse.js'

function mistakeOf(apolloServer: Record<string, unknown>): string {
  try {
    parseConfig({ graphql: { config: { apolloServer } } })
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.map(({ path, message }) => `${path} ${message}`).join('\n')
    throw error
  }
  return ''
}

describe('the options of Apollo Server', () => {
  it('are accepted where this server has an equivalent', () => {
    const apolloServer = { tracing: true, introspection: true, cache: 'bounded' }
    expect(parseConfig({ graphql: { config: { apolloServer } } }).graphql.config.apolloServer).toEqual(apolloServer)
    expect(parseConfig({}).graphql.config.apolloServer).toEqual({ tracing: false })
  })

  it.each([
    [{ csrfPrevention: true }, 'apolloServer.csrfPrevention has no meaning here: the server always rejects requests'],
    [{ plugins: [] }, 'apolloServer.plugins has no meaning here: use a middleware'],
    [{ introspecton: true }, 'apolloServer.introspecton is not known. Did you mean "introspection"?'],
    [{ constructor: 1 }, 'apolloServer.constructor is not known. There are: tracing, introspection, cache.'],
    [{ cache: {} }, 'apolloServer.cache must be "bounded"'],
    [{ tracing: 'yes' }, 'apolloServer.tracing must be true or false, but is "yes"'],
  ])('are rejected where this server has no equivalent: %j', (options, message) => {
    expect(mistakeOf(options)).toContain(`graphql.config.${message}`)
  })

  it('are all reported at once', () => {
    expect(mistakeOf({ debug: true, mocks: true }).split('\n')).toHaveLength(2)
  })
})
