import type { Command } from 'commander'
import { type Configuration, type ConfigurationInput, UsageError } from '../profile/configuration.js'
import { loadConfiguration } from '../profile/load-configuration.js'
import { exitCodeOf } from '../reporters/standing.js'
import { formatNames, formats } from '../reporters/formats.js'
import { printableIn } from '../check/printable.js'
import { pretty } from '../reporters/pretty.js'
import type { RunOptions } from '../runner/run.js'
import { appendFileSync } from 'node:fs'
import { chooseBaseline } from './json-files.js'
import { conduct } from './conduct.js'
import { isTerminal, parseFormats, refuseUnwritableReports, writeReports } from './output.js'

export interface TargetOptions {
  readonly config?: string
  readonly type?: readonly string[]
  readonly tier?: string
  readonly profile?: string
  readonly token?: string
  readonly allowWrites?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly level?: readonly string[]
  readonly concurrency?: string
  readonly timeout?: string
  readonly maxLimit?: string
  readonly shuffle?: boolean | string
  readonly strict?: boolean
  readonly name?: string
}

/** For options that may be repeated, and that take several values at once after commas. */
const collect = (value: string, before: readonly string[] = []) => [...before, ...value.split(',')]

/** The options that say what to run against what; shared by the commands that run. */
export function targetOptions(command: Command): Command {
  return command
    .argument('[url]', 'base address of the target, without /api; the configuration may name it instead')
    .option('--config <file>', 'configuration file instead of conformance.config.{ts,js,mjs,json}')
    .option('--type <plural>', 'content type that the read-only tier looks at; repeatable', collect)
    .option('--tier <0|1|2>', '0 reads any content, 1 writes to one content type, 2 needs the whole model')
    .option('--profile <name>', 'auto (probe), rest or full')
    .option('--token <token>', 'full token; CONFORMANCE_TOKEN in the environment is better, since commands are logged')
    .option('--allow-writes <host>', 'permit writes to this very host when it is not this machine')
    .option('--only <selector>', 'scenario id, prefix*, clause id or §section; repeatable', collect)
    .option('--except <selector>', 'leave these out; repeatable', collect)
    .option('--level <level>', 'required, conditional, observed or disputed; repeatable', collect)
    .option('--concurrency <n>', 'scenarios at a time')
    .option('--timeout <ms>', 'milliseconds to wait for an answer')
    .option('--max-limit <n>', 'the api.rest.maxLimit of the target')
    .option('--shuffle [seed]', 'another order, the same for the same seed')
    .option('--strict', 'count observed and disputed clauses too')
    .option('--name <name>', 'what reports call the target')
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not '${text}'.`)
  return Number(text)
}

function merged(base: Configuration, options: TargetOptions): ConfigurationInput {
  const token = options.token ?? process.env['CONFORMANCE_TOKEN']
  const overrides = {
    tier: number('tier', options.tier),
    profile: options.profile,
    types: options.type,
    concurrency: number('concurrency', options.concurrency),
    timeout: number('timeout', options.timeout),
  }
  const maxLimit = number('max-limit', options.maxLimit)
  return {
    ...base,
    ...(Object.fromEntries(
      Object.entries(overrides).filter(([, value]) => value !== undefined),
    ) as Partial<ConfigurationInput>),
    ...(token === undefined ? {} : { tokens: { ...base.tokens, full: token } }),
    ...(maxLimit === undefined ? {} : { limits: { ...base.limits, maxLimit } }),
  }
}

/** What the runner needs, from the configuration file, the environment and the command line, the last winning. */
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
}

export function addRun(program: Command): void {
  targetOptions(program.command('run').description('run the scenarios against a target'))
    .option('--report <formats>', `${formatNames.join(', ')}; repeatable`, collect)
    .option('--out <folder>', 'folder of the reports (default: conformance-report)')
    .option('--baseline <file>', 'file of the known failures; named here, it lets them through with code 0')
    .option('--quiet', 'no progress')
    .action(async (url: string | undefined, options: RunCommandOptions) => {
      const names = parseFormats(options.report ?? [])
      if (options.out !== undefined && names.length === 0)
        throw new UsageError('--out names the folder of the reports, of which none is asked for: add --report html.')
      const folder = options.out ?? 'conformance-report'
      refuseUnwritableReports(names, folder)
      const runOptions = await runOptionsOf(url, options)
      const { knownFailures, baseline } = chooseBaseline(options.baseline ?? runOptions.configuration.baseline)
      const report = await conduct(
        { ...runOptions, knownFailures },
        { ...(options.name === undefined ? {} : { name: options.name }), strict: options.strict === true, baseline },
        options.quiet === true,
      )
      process.stdout.write(pretty(printableIn(report), { colour: isTerminal() }))
      for (const path of writeReports(report, names, folder)) process.stdout.write(`Written: ${path}\n`)
      const summary = process.env['GITHUB_STEP_SUMMARY']
      if (summary !== undefined && names.includes('github'))
        appendFileSync(summary, formats['github-summary'].render(report))
      // A step annotates by what it prints, not by files.
      if (process.env['GITHUB_ACTIONS'] === 'true' && names.includes('github'))
        process.stdout.write(formats.github.render(report))
      process.exitCode = exitCodeOf(report)
    })
}
