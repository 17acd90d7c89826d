import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { wire } from '../../conformance-selftest/src/wire.js'
import { isRecord, read } from '../src/check/read.js'
import type { ScenarioResult } from '../src/runner/result.js'
import { run } from '../src/runner/run.js'
import { type Fetch, serve } from './support/serve.js'
import { temporaryFolder } from './support/temporary-folder.js'

const tokens = { full: 'conformance-full-access', restricted: 'conformance-restricted' }

/** Returns the failure of one scenario on a broken server. */
async function failureOf(id: string, fetch: Fetch, url: string): Promise<ScenarioResult> {
  const configuration = { profile: 'full', tokens, headers: { 'x-gateway': 'secret-of-the-gateway' } } as const
  for await (const result of run({ url, fetch, configuration, selection: { only: [id] } }))
    if (result.verdict === 'fail') return result
  throw new Error(`${id} does not fail.`)
}

function sh(
  script: string,
  url: string,
  more: NodeJS.ProcessEnv,
): Promise<{ code: unknown; out: string; error: string }> {
  const file = join(temporaryFolder(), 'failure.sh')
  writeFileSync(file, script)
  const env = { PATH: process.env['PATH'], ...more }
  return new Promise((resolve) => {
    execFile('sh', [file, url], { env }, (failure, out, error) => resolve({ code: failure?.code ?? 0, out, error }))
  })
}

/** Returns the first page of every collection type (in the default locale), and the files and accounts. */
async function contentOf(fetch: Fetch): Promise<unknown[]> {
  const types = ['tags', 'articles', 'categories', 'details', 'rules', 'items', 'vaults', 'pages', 'notices']
  const paths = [...types.map((type) => `conf-${type}?publicationState=preview`), 'upload/files', 'users']
  const responses = paths.map(async (path) => {
    const headers = { authorization: `Bearer ${tokens.full}` }
    const body: unknown = await (await fetch(new Request(`http://target.localhost/api/${path}`, { headers }))).json()
    return isRecord(body) ? read(body, 'data') : body
  })
  return (await Promise.all(responses)).flat()
}

const isRead = (method: string, path: string, part: string) => method === 'GET' && path.includes(part)

const failures: Readonly<
  Record<
    string,
    {
      readonly scenario: string
      readonly broken: ReturnType<typeof wire>
      readonly requests: number
      readonly got: RegExp
    }
  >
> = {
  'a relation, for which it creates only the fixtures that the request refers to': {
    scenario: 'rest.relations.many-to-many.connect-short',
    broken: wire({
      request: ({ method, body }) => {
        const data = read(body, 'data')
        if (method === 'PUT' && isRecord(data)) delete data['tags']
      },
    }),
    requests: 7,
    got: /status 200[\s\S]*"tags":\{"data":\[\{"id":\d+/,
  },
  'files, which it uploads': {
    scenario: 'rest.media.single',
    broken: wire({
      response: ({ body }, { method, path }) => {
        const attributes = read(body, 'data.attributes.cover.data.attributes')
        if (isRead(method, path, 'conf-articles') && isRecord(attributes)) delete attributes['url']
      },
    }),
    requests: 4,
    got: /status 200[\s\S]*"name":"cnf\w+-files-one\.txt"(?![\s\S]*"url")/,
  },
  'an account, whose JWT it takes from the response': {
    scenario: 'access.accounts.me',
    broken: wire({
      response: (response, { path }) => {
        if (path === '/api/users/me' && isRecord(response.body)) delete response.body['username']
      },
    }),
    requests: 2,
    got: /status 200[\s\S]*"email":"cnf/,
  },
  'a value that must be unique, which it sends twice': {
    scenario: 'rest.create.refuses.duplicate',
    broken: wire({
      request: ({ method, body }) => {
        const data = read(body, 'data')
        if (method === 'POST' && isRecord(data)) delete data['badge']
      },
    }),
    requests: 2,
    got: /status 200/,
  },
  'an entry over GraphQL': {
    scenario: 'graphql.mutation.update',
    broken: wire({
      response: ({ body }) => {
        const attributes = read(body, 'data.updateConfTag.data.attributes')
        if (isRecord(attributes)) attributes['weight'] = null
      },
    }),
    requests: 2,
    got: /status 200[\s\S]*"updateConfTag":\{"data":\{"id":"\d+","attributes":\{"name":"after","weight":null/,
  },
}

describe('the script of a failure shows, with nothing but sh and curl,', () => {
  it.each(Object.entries(failures))('%s', async (_, { scenario, broken, requests, got }) => {
    const { fetch } = createSecondServer()
    const failing = await serve(broken(fetch))
    try {
      const { script = '' } = await failureOf(scenario, (request) => globalThis.fetch(request), failing.url)
      // The script must not rely on the ids of the recorded run, so other entries take them.
      for (let index = 0; index < 3; index++)
        await fetch(
          new Request('http://target.localhost/api/conf-tags', {
            method: 'POST',
            headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' },
            body: JSON.stringify({ data: { name: 'theirs' } }),
          }),
        )
      const before = await contentOf(fetch)
      for (const secret of [...Object.values(tokens), 'secret-of-the-gateway', 'eyJ'])
        expect(script).not.toContain(secret)
      expect(script.match(/^status=/gm)).toHaveLength(requests)

      const bare = await sh(script, failing.url, {})
      expect([bare.code, bare.error]).toEqual([2, expect.stringMatching(/CONFORMANCE_TOKEN|HEADER_X_GATEWAY/)])

      const env = {
        CONFORMANCE_TOKEN: tokens.full,
        CONFORMANCE_RESTRICTED_TOKEN: tokens.restricted,
        HEADER_X_GATEWAY: 'open',
      }
      const said = await sh(script, failing.url, env)
      expect([said.code, said.error]).toEqual([0, ''])
      expect(said.out).toMatch(/^Expected by the suite, and received:\n {2}\S/)
      expect(said.out.slice(said.out.indexOf('Received now:'))).toMatch(got)
      expect(await contentOf(fetch)).toEqual(before)
    } finally {
      failing.close()
    }
  })
})
