// `pnpm conformance`: the suite against the reference server, on the suite's own content model, with the roles and tokens
// that it asks for. `--database URL` takes PostgreSQL or another file; all other arguments go to `run`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createContentApi } from '../packages/server/dist/index.js'
import { inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const { values } = parseArgs({ options: { database: { type: 'string' } }, strict: false })
const folder = mkdtempSync(join(tmpdir(), 'content-api-conformance-'))
let api

try {
  const exported = await runNode([suite, 'model', 'export', '--format', 'strapi4', '--with-array', '--out', folder])
  if (exported.code !== 0) throw new Error(`The content model was not written:\n${exported.output}`)
  api = await serve()
  const { url } = await api.listen({ port: 0 })
  const { code, output } = await runNode([suite, 'run', url, '--config', configure(), ...passedOn()], {
    stream: 'copy',
  })
  const passed = /(\d+) passed/.exec(output)?.[1] ?? '0'
  const failed = /(\d+) failed/.exec(output)?.[1] ?? (code === 0 ? '0' : '1')
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = code === 0 && passed === '0' ? 1 : code
} finally {
  await api?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function serve() {
  const { roles, tokens, locales } = JSON.parse(readFileSync(join(folder, 'src', 'conformance-access.json'), 'utf8'))
  const service = await createContentApi({
    project: folder,
    database: values.database ?? join(folder, 'data.db'),
    development: true,
    config: {
      api: { rest: { defaultLimit: 25, maxLimit: 100 } },
      i18n: { defaultLocale: 'en', locales },
      permissions: roles,
      // The suite signs in more often than people do.
      auth: { rateLimit: { attempts: 10_000 } },
    },
  })
  for (const [name, { key: accessKey, type, actions: permissions }] of Object.entries(tokens)) {
    await service.accounts.createToken({ name, type, accessKey, ...(type === 'custom' && { permissions }) })
  }
  return service
}

/** What the exported configuration says, less its allowance for servers that drop what they don't know. */
function configure() {
  const file = join(folder, 'reference.config.mjs')
  const tokens = "{ full: 'conformance-full-access', restricted: 'conformance-restricted' }"
  writeFileSync(
    file,
    `export default { profile: 'full', limits: { defaultLimit: 25, maxLimit: 100 }, tokens: ${tokens} }\n`,
  )
  return file
}

function passedOn() {
  const given = process.argv.slice(2)
  const at = given.indexOf('--database')
  return at < 0 ? given : given.toSpliced(at, 2)
}
