import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configSchema } from '@content-api/core/config/schema'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { groupOperators, valueOperators } from '@content-api/engine/plan'
import { pageProject } from '../support/page-project.js'

const page = await readFile(fileURLToPath(new URL('../../../../docs/reference/rest.md', import.meta.url)), 'utf8')
const examples = [...page.matchAll(/^```http\n([^]*?)\n```\n\n```json\n([^]*?)\n```$/gm)].map(
  ([, request = '', response = '']) => {
    const [head = '', ...body] = request.split('\n\n')
    const headers = head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string])
    const [, method = '', path = ''] = /^(\w+) (\S+)/.exec(head) ?? []
    return { method, path, headers, body: body.join('\n\n'), response }
  },
)

const project = pageProject(page)
let api: ContentApi

beforeAll(async () => {
  api = await createContentApi({
    project: project.folder,
    database: ':memory:',
    seed: `${project.folder}/content.jsonl`,
  })
})
afterAll(async () => {
  await api?.close()
  project.remove()
})

it('shows an example of each request', () => {
  expect(examples.length).toBeGreaterThan(12)
  expect(page.match(/^```http$/gm)).toHaveLength(examples.length)
})

it.each(examples)(
  'shows the response that the service sends: $method $path',
  async ({ method, path, headers, body, response }) => {
    const init = { method, headers, ...(body && { body }) }
    const actual = await api.fetch(new Request(`http://docs.example${path}`, init))
    expect(await actual.json()).toMatchObject(JSON.parse(response) as object)
  },
)

it('lists every operator and the default limits', () => {
  for (const operator of [...Object.keys(valueOperators), ...groupOperators]) expect(page).toContain(`\`${operator}\``)
  const { limits } = configSchema.parse({})
  for (const [, value = '', key = ''] of page.matchAll(/\| ([\d,]+) \| `limits\.(\w+)` \|/g)) {
    expect([key, Number(value.replaceAll(',', ''))]).toEqual([key, limits[key as keyof typeof limits]])
  }
})
