import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { clausePageFile } from '../reporters/clause-page.js'
import { html } from '../reporters/html.js'
import { buildMatrix, type Matrix, matrixJson, matrixMarkdown } from '../reporters/matrix.js'
import type { Report } from '../reporters/report-schema.js'
import { rejectUnwritable } from '../target/writable.js'
import { readBaseline, readReasons, readReport, updateBaseline, defaultBaseline } from './json-files.js'
import { conduct } from './conduct.js'
import { type ContentOptions, contentOptions, diffContent } from './content-diff.js'
import { writeClausePage, writeOut } from './output.js'
import { runOptionsOf, type TargetOptions, targetOptions } from './run-command.js'

function addBaseline(program: Command): void {
  const baseline = program.command('baseline').description('known failures')
  targetOptions(baseline.command('update').description('run, and record the current failures as known'))
    .option('--baseline <file>', 'file of the known failures')
    .option('--from <report>', 'read a JSON report instead of running')
    .action(async (url: string | undefined, options: TargetOptions & { baseline?: string; from?: string }) => {
      const runOptions = await runOptionsOf(url, options)
      const file = options.baseline ?? runOptions.configuration.baseline ?? defaultBaseline
      rejectUnwritable(file)
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

const isAddress = (text: string) => /^https?:\/\//.test(text)

function addDiff(program: Command): void {
  contentOptions(program.command('diff'))
    .description('compare two JSON reports, or the content of two services')
    .argument('<before>', 'JSON report, or base address of a service')
    .argument('<after>', 'JSON report, or base address of a service')
    .action(async (before: string, after: string, options: ContentOptions) => {
      if (isAddress(before) !== isAddress(after))
        throw new UsageError('Name two JSON reports or two addresses, not one of each.')
      if (isAddress(before)) await diffContent(before, after, options)
      else diffReports(before, after)
    })
}

function diffReports(before: string, after: string): void {
  const [old, now] = [readReport(before), readReport(after)]
  const verdicts = new Map(old.results.map(({ id, verdict }) => [id, verdict]))
  const changed = now.results.filter(({ id, verdict }) => verdicts.get(id) !== verdict)
  const notRun = old.results.filter(({ id }) => !now.results.some((result) => result.id === id))
  for (const { id, verdict } of changed) process.stdout.write(`${id}: ${verdicts.get(id) ?? 'new'} → ${verdict}\n`)
  for (const { id, verdict } of notRun) process.stdout.write(`${id}: ${verdict} → not run\n`)
  const worse = [
    ...changed.filter(({ id, verdict }) => verdict !== 'pass' && verdicts.get(id) === 'pass'),
    ...notRun.filter(({ verdict }) => verdict === 'pass'),
  ]
  process.stdout.write(`${changed.length + notRun.length} changed, ${worse.length} no longer pass\n`)
  if (worse.length > 0) process.exitCode = 1
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
    .description('compare several targets, as Markdown, HTML and JSON')
    .argument(
      '<targets...>',
      'JSON reports; name=report names the column; name=url runs the target, configured by --config name=file',
    )
    .option('--config <name=file>', 'configuration of a target; repeatable', repeated)
    .option('--reasons <file>', 'why targets fail, by target and by scenario or clause: { "name": { "4.4/r4": "…" } }')
    .option(
      '--clauses <address>',
      'path of the page of all clauses, relative to the files; without it the page is written beside them',
    )
    .option('--out <path>', 'path of the three files without their extension', 'matrix')
    .action(async (targets: readonly string[], { config, reasons: file, clauses, out }: MatrixOptions) => {
      const reasons = file === undefined ? {} : readReasons(file)
      const configs = new Map((config ?? []).map((pair) => splitPair(pair, '--config')))
      const paths = { md: `${out}.md`, html: `${out}.html`, json: `${out}.json` }
      for (const path of Object.values(paths)) rejectUnwritable(path)
      if (clauses === undefined) rejectUnwritable(join(dirname(out), clausePageFile))
      const reports: Report[] = []
      for (const target of targets) reports.push(await reportOf(target, configs))
      rejectEqualNames(reports, targets)
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

/** @throws UsageError if two columns have the same heading */
function rejectEqualNames(reports: readonly Report[], targets: readonly string[]): void {
  const names = reports.map(({ target }) => target.name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0)
    throw new UsageError(
      `${targets[names.indexOf(names[twice] ?? '')]} and ${targets[twice]} have the same name '${names[twice]}': name them, for example first=${targets[twice]?.replace(/^[^=]*=/, '')}, or give \`run\` a --name.`,
    )
}

function splitPair(pair: string, what: string): [string, string] {
  const at = pair.indexOf('=')
  if (at <= 0) throw new UsageError(`${what} expects name=value, not '${pair}'.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

async function reportOf(target: string, configs: ReadonlyMap<string, string>): Promise<Report> {
  if (existsSync(target)) return readReport(target)
  const [, title, file] = /^([^=]+)=(.+)$/.exec(target) ?? []
  if (title !== undefined && file !== undefined && existsSync(file)) {
    const report = readReport(file)
    return { ...report, target: { ...report.target, name: title } }
  }
  if (!target.includes('=')) throw new UsageError(`No report found at ${target}. To run a target, pass name=url.`)
  const [name, url] = splitPair(target, 'A target')
  const config = configs.get(name)
  const options = await runOptionsOf(url, config === undefined ? {} : { config })
  return conduct(options, { name })
}

/** Adds the commands that read reports. */
export function addReports(program: Command): void {
  addBaseline(program)
  addDiff(program)
  addMatrix(program)
}
