#!/usr/bin/env node
import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { plainFormats, readDatabase, suggestCommand } from './command-options.js'
import type { SwitchOffChoices } from '@content-api/engine/schema'
import { addAccountCommands } from './account-commands.js'
import { addWebhookCommands } from './webhook-commands.js'
import { version } from '../own-package.js'
import { printWarnings, reportError } from './report-error.js'

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Use a number from 0 to 65535; 0 selects a free port.')
}

function readWorkers(text: string): number {
  if (text === 'auto') return availableParallelism()
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= mostWorkers) return count
  throw new InvalidArgumentError(`Use "auto" or a number from 1 to ${mostWorkers}.`)
}

const mostWorkers = 256

const project = () =>
  new Option('-p, --project <folder>', 'project folder, which holds src/').default('.', 'the current folder')
const database = () =>
  new Option('-d, --database <url>', 'PostgreSQL URL or SQLite file; default: from the configuration').argParser(
    readDatabase,
  )
/** Adds the options that decide about content that no longer fits the schemas. */
function withContentChoices(command: Command): Command {
  const drafts = ['delete', 'publish'] satisfies SwitchOffChoices['drafts'][]
  const localizations = ['delete', 'keep-default'] satisfies SwitchOffChoices['localizations'][]
  return command
    .option('--allow-data-loss', 'delete tables and columns that the schemas no longer define, with their content')
    .addOption(
      new Option('--drafts <choice>', 'what to do with drafts of types whose draftAndPublish was switched off').choices(
        drafts,
      ),
    )
    .addOption(
      new Option(
        '--localizations <choice>',
        'what to do with localizations of types whose i18n was switched off',
      ).choices(localizations),
    )
}

/** Adds the options of commands that serve. */
function withServing(command: Command): Command {
  return withContentChoices(command)
    .addOption(project())
    .addOption(database())
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on', readPort)
    .option('--seed <path>', 'file or folder of JSON lines to import if the database has no content')
    .option('--ready-file <file>', 'write the URL, process id and token to this file when the service is ready')
    .option('--exit-with-parent', 'stop when the parent process ends')
}

const program = new Command('content-api')
  .description('Serves content over REST and GraphQL APIs that are derived from content-type schemas')
  .version(version)
  .showHelpAfterError('Run with --help to see all commands and options.')
  .showSuggestionAfterError()

// The code of each command is loaded when the command runs, so `--help` loads none of it.
withServing(program.command('dev'))
  .description('serve a project for development, and reload it when its files change')
  .action(async (options) => (await import('./dev.js')).dev(options))

withServing(program.command('start'))
  .description('serve a project')
  .option(
    '--workers <count>',
    'number of processes that share one port, on PostgreSQL only; "auto": one per core',
    readWorkers,
  )
  .action(async (options) => (await import('./start.js')).start(options))

program
  .command('beside')
  .description('serve the reads of a running Strapi from its database, and forward all other requests to it')
  .addOption(project())
  .option('--strapi <url>', 'URL of Strapi; default: this machine with the port of config/server')
  .addOption(
    new Option(
      '-d, --database <url>',
      "PostgreSQL URL or SQLite file of Strapi; default: from Strapi's configuration",
    ).argParser(readDatabase),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--port <number>', 'port to listen on', readPort, 1338)
  .option('--explain', 'print which routes are served, and why others are forwarded; start nothing')
  .option('--json', 'with --explain: print JSON')
  .option('--ready-file <file>', 'write the URL and process id to this file when the server is ready')
  .option('--exit-with-parent', 'stop when the parent process ends')
  .action(async (options) => (await import('./beside.js')).beside(options))

program
  .command('init')
  .description('create a small project to start from')
  .argument('<folder>', 'a new or empty folder')
  .option('--packages <folder>', 'folder of package tarballs to install, written by "pnpm packages --keep"')
  .action(async (folder, options) => (await import('./init.js')).init(folder, options))

program
  .command('doctor')
  .description('check a project: what runs, what is skipped, what must change; exit code 1 when it would not start')
  .addOption(project())
  .option('--beside', "print the indexes that make lists faster, measured on the content of the project's Strapi")
  .action(async ({ beside, ...options }) =>
    beside ? (await import('./doctor-beside.js')).doctorBeside(options) : (await import('./doctor.js')).doctor(options),
  )

program
  .command('import')
  .description('import content from an export, CSV, JSON or a Strapi 4 project; after an error nothing is imported')
  .argument('[file]', 'file to import; "-" reads standard input')
  .addOption(project())
  .addOption(database())
  .option('-t, --type <type>', 'content type of the entries in a CSV or JSON file, such as articles')
  .addOption(new Option('--format <format>', 'format of the file; default: from its extension').choices(plainFormats))
  .option('--delimiter <character>', 'separates the cells of a CSV file; default: a comma, or a tab in .tsv')
  .option('--replace', 'delete all existing content first')
  .option(
    '--from-strapi [source]',
    'export archive, SQLite file or PostgreSQL URL of a Strapi 4 project; default: the database of config/database',
  )
  .option('--key <key>', 'with --from-strapi: key of an encrypted archive')
  .option(
    '--uploads <folder>',
    'with --from-strapi: folder of uploaded files; default for the database of config/database: public/uploads',
  )
  .option('--download-files', 'with --from-strapi: download files that are stored on other services')
  .option('--write-schemas', 'with --from-strapi: write the schema files of an archive into the project')
  .option('--leave-out <names...>', 'with --from-strapi: types and attributes to skip')
  .option('--dry-run', 'check everything and show what would be imported, but write nothing')
  .action(async (file, options) => (await import('./import.js')).importContent(file, options))

program
  .command('export')
  .description('export all content as JSON lines')
  .argument('[file]', 'file to write; default: standard output')
  .addOption(project())
  .addOption(database())
  .option('--access', 'include API tokens (as digests) and the permissions of roles')
  .option('--to-strapi <archive>', 'write a .tar or .tar.gz archive for "strapi import" instead')
  .action(async (file, { toStrapi, ...options }) => {
    if (toStrapi === undefined) return (await import('./export.js')).exportFile(file, options)
    if (file !== undefined) program.error('error: use either a file or --to-strapi <archive>')
    return (await import('./export.js')).exportToStrapiFile(toStrapi, options)
  })

program
  .command('compare')
  .description('compare the content of a Strapi 4 service with this one; exit code 1 for unexpected differences')
  .argument('<strapi-url>', 'such as http://localhost:1337')
  .argument('<our-url>', 'such as http://localhost:1338')
  .requiredOption('-t, --type <types...>', 'plural names of collection types, or names of single types')
  .option('--by <attribute>', 'attribute that identifies an entry in both services; default: its id')
  .option('--query <query>', 'query string for both services', 'locale=all&publicationState=preview&populate=*&sort=id')
  .option('--strapi-token <token>', 'API token for Strapi; prefer the variable STRAPI_TOKEN')
  .option('--token <token>', 'API token for this service; prefer the variable CONTENT_API_TOKEN')
  .action(async (strapi, here, options) => (await import('./compare.js')).compareServices(strapi, here, options))

program
  .command('record')
  .description('record responses as handlers of msw, for tests and stories in browsers')
  .argument('<list>', 'file with the requests: a module or JSON')
  .option('--from <url>', 'URL of a running service or Strapi; its token is the variable CONTENT_API_TOKEN')
  .addOption(project())
  .option('--seed <path>', 'without --from: file or folder of JSON lines to import into an empty database in memory')
  .option('--out <file>', 'file to write; default: beside the list, with the extension .recorded.ts')
  .option('--types <file>', 'file of content-api-types --fingerprint; default: src/content-types.gen.ts if it exists')
  .option('--check', 'write nothing; exit code 1 when the list or the content types have changed since')
  .action(async (list, options) => (await import('./record.js')).record(list, options))

const snapshot = program.command('snapshot').description('save and restore all content, accounts and files')
const snapshotName = ['[name]', 'name of lower-case letters, digits and hyphens', 'default'] as const

snapshot
  .command('save')
  .description('save the current state; replaces a snapshot of the same name')
  .argument(...snapshotName)
  .addOption(project())
  .addOption(database())
  .action(async (name, options) => (await import('./snapshot.js')).saveSnapshot(name, options))

snapshot
  .command('restore')
  .description('restore the saved state, including ids')
  .argument(...snapshotName)
  .addOption(project())
  .addOption(database())
  .action(async (name, options) => (await import('./snapshot.js')).restoreSnapshot(name, options))

snapshot
  .command('list')
  .description('list the snapshots of the database')
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./snapshot.js')).listSnapshots(options))

const schema = program.command('schema').description('compare the database with the schemas')

schema
  .command('diff')
  .description(
    'show what a start would change; exit code 1 when the start would fail, for example because content would be lost',
  )
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./schema.js')).schemaDiff(options))

withContentChoices(schema.command('apply'))
  .description('update the database to match the schemas, as a start does')
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./schema.js')).schemaApply(options))

suggestCommand(schema, 'diff', ['check', 'status', 'validate'])
suggestCommand(schema, 'apply', ['migrate', 'sync', 'update'])

program
  .command('model')
  .description('print the content model as one JSON object, with the paths of the schema files as keys')
  .addOption(project())
  .action(async (options) => (await import('./print-documents.js')).printModel(options))

program
  .command('sdl')
  .description('print the GraphQL schema')
  .addOption(project())
  .action(async (options) => (await import('./print-documents.js')).printGraphqlSchema(options))

program
  .command('openapi')
  .description('print the REST API as an OpenAPI 3.1 document')
  .addOption(project())
  .action(async (options) => (await import('./print-documents.js')).printOpenApi(options))

program
  .command('mcp')
  .description('serve the content to coding assistants: Model Context Protocol on standard input and output')
  .addOption(project())
  .addOption(database())
  .option('--url <url>', 'use the service that "content-api dev" serves there, instead of opening the database')
  .option(
    '--as <identity>',
    'whose permissions apply: public, everything, role:<name>, user:<name> or token:<name>',
    'public',
  )
  .option('--write', 'add the tools that create, change, publish and delete entries')
  .action(async (options) => (await import('./mcp.js')).mcp(options))

addAccountCommands(program, () => [project(), database()])
addWebhookCommands(program, () => [project(), database()])

printWarnings()

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await program.parseAsync()
} catch (error) {
  reportError(error)
  process.exitCode = 1
}
