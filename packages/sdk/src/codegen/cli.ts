#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { type ApiVersion, apiVersions } from './content-model.js'
import { assertNoDrift } from './drift.js'
import { printContentModel } from './print.js'
import { readContentModel } from './sources.js'

const usage = `content-api-types writes the content types for createClient.

  content-api-types --project <folder>  [options]
  content-api-types --server <url>      [options]
  content-api-types --graphql <url>     [options]
  content-api-types check-upgrade <folder>

  --project  a folder of schema files (src/api, src/components)
  --server   a running content-api server in development
  --graphql  the GraphQL endpoint of any deployment; the file lists what introspection doesn't show
  --token    a bearer token for the server
  --api      strapi4 or strapi5; a project's package.json and a GraphQL schema show it
  --locales  the codes of the locales, as en,fr, or the address of the server that lists them
  --links    also writes the targets of links, for tagsOf
  --fingerprint  also writes a fingerprint of the types, for content-api record
  --out      default src/content-types.gen.ts
  --check    writes nothing and fails when the file would change

check-upgrade lists the code of a folder that means something else in Strapi 5. It changes no file, and its exit
code is 1 if it finds any.
`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      server: { type: 'string' },
      graphql: { type: 'string' },
      token: { type: 'string' },
      api: { type: 'string' },
      locales: { type: 'string' },
      links: { type: 'boolean', default: false },
      fingerprint: { type: 'boolean', default: false },
      out: { type: 'string', default: 'src/content-types.gen.ts' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { out, check, help, api, locales, links, fingerprint, ...source } = values
  if (help) {
    process.stdout.write(usage)
    return
  }
  if (positionals.length > 0) {
    await runCommand(positionals)
    return
  }
  const model = await readContentModel({ ...source, api: apiNamed(api), locales: localesNamed(locales) })
  const text = printContentModel(model, { links, fingerprint })
  if (check) {
    await assertNoDrift(out, text)
    process.stdout.write(`${out} matches the content model.\n`)
    return
  }
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, text)
  process.stdout.write(`${out} written.\n`)
}

/** Runs `check-upgrade <folder>`, the only command with a name. */
async function runCommand([command, folder, ...others]: readonly string[]): Promise<void> {
  if (command !== 'check-upgrade' || folder === undefined || others.length > 0) {
    throw new Error(`Unknown command. Expected check-upgrade <folder>, or an option. See --help.`)
  }
  // Loaded on demand: code generation doesn't need it.
  const { checkUpgrade, printUpgradeReport } = await import('../upgrade/check-upgrade.js')
  const report = await checkUpgrade(folder)
  process.stdout.write(printUpgradeReport(report))
  if (report.findings.length > 0) process.exitCode = 1
}

function apiNamed(name: string | undefined): ApiVersion | undefined {
  const api = apiVersions.find((version) => version === name)
  if (api === undefined && name !== undefined) {
    throw new Error(`--api ${name} is unknown. Expected ${apiVersions.join(' or ')}.`)
  }
  return api
}

/** The option is an address, or a list of codes. */
function localesNamed(option: string | undefined): readonly string[] | string | undefined {
  if (option === undefined || option.includes('://')) return option
  return option.split(',').map((code) => code.trim())
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
