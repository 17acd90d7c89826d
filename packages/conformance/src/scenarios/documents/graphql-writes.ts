import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const tag = namesOf('tag')
const page = namesOf('page')

async function createTag(t: ScenarioContext, name: string) {
  const query = `mutation ($data: ${tag.type}Input!) { create${tag.type}(data: $data) { documentId name } }`
  const response = await t.session.creating(
    'POST',
    t.configuration.graphqlPath,
    { query, variables: { data: { marker: t.marker, name } } },
    { attribute: 'marker', idAt: `data.create${tag.type}.documentId`, entryPath: tag.path },
  )
  return { response, created: t.data(response)[`create${tag.type}`] }
}

/** Tier 2: mutations over GraphQL, and its permissions. */
export const graphqlWriteScenarios = [
  scenario({
    id: 'documents.graphql-mutations',
    title: 'createX, updateX and deleteX return the entry, and REST sees the changes',
    clauses: ['graphql/create', 'graphql/update', 'graphql/delete', 'graphql/same'],
    run: async (t) => {
      const { response, created } = await createTag(t, 'made')
      t.equal(response, 'Another name', read(created, 'name'), 'made')
      const id = String(read(created, 'documentId'))
      const found = await t.read('tag', id)
      t.equal(found, 'REST returns another name', t.entry(found).attributes['name'], 'made')
      const change = `mutation { update${tag.type}(documentId: "${id}", data: { name: "changed" }) { documentId name } }`
      const updated = await t.graphql(change)
      t.equal(updated, 'Another entry', t.data(updated)[`update${tag.type}`], { documentId: id, name: 'changed' })
      const stored = await t.read('tag', id)
      t.equal(stored, 'REST returns the name before the update', t.entry(stored).attributes['name'], 'changed')
      const removal = await t.graphql(`mutation { delete${tag.type}(documentId: "${id}") { documentId } }`)
      t.equal(removal, 'Another document', t.data(removal)[`delete${tag.type}`], { documentId: id })
      t.error(await t.read('tag', id), { status: 404 })
    },
  }),
  scenario({
    id: 'documents.graphql-delete-locale',
    title: 'deleteX removes the locale that it names, and keeps the default locale',
    clauses: ['graphql/delete-locale'],
    needs: ['i18n'],
    run: async (t) => {
      const { other } = t.configuration.locales
      const { id } = await t.make('page', { title: 'first' })
      t.entry(await t.update('page', id, { title: 'second' }, { query: { locale: other } }))
      const removal = `mutation { delete${page.type}(documentId: "${id}", locale: "${other}") { documentId } }`
      t.data(await t.graphql(removal))
      const found = await t.read('page', id)
      t.status(found, 200)
      t.error(await t.read('page', id, { locale: other }), { status: 404 })
    },
  }),
  scenario({
    id: 'documents.graphql-permission',
    title: 'GraphQL requires the same permissions as REST',
    clauses: ['graphql/permission', 'graphql/errors'],
    needs: ['permissions'],
    run: async (t) => {
      const { id } = await t.make('vault', { secret: 'deep secret' })
      const vault = namesOf('vault')
      const asPublic = { as: 'public' } as const
      t.data(await t.graphql(`{ ${tag.many}(pagination: { limit: 1 }) { documentId } }`, {}, asPublic))
      const article = await t.make('article', { vault: id })
      const inside = `{ ${namesOf('article').many}(filters: { documentId: { eq: "${article.id}" } }) { vault { secret } } }`
      const nested = await t.graphql(inside, {}, asPublic)
      t.that(nested, !nested.text.includes('deep secret'), 'A relation shows forbidden data', 'null', nested.text)
      for (const query of [
        `{ ${vault.many} { secret } }`,
        `{ ${vault.one}(documentId: "${id}") { secret } }`,
        `mutation { create${tag.type}(data: { name: "x" }) { documentId } }`,
      ]) {
        const response = await t.graphql(query, {}, asPublic)
        t.errors(response)
        t.that(response, !response.text.includes('deep secret'), 'It contains forbidden data', 'errors', response.text)
      }
    },
  }),
]
