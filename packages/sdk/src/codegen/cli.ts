#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { assertNoDrift } from './drift.js'
import { printContentModel } from './print.js'
import { readContentModel } from './sources.js'

const usage = `content-api-types writes the content types for createClient.

  content-api-types --project <folder>  [--out <file>] [--check]
  content-api-types --server <url>      [--out <file>] [--check] [--token <token>]
  content-api-types --graphql <url>     [--out <file>] [--check] [--token <token>]

  --project  a folder of schema files (src/api, src/components)
  --server   a running content-api server in development
  --graphql  the GraphQL endpoint of any deployment; the file lists what introspection doesn't show
  --out      default src/content-types.gen.ts
  --check    writes nothing and fails when the file would change
`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      server: { type: 'string' },
      graphql: { type: 'string' },
      token: { type: 'string' },
      out: { type: 'string', default: 'src/content-types.gen.ts' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { out, check, help, ...source } = values
  if (help) {
    process.stdout.write(usage)
    return
  }
  const text = printContentModel(await readContentModel(source))
  if (check) {
    await assertNoDrift(out, text)
    process.stdout.write(`${out} matches the content model.\n`)
    return
  }
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, text)
  process.stdout.write(`${out} written.\n`)
}

function isUsageError(error: unknown): boolean {
  return Boolean((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = isUsageError(error) ? 2 : 1
}
