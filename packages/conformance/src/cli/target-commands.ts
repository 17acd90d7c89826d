import { join } from 'node:path'
import type { Command } from 'commander'
import { modelDocument } from '../content-model/export-json.js'
import { strapiProject } from '../content-model/export-strapi4.js'
import { strapi5Project } from '../content-model/export-strapi5.js'
import { capabilities, capabilityNames } from '../profile/capability.js'
import { UsageError } from '../profile/configuration.js'
import { loadConfiguration } from '../profile/load-configuration.js'
import { exitCodes } from '../reporters/standing.js'
import { type Diagnosis, diagnose, proposal } from '../runner/doctor.js'
import { recover } from '../runner/recover.js'
import { withoutApi } from '../target/address.js'
import { journalledRuns } from '../target/journal.js'
import { rejectUnwritable } from '../target/writable.js'
import { type ConnectionOptions, connectionOptions, withConnection } from './connection.js'
import { writeOut } from './output.js'

function addDoctor(program: Command): void {
  connectionOptions(program.command('doctor'))
    .description('inspect a target with read-only requests, and propose a configuration')
    .argument('[url]', 'base address of the target')
    .option('--write <file>', 'write the proposed configuration to this file')
    .action(async (url: string | undefined, options: ConnectionOptions & { write?: string }) => {
      const base = await loadConfiguration(process.cwd(), options.config)
      const address = url ?? base.url
      if (address === undefined)
        throw new UsageError('Name the address of the target, for example: doctor http://localhost:1337')
      if (options.write !== undefined) rejectUnwritable(options.write)
      const diagnosis = await diagnose(address, { configuration: withConnection(base, options) })
      process.stdout.write(found(diagnosis))
      if (options.write !== undefined) {
        writeOut(options.write, proposal(diagnosis))
        process.stdout.write(`Written: ${options.write}\n`)
      } else process.stdout.write(`\n${proposal(diagnosis)}`)
    })
}

const interfaces = {
  'strapi-4': 'that of Strapi 4',
  'strapi-5': "that of Strapi 5 (profile: 'strapi-5')",
  unknown: 'the responses do not show whether it is that of Strapi 4 or 5: name `types` in the configuration',
} as const

const signs = { true: 'yes', false: 'no ', null: '?  ' } as const

/** Returns what was found, one line each. */
function found({ url, generation, model, capabilities: shown, type, withToken }: Diagnosis): string {
  const lines = capabilityNames.map((name) => `  ${signs[`${shown[name]}`]}  ${name.padEnd(16)} ${capabilities[name]}`)
  return [
    url,
    `  ${generation === null ? '?  ' : 'yes'}  interface        ${interfaces[generation ?? 'unknown']}`,
    `  ${signs[`${model}`]}  content model    the types that tier 2 needs (model export)`,
    ...lines,
    ...(model
      ? []
      : [
          '',
          `Without the content model, capabilities marked ? can't be detected.${withoutApi(new URL(url))} You can run tier 0, which only reads:`,
        ]),
    ...(model
      ? []
      : [
          `  run ${url} --type ${type ?? '<plural>'}`,
          'and tier 1, which creates and deletes entries of one content type:',
          `  run ${url} --type ${type ?? '<plural>'} --writable ${type ?? '<plural>'}`,
        ]),
    ...(withToken
      ? []
      : ['', 'No token was sent, so capabilities that need one are not detected: set CONFORMANCE_TOKEN.']),
    '',
  ].join('\n')
}

function addModel(program: Command): void {
  program
    .command('model')
    .description('the content model that tier 2 needs')
    .command('export')
    .description('write the model as a Strapi project, or print it as JSON')
    .requiredOption('--format <strapi4|strapi5|json>', 'strapi4, strapi5 or json')
    .option('--out <folder>', 'folder of the project', 'conformance-target')
    .option('--with-array', 'include the type with an array attribute, which Strapi 4 lacks')
    .action(({ format, out, withArray }: { format: string; out: string; withArray?: boolean }) => {
      if (format === 'json') return void process.stdout.write(`${JSON.stringify(modelDocument, null, 2)}\n`)
      if (format !== 'strapi4' && format !== 'strapi5')
        throw new UsageError(`--format must be strapi4, strapi5 or json, not '${format}'.`)
      const files = format === 'strapi5' ? strapi5Project() : strapiProject({ array: withArray === true })
      for (const { path, text } of files) writeOut(join(out, path), text)
      process.stdout.write(`Written: ${files.length} files in ${out}\n`)
    })
}

function addClean(program: Command): void {
  connectionOptions(program.command('clean'))
    .description('delete the entries that an interrupted run left')
    .option('--run <id>', 'id of the run; without it, the journalled runs are listed')
    .option('--allow-writes <host>', 'permit writes to this host if it is not this machine')
    .action(async (options: ConnectionOptions & { run?: string; allowWrites?: string }) => {
      const base = await loadConfiguration(process.cwd(), options.config)
      if (options.run === undefined) {
        const runs = journalledRuns(base.journal)
        process.stdout.write(
          runs.length === 0 ? 'No entries remain.\n' : `${runs.map((run) => `clean --run ${run}`).join('\n')}\n`,
        )
        return
      }
      const { leftovers, entries } = await recover({
        run: options.run,
        configuration: withConnection(base, options),
        ...(options.allowWrites === undefined ? {} : { allowWrites: options.allowWrites }),
      })
      process.stdout.write(`${entries} entries checked, ${leftovers.length} remain\n`)
      for (const { path, id, reason } of leftovers) process.stdout.write(`${path}/${id}: ${reason}\n`)
      if (leftovers.length > 0) process.exitCode = exitCodes.leftovers
    })
}

/** Adds the commands that inspect a target without running scenarios. */
export function addTarget(program: Command): void {
  addDoctor(program)
  addModel(program)
  addClean(program)
}
