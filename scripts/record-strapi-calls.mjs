// `node --import tsx scripts/record-strapi-calls.mjs [folder]`: records the results of the calls in
// packages/server/test/calls-project on a real Strapi 4.26.2, for the test of the same name. The node_modules
// of the folder may contain Strapi 4.26.2; otherwise it is installed.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startStrapi } from './lib/strapi-target.mjs'

const test = fileURLToPath(new URL('../packages/server/test/', import.meta.url))
const strapi = await startStrapi({ project: `${test}calls-project`, packages: process.argv[2], say: console.log })
try {
  const response = await fetch(`${strapi.url}/api/calls`, { method: 'POST' })
  const calls = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(calls))
  writeFileSync(`${test}oracle/calls-project.jsonl`, `${calls.map((call) => JSON.stringify(call)).join('\n')}\n`)
} finally {
  await strapi.close()
}
