import { describe, expect, it } from 'vitest'
import type { ContentApi, Register } from '../../src/index.js'
import { buildServer, type LostGuard } from '../support/mutant-server.js'

const string = { type: 'string' } as const
const type = (name: string, attributes: object) => ({
  [`api::${name}.${name}`]: {
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: { open: string, ...attributes },
  },
})
const contentTypes = {
  ...type('paper', {
    disabled: string,
    policy: string,
    vault: { type: 'relation', relation: 'manyToOne', target: 'api::vault.vault' },
  }),
  ...type('vault', {}),
} as never

const register: Register = ({ strapi }) => {
  const extension = strapi.plugin('graphql').service('extension')
  extension.shadowCRUD('api::paper.paper').field('disabled').disable()
  extension.shadowCRUD('api::vault.vault').disable()
  extension.use({ resolversConfig: { 'Paper.policy': { policies: [() => false] } } })
}

/** Queries that sort or filter by an attribute or a type that the extension hides. */
const hidden = {
  disabled: 'papers(sort: "disabled")',
  vault: 'papers(sort: "vault.open")',
  policy: 'papers(sort: "policy")',
  filtered: 'papers(filters: { policy: { eq: "a" } })',
} as const
type Hidden = keyof typeof hidden

async function answered(mutant?: LostGuard): Promise<readonly Hidden[]> {
  const { createContentApi } = await buildServer(mutant)
  const api: ContentApi = await createContentApi({ contentTypes, database: ':memory:', register, log: () => undefined })
  try {
    const revealed: Hidden[] = []
    for (const [name, field] of Object.entries(hidden) as [Hidden, string][]) {
      const body = JSON.stringify({ query: `{ ${field} { data { id } } }` })
      const headers = { 'content-type': 'application/json' }
      const response = await api.fetch(new Request('http://house.example/graphql', { method: 'POST', headers, body }))
      if (!(await response.text()).includes('"errors"')) revealed.push(name)
    }
    return revealed
  } finally {
    await api.close()
  }
}

const file = 'graphql/create-graphql.ts'
const guards: readonly (LostGuard & { readonly revealed: readonly Hidden[] })[] = [
  {
    file: 'query/usable-attributes.ts',
    guard: '  if (parameter && context.hides?.(schema, name, parameter)) return undefined\n',
    without: '',
    revealed: ['disabled', 'vault', 'policy', 'filtered'],
  },
  {
    file,
    guard: "    if (parameter === 'sort' && !shadow.hasOutput(schema.uid, name)) return true\n",
    without: '',
    revealed: ['disabled'],
  },
  { file, guard: '    if (target && !shadow.isEnabled(target.uid)) return true\n', without: '', revealed: ['vault'] },
  {
    file,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the source
    guard: 'return extension.hides(`${place}.${name}`, caller)',
    without: 'return place === name && caller === null',
    revealed: ['policy', 'filtered'],
  },
  {
    file: 'graphql/create-graphql.ts',
    guard: '...(extension && { hides: hiddenFields(registry, shadow, extension, caller) }),',
    without: '',
    revealed: ['disabled', 'vault', 'policy', 'filtered'],
  },
]

describe('attributes that an extension hides', () => {
  it("can't be sorted or filtered by", async () => {
    expect(await answered()).toEqual([])
  })

  it.each(guards)('are revealed without $guard', async ({ revealed, ...mutant }) => {
    expect(await answered(mutant)).toEqual(revealed)
  })
})
