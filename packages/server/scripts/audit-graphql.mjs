// Runs the audits of GraphQL over HTTP against the server, over a real connection, and prints the results.
// Exits with code 1 unless every audit passes.
import { createContentApi } from '@content-api/server'
import { auditServer } from 'graphql-http'

const article = {
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: { title: { type: 'string' } },
}
const api = await createContentApi({
  contentTypes: { 'api::article.article': article },
  database: ':memory:',
  development: true,
})
const { url } = await api.listen({ port: 0 })
const results = await auditServer({ url: `${url}/graphql` })
await api.close()

for (const { status, id, name, reason } of results) {
  console.log(`${status === 'ok' ? 'passed' : status.toUpperCase()}  ${id}  ${name}${reason ? `: ${reason}` : ''}`)
}
const passed = results.filter(({ status }) => status === 'ok').length
console.log(`${passed} of ${results.length} audits passed`)
process.exitCode = passed === results.length ? 0 : 1
