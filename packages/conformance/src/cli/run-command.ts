import type { Command } from 'commander'
import { isRecord } from '../check/read.js'
import { type Configuration, type ConfigurationInput, UsageError } from '../profile/configuration.js'
import { loadConfiguration } from '../profile/load-configuration.js'
import { requireRegularFile } from '../profile/regular-file.js'
import { exitCodeOf } from '../reporters/standing.js'
import { formatNames, formats } from '../reporters/formats.js'
import { printableIn } from '../check/printable.js'
import { pretty } from '../reporters/pretty.js'
import type { RunOptions } from '../runner/run.js'
import { appendFileSync } from 'node:fs'
import { chooseBaseline } from './json-files.js'
import { conduct } from './conduct.js'
import { type ConnectionOptions, connectionOptions, withConnection } from './connection.js'
import { isTerminal, parseFormats, rejectUnwritableReports, writeReports } from './output.js'
import { failuresOf, slowestLines } from './repeat.js'

export interface TargetOptions extends ConnectionOptions {
  readonly type?: readonly string[]
  readonly tier?: string
  readonly profile?: string
  readonly allowWrites?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly level?: readonly string[]
  readonly concurrency?: string
  readonly timeout?: string
  readonly maxLimit?: string
  readonly writable?: string
  readonly values?: string
  readonly shuffle?: boolean | string
  readonly strict?: boolean
  readonly name?: string
}

/** Parses options that may be repeated and that accept several values separated by commas. */
const collect = (value: string, before: readonly string[] = []) => [...before, ...value.split(',')]

/** The options that select the scenarios and the target, shared by the commands that run scenarios. */
export function targetOptions(command: Command): Command {
  return connectionOptions(command)
    .argument('[url]', 'base address of the target, without /api; the configuration may name it instead')
    .option('--type <plural>', 'content type that the read-only tier reads; repeatable', collect)
    .option(
      '--writable <plural[:marker,attribute]>',
      'content type that tier 1 may write to, and two text attributes of it',
    )
    .option('--values <json>', 'values that a new entry of --writable requires, for example \'{"kind":"news"}\'')
    .option('--tier <0|1|2>', '0 reads any content, 1 writes to one content type, 2 needs the whole model')
    .option('--profile <name>', 'auto (probe), rest or full; strapi-5 for the interface of Strapi 5')
    .option('--allow-writes <host>', 'permit writes to this host if it is not this machine')
    .option('--only <selector>', 'scenario id, prefix*, clause id or §section; repeatable', collect)
    .option('--except <selector>', 'skip these; repeatable', collect)
    .option('--level <level>', 'required, conditional, observed or disputed; repeatable', collect)
    .option('--concurrency <n>', 'number of scenarios at a time')
    .option('--timeout <ms>', 'milliseconds to wait for a response')
    .option('--max-limit <n>', 'the api.rest.maxLimit of the target')
    .option('--shuffle [seed]', 'shuffle the scenarios; the same seed results in the same order')
    .option('--strict', 'also count observed and disputed clauses')
    .option('--name <name>', 'name of the target in reports')
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} expects a whole number, not '${text}'.`)
  return Number(text)
}

/** Parses `--writable`, such as `notes` or `notes:title,text`, and the JSON of `--values`. */
function writableOf(text: string, values: string | undefined): ConfigurationInput['writable'] {
  const [, type, marker, attribute] = /^([^:,\s]+)(?::([^:,\s]+),([^:,\s]+))?$/.exec(text) ?? []
  if (type === undefined)
    throw new UsageError(
      `--writable expects a content type, or one with two text attributes (notes:title,text), not '${text}'.`,
    )
  return {
    type,
    ...(marker === undefined || attribute === undefined ? {} : { marker, attribute }),
    ...(values === undefined ? {} : { values: parseValues(values) }),
  }
}

function parseValues(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text)
    if (isRecord(values)) return values
  } catch {
    // Reported below.
  }
  throw new UsageError(`--values expects a JSON object such as {"kind":"news"}, not '${text}'.`)
}

function merged(base: Configuration, options: TargetOptions): ConfigurationInput {
  if (options.values !== undefined && options.writable === undefined)
    throw new UsageError('--values requires --writable, which names the content type of the entries.')
  const overrides = {
    tier: number('tier', options.tier),
    profile: options.profile,
    types: options.type,
    concurrency: number('concurrency', options.concurrency),
    timeout: number('timeout', options.timeout),
  }
  const maxLimit = number('max-limit', options.maxLimit)
  return {
    ...withConnection(base, options),
    ...(Object.fromEntries(
      Object.entries(overrides).filter(([, value]) => value !== undefined),
    ) as Partial<ConfigurationInput>),
    ...(options.writable === undefined ? {} : { writable: writableOf(options.writable, options.values) }),
    ...(maxLimit === undefined ? {} : { limits: { ...base.limits, maxLimit } }),
  }
}

/**
 * Returns the options of the runner from the configuration file, the environment and the command line. Later
 * sources override earlier ones.
 */
export async function runOptionsOf(
  url: string | undefined,
  options: TargetOptions,
): Promise<RunOptions & { configuration: ConfigurationInput }> {
  const configuration = merged(await loadConfiguration(process.cwd(), options.config), options)
  const seed =
    options.shuffle === undefined
      ? undefined
      : options.shuffle === true
        ? Math.floor(Math.random() * 2 ** 31)
        : number('shuffle', String(options.shuffle))
  return {
    ...(url === undefined ? {} : { url }),
    configuration,
    selection: { only: options.only ?? [], except: options.except ?? [], levels: options.level ?? [] },
    ...(seed === undefined ? {} : { seed }),
    ...(options.allowWrites === undefined ? {} : { allowWrites: options.allowWrites }),
  }
}

interface RunCommandOptions extends TargetOptions {
  readonly report?: readonly string[]
  readonly out?: string
  readonly baseline?: string
  readonly quiet?: boolean
  readonly failed?: string
  readonly slowest?: boolean | string
}

export function addRun(program: Command): void {
  targetOptions(program.command('run').description('run the scenarios against a target'))
    .option('--report <formats>', `${formatNames.join(', ')}; repeatable`, collect)
    .option('--out <folder>', 'folder of the reports (default: conformance-report)')
    .option('--baseline <file>', "file of the known failures; if named here, they don't change the exit code")
    .option('--failed <report>', 'repeat only the failures of a JSON report')
    .option('--slowest [n]', 'list the slowest scenarios (default: 10)')
    .option('--quiet', 'no progress')
    .action(async (url: string | undefined, options: RunCommandOptions) => {
      const names = parseFormats(options.report ?? [])
      if (options.out !== undefined && names.length === 0)
        throw new UsageError('--out names the folder of the reports, but no report is requested: add --report html.')
      const folder = options.out ?? 'conformance-report'
      rejectUnwritableReports(names, folder)
      if (options.failed !== undefined && options.only !== undefined)
        throw new UsageError('--failed and --only both select scenarios: use one of them.')
      const slowest =
        options.slowest === true ? 10 : number('slowest', options.slowest === false ? undefined : options.slowest)
      const repeated = options.failed === undefined ? undefined : failuresOf(options.failed)
      const runOptions = await runOptionsOf(url ?? repeated?.url, { ...repeated, ...options })
      const { knownFailures, baseline } = chooseBaseline(options.baseline ?? runOptions.configuration.baseline)
      const report = await conduct(
        { ...runOptions, knownFailures },
        { ...(options.name === undefined ? {} : { name: options.name }), strict: options.strict === true, baseline },
        options.quiet === true,
      )
      process.stdout.write(pretty(printableIn(report), { colour: isTerminal() }))
      if (slowest !== undefined) process.stdout.write(slowestLines(report, slowest))
      for (const path of writeReports(report, names, folder)) process.stdout.write(`Written: ${path}\n`)
      const summary = process.env['GITHUB_STEP_SUMMARY']
      if (summary !== undefined && names.includes('github')) {
        requireRegularFile(summary)
        appendFileSync(summary, formats['github-summary'].render(report))
      }
      // GitHub reads annotations from the output of a step, not from files.
      if (process.env['GITHUB_ACTIONS'] === 'true' && names.includes('github'))
        process.stdout.write(formats.github.render(report))
      process.exitCode = exitCodeOf(report)
    })
}
