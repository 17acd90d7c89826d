#!/usr/bin/env node
import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { plainFormats } from './plain-formats.js'
import type { SwitchOffChoices } from '../storage/schema/switched-off.js'
import { addAccountCommands } from './account-commands.js'
import { version } from './own-package.js'
import { printWarnings } from './print-warnings.js'
import { reportError } from './report-error.js'

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number between 0 and 65535; 0 takes a free one.')
}

function readWorkers(text: string): number {
  if (text === 'auto') return availableParallelism()
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= mostWorkers) return count
  throw new InvalidArgumentError(`It must be "auto" or a number between 1 and ${mostWorkers}.`)
}

const mostWorkers = 256

const project = () => new Option('-p, --project <folder>', 'folder with the schema files').default('.', 'this folder')
const database = () => new Option('-d, --database <url>', 'PostgreSQL URL or SQLite file; default: as configured')
/** Adds the options that say what a start may do to content which the schemas have no place for. */
function withContentChoices(command: Command): Command {
  const drafts = ['delete', 'publish'] satisfies SwitchOffChoices['drafts'][]
  const localizations = ['delete', 'keep-default'] satisfies SwitchOffChoices['localizations'][]
  return command
    .option('--allow-data-loss', 'drop what the schemas no longer have, with its content')
    .addOption(
      new Option('--drafts <choice>', 'for drafts of types whose draftAndPublish is switched off').choices(drafts),
    )
    .addOption(
      new Option('--localizations <choice>', 'for localizations of types whose i18n is switched off').choices(
        localizations,
      ),
    )
}

/** Adds the options of commands that serve. */
function withServing(command: Command): Command {
  return withContentChoices(command)
    .addOption(project())
    .addOption(database())
    .option('--host <address>', 'address of this machine to listen on')
    .option('--port <number>', 'port to listen on', readPort)
    .option('--seed <path>', 'file or folder of JSON lines to read if the database has no content')
    .option('--ready-file <file>', 'write URL, process id and token to this file when the service is ready')
    .option('--exit-with-parent', 'end when the process that started this one ends')
}

const program = new Command('content-api')
  .description('A content service with a REST and a GraphQL interface, made from content-type schemas')
  .version(version)
  .showHelpAfterError('Run with --help to see what there is.')
  .showSuggestionAfterError()

// Each command is loaded when it runs: `--help` needs no database.
withServing(program.command('dev'))
  .description('serve a project and follow its schema files as they change')
  .action(async (options) => (await import('./dev.js')).dev(options))

withServing(program.command('start'))
  .description('serve a project')
  .option('--workers <count>', 'processes that serve on one port, on PostgreSQL; "auto" for one per core', readWorkers)
  .action(async (options) => (await import('./start.js')).start(options))

program
  .command('init')
  .description('write a small project to begin with')
  .argument('<folder>', 'a new or empty folder')
  .option(
    '--packages <folder>',
    'install packages from the tarballs in this folder, which "pnpm packages --keep" writes',
  )
  .action(async (folder, options) => (await import('./init.js')).init(folder, options))

program
  .command('doctor')
  .description(
    'say what of a Strapi 4 project runs, what is skipped and what must change; exit code 1 when it would not start',
  )
  .addOption(project())
  .action(async (options) => (await import('./doctor.js')).doctor(options))

program
  .command('import')
  .description('read content from an export, CSV, JSON or a Strapi 4 project: all of it or, after a mistake, none')
  .argument('[file]', 'the file; - for standard input')
  .addOption(project())
  .addOption(database())
  .option('-t, --type <type>', 'the content type of a plain file, such as articles')
  .addOption(new Option('--format <format>', 'of a plain file; default: by its extension').choices(plainFormats))
  .option('--delimiter <character>', 'between the cells of a CSV file; default: a comma')
  .option('--replace', 'delete all content first')
  .option('--from-strapi <source>', 'an export archive, an SQLite file or a PostgreSQL URL of a Strapi 4 project')
  .option('--key <key>', 'with --from-strapi: the key of an encrypted archive')
  .option('--uploads <folder>', 'with --from-strapi: the folder of uploaded files, public/uploads in a Strapi project')
  .option('--download-files', 'with --from-strapi: copy the files that other services keep')
  .option('--write-schemas', 'with --from-strapi: write the schema files of an archive into the project')
  .option('--leave-out <names...>', 'with --from-strapi: types and attributes that are not imported')
  .option('--dry-run', 'check everything, write nothing, and show what would be imported')
  .action(async (file, options) => (await import('./import.js')).importContent(file, options))

program
  .command('export')
  .description('write all content as JSON lines')
  .argument('[file]', 'the file; standard output without one')
  .addOption(project())
  .addOption(database())
  .option('--access', 'also API tokens, as digests, and what roles may do')
  .option('--to-strapi <archive>', 'write an archive for "strapi import" instead: a .tar or .tar.gz')
  .action(async (file, { toStrapi, ...options }) => {
    if (toStrapi === undefined) return (await import('./export.js')).exportFile(file, options)
    if (file !== undefined) program.error('error: give either a file or --to-strapi <archive>')
    return (await import('./export-to-strapi.js')).exportToStrapiFile(toStrapi, options)
  })

program
  .command('compare')
  .description('compare the content of a Strapi 4 service with this one; exit code 1 when it differs')
  .argument('<strapi-url>', 'such as http://localhost:1337')
  .argument('<our-url>', 'such as http://localhost:1338')
  .requiredOption('-t, --type <types...>', 'plural names of types, or the names of single types')
  .option('--by <attribute>', 'attribute that names the same entry in both; default: its id')
  .option('--query <query>', 'the query of both', 'locale=all&publicationState=preview&populate=*&sort=id')
  .option('--strapi-token <token>', 'API token for Strapi; better in STRAPI_TOKEN')
  .option('--token <token>', 'API token for this service; better in CONTENT_API_TOKEN')
  .action(async (strapi, here, options) => (await import('./compare.js')).compareServices(strapi, here, options))

const snapshot = program.command('snapshot').description('save all content, accounts and files, and bring them back')
const snapshotName = ['[name]', 'small letters, digits and hyphens', 'default'] as const

snapshot
  .command('save')
  .description('save everything as it is now, in place of a snapshot that has the same name')
  .argument(...snapshotName)
  .addOption(project())
  .addOption(database())
  .action(async (name, options) => (await import('./snapshot.js')).saveSnapshot(name, options))

snapshot
  .command('restore')
  .description('bring everything back as it was saved, ids included')
  .argument(...snapshotName)
  .addOption(project())
  .addOption(database())
  .action(async (name, options) => (await import('./snapshot.js')).restoreSnapshot(name, options))

snapshot
  .command('list')
  .description('show the snapshots of the database')
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./snapshot.js')).listSnapshots(options))

const schema = program.command('schema').description('compare the database with the schemas')

schema
  .command('diff')
  .description('show what a start would change; exit code 1 when content would be lost')
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./schema.js')).schemaDiff(options))

withContentChoices(schema.command('apply'))
  .description('bring the database in step with the schemas, as a start would')
  .addOption(project())
  .addOption(database())
  .action(async (options) => (await import('./schema.js')).schemaApply(options))

program
  .command('model')
  .description('print the content model as JSON, by path of its schema files')
  .addOption(project())
  .action(async (options) => (await import('./model.js')).printModel(options))

program
  .command('sdl')
  .description('print the GraphQL schema')
  .addOption(project())
  .action(async (options) => (await import('./sdl.js')).printGraphqlSchema(options))

program
  .command('openapi')
  .description('print the REST interface as an OpenAPI 3.1 document')
  .addOption(project())
  .action(async (options) => (await import('./openapi.js')).printOpenApi(options))

addAccountCommands(program, () => [project(), database()])

printWarnings()

// A reader that has seen enough, such as `head`, is no failure.
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
