import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import type { ConfigurationInput } from '../src/profile/configuration.js'
import { loadConfiguration } from '../src/profile/load-configuration.js'
import { run } from '../src/runner/run.js'
import type { Fetch } from '../src/target/injected-fetch.js'
import { temporaryFolder } from './support/temporary-folder.js'

const token = 'conformance-full-access'

/** A correct server that rejects introspection, as deployments do. */
function withoutIntrospection(): Fetch {
  const { fetch } = createSecondServer()
  return async (request) => {
    const text = request.method === 'POST' ? await request.clone().text() : ''
    if (/__schema|__type\b/.test(text))
      return Response.json({ errors: [{ message: 'GraphQL introspection has been disabled' }] }, { status: 400 })
    return fetch(request)
  }
}

async function sdl(): Promise<string> {
  const request = new Request('http://target.localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await (await createSecondServer().fetch(request)).json()) as { data: IntrospectionQuery }
  return printSchema(buildClientSchema(data))
}

async function verdicts(more: ConfigurationInput = {}, fetch = withoutIntrospection()) {
  const found: Record<string, number> = {}
  const work = run({
    fetch,
    configuration: { profile: 'full', tokens: { full: token }, ...more },
    selection: { only: ['graphql.schema.*', 'graphql.names.*'] },
  })
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done) return { found, notices: step.value.notices }
    const name = step.value.id.split('.')[1] === 'names' ? 'names' : 'schema'
    const key = `${name} ${step.value.verdict}`
    found[key] = (found[key] ?? 0) + 1
  }
}

function file(text: string): string {
  const path = join(temporaryFolder(), 'schema.graphql')
  writeFileSync(path, text)
  return path
}

describe('a target that rejects introspection', () => {
  it('does not fail for it: the suite uses queries, and reports what it leaves out', async () => {
    const { found, notices } = await verdicts()
    expect(found).toEqual({ 'schema not-applicable': 17, 'names pass': 5 })
    expect(notices.join()).toContain('rejects introspection')
  })

  it('fails for it when the configuration declares introspection', async () => {
    expect((await verdicts({ capabilities: { introspection: true } })).found).toMatchObject({ 'schema fail': 17 })
  })

  it('is checked against the SDL of the configuration', async () => {
    const text = await sdl()
    const { found, notices } = await verdicts({ graphql: { schema: file(text) } })
    expect(found).toEqual({ 'schema pass': 17, 'names pass': 5 })
    expect(notices.join()).toContain('not from the target')
    const wrong = text
      .replace(/(type ConfItemEntityResponseCollection \{\s+data: \[ConfItemEntity)!/, '$1')
      .replaceAll('sort: [String] = []', 'sort: [String]')
    const { found: other } = await verdicts({ graphql: { schema: file(wrong) } })
    expect(other).toMatchObject({ 'schema fail': 2, 'schema pass': 15 })
  })

  it('is rejected with a file that is not a schema', async () => {
    await expect(verdicts({ graphql: { schema: file('type {') } })).rejects.toThrow(
      /`graphql.schema`: .* is not a GraphQL schema/,
    )
    await expect(verdicts({ graphql: { schema: 'nowhere.graphql' } })).rejects.toThrow(/nowhere\.graphql/)
  })

  it('resolves the path of the SDL from the configuration file', async () => {
    const path = file('type Query { a: Int }')
    const configuration = join(path, '..', 'conformance.config.json')
    writeFileSync(configuration, JSON.stringify({ graphql: { schema: './schema.graphql' } }))
    expect((await loadConfiguration(process.cwd(), configuration)).graphql.schema).toBe(path)
  })
})
