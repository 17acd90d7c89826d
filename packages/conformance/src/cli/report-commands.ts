import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { clausePageFile } from '../reporters/clause-page.js'
import { html } from '../reporters/html.js'
import { buildMatrix, type Matrix, matrixJson, matrixMarkdown } from '../reporters/matrix.js'
import type { Report } from '../reporters/report-schema.js'
import { refuseUnwritable } from '../target/writable.js'
import { readBaseline, readReasons, readReport, updateBaseline, usualBaseline } from './json-files.js'
import { conduct } from './conduct.js'
import { writeClausePage, writeOut } from './output.js'
import { runOptionsOf, type TargetOptions, targetOptions } from './run-command.js'

function addBaseline(program: Command): void {
  const baseline = program.command('baseline').description('known failures')
  targetOptions(baseline.command('update').description('run, and write down what fails now as known'))
    .option('--baseline <file>', 'file of the known failures')
    .option('--from <report>', 'take a JSON report instead of running')
    .action(async (url: string | undefined, options: TargetOptions & { baseline?: string; from?: string }) => {
      const runOptions = await runOptionsOf(url, options)
      const file = options.baseline ?? runOptions.configuration.baseline ?? usualBaseline
      refuseUnwritable(file)
      const report =
        options.from === undefined
          ? await conduct({ ...runOptions, knownFailures: readBaseline(file) }, {})
          : readReport(options.from)
      const { added, removed } = updateBaseline(file, report)
      for (const id of added) process.stdout.write(`+ ${id}\n`)
      for (const id of removed) process.stdout.write(`- ${id}\n`)
      process.stdout.write(`Written: ${file}\n`)
    })
}

function addDiff(program: Command): void {
  program
    .command('diff')
    .description('compare two JSON reports')
    .argument('<before>', 'JSON report')
    .argument('<after>', 'JSON report')
    .action((before: string, after: string) => {
      const [old, now] = [readReport(before), readReport(after)]
      const verdicts = new Map(old.results.map(({ id, verdict }) => [id, verdict]))
      const changed = now.results.filter(({ id, verdict }) => verdicts.get(id) !== verdict)
      const gone = old.results.filter(({ id }) => !now.results.some((result) => result.id === id))
      for (const { id, verdict } of changed) process.stdout.write(`${id}: ${verdicts.get(id) ?? 'new'} → ${verdict}\n`)
      for (const { id, verdict } of gone) process.stdout.write(`${id}: ${verdict} → not run\n`)
      const worse = [
        ...changed.filter(({ id, verdict }) => verdict !== 'pass' && verdicts.get(id) === 'pass'),
        ...gone.filter(({ verdict }) => verdict === 'pass'),
      ]
      process.stdout.write(`${changed.length + gone.length} changed, ${worse.length} no longer pass\n`)
      if (worse.length > 0) process.exitCode = 1
    })
}

interface MatrixOptions {
  readonly config?: readonly string[]
  readonly reasons?: string
  readonly clauses?: string
  readonly out: string
}

const withoutReason = ({ rows }: Matrix): string[] =>
  rows
    .filter(({ cells }) => cells.some(({ deviation }) => deviation && deviation.because === undefined))
    .map(({ id }) => id)

const repeated = (value: string, before?: readonly string[]) => [...(before ?? []), value]

function addMatrix(program: Command): void {
  program
    .command('matrix')
    .description('several targets side by side, as Markdown, HTML and JSON')
    .argument(
      '<targets...>',
      'JSON reports, name=report to name a column, or name=url with the options of a run from --config name=file',
    )
    .option('--config <name=file>', 'configuration of a target; repeatable', repeated)
    .option('--reasons <file>', 'why targets fail, by target and by scenario or clause: { "name": { "4.4/r4": "…" } }')
    .option(
      '--clauses <address>',
      'where the page of all clauses is, seen from the files; written beside them when absent',
    )
    .option('--out <path>', 'path of the three files without their extension', 'matrix')
    .action(async (targets: readonly string[], { config, reasons: file, clauses, out }: MatrixOptions) => {
      const reasons = file === undefined ? {} : readReasons(file)
      const configs = new Map((config ?? []).map((pair) => splitPair(pair, '--config')))
      const paths = { md: `${out}.md`, html: `${out}.html`, json: `${out}.json` }
      for (const path of Object.values(paths)) refuseUnwritable(path)
      if (clauses === undefined) refuseUnwritable(join(dirname(out), clausePageFile))
      const reports: Report[] = []
      for (const target of targets) reports.push(await reportOf(target, configs))
      refuseEqualNames(reports, targets)
      const matrix = buildMatrix(reports, reasons)
      writeOut(paths.md, matrixMarkdown(matrix, clauses ?? clausePageFile))
      writeOut(paths.html, html(reports, reasons, clauses ?? clausePageFile))
      if (clauses === undefined) writeClausePage(dirname(out))
      writeOut(paths.json, matrixJson(matrix))
      process.stdout.write(`Written: ${Object.values(paths).join(', ')}\n`)
      const unexplained = withoutReason(matrix)
      if (unexplained.length > 0) process.stderr.write(`Failures without a reason: ${unexplained.join(', ')}\n`)
    })
}

/** @throws UsageError when two columns would have one heading, so that nobody could tell them apart */
function refuseEqualNames(reports: readonly Report[], targets: readonly string[]): void {
  const names = reports.map(({ target }) => target.name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0)
    throw new UsageError(
      `${targets[names.indexOf(names[twice] ?? '')]} and ${targets[twice]} are both called '${names[twice]}': name them, for example first=${targets[twice]?.replace(/^[^=]*=/, '')}, or give \`run\` a --name.`,
    )
}

function splitPair(pair: string, what: string): [string, string] {
  const at = pair.indexOf('=')
  if (at <= 0) throw new UsageError(`${what} takes name=value, not '${pair}'.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

async function reportOf(target: string, configs: ReadonlyMap<string, string>): Promise<Report> {
  if (existsSync(target)) return readReport(target)
  const [, title, file] = /^([^=]+)=(.+)$/.exec(target) ?? []
  if (title !== undefined && file !== undefined && existsSync(file)) {
    const report = readReport(file)
    return { ...report, target: { ...report.target, name: title } }
  }
  if (!target.includes('='))
    throw new UsageError(`There is no report at ${target}; a target to run is given as name=url.`)
  const [name, url] = splitPair(target, 'A target')
  const config = configs.get(name)
  const options = await runOptionsOf(url, config === undefined ? {} : { config })
  return conduct(options, { name })
}

/** What is made of reports. */
export function addReports(program: Command): void {
  addBaseline(program)
  addDiff(program)
  addMatrix(program)
}
