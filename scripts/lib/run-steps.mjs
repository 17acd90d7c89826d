import { existsSync, readFileSync, rmSync } from 'node:fs'
import { duration, runNode } from './run.mjs'

const LIGHT_AT_ONCE = 2
const COUNTS_LINE = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/

/**
 * Runs steps and prints a summary that ends with `N passed, N failed`. Resolves to whether everything passed.
 *
 * A step is `{ name, title, commands, env?, light?, beside?, prepare?, report? }`. `commands` returns the
 * arguments of each run of node. They run one after the other, until one fails, with `env` added to the
 * environment. Adjacent `light` steps run two at a time; only a failed step's output is printed, at its end.
 * Other steps run one at a time and print directly. Steps after the step that they name as `beside` run one
 * after the other while it runs, and print at the end. `prepare` returns commands that run before, while no
 * other step runs.
 *
 * A step counts as one check, unless it has counts of its own: a vitest JSON report at the path `report`, or
 * a last line `N passed, N failed`.
 */
export async function runSteps(steps) {
  const started = performance.now()
  const results = []
  for (const batch of batches(steps)) {
    if (batch[0].light) results.push(...(await runLight(batch)))
    else results.push(...(await runBeside(batch)))
  }
  return summarise(results, performance.now() - started)
}

/** Groups adjacent light steps, and a step with the steps beside it. */
function batches(steps) {
  const list = []
  for (const step of steps) {
    const last = list.at(-1)
    if (last && (step.light ? last[0].light : step.beside === last[0].name)) last.push(step)
    else list.push([step])
  }
  return list
}

async function runLight(batch) {
  process.stdout.write(heading(batch.map(({ name }) => name).join(', ')))
  const results = []
  const waiting = [...batch]
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step, {})
      process.stdout.write(`${row(result)}\n${result.failed > 0 ? indent(result.output) : ''}`)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: LIGHT_AT_ONCE }, worker))
  return results.toSorted((a, b) => batch.indexOf(a.step) - batch.indexOf(b.step))
}

/** Runs the first step, and the others one after the other beside it. */
async function runBeside([first, ...others]) {
  const prepared = new Map()
  for (const step of [first, ...others])
    if (step.prepare) prepared.set(step, await runCommands(step.prepare(), { env: step.env }))
  process.stdout.write(heading([title(first), ...others.map(({ name }) => `beside it ${name}`)].join('; ')))
  const behind = runBehind(others, prepared)
  const result = await runStep(first, { stream: first.report ? 'terminal' : 'copy' }, prepared.get(first))
  process.stdout.write(`${row(result)}\n`)
  const results = await behind
  for (const { step, output } of results) process.stdout.write(`${heading(title(step))}${output}`)
  return [result, ...results]
}

async function runBehind(steps, prepared) {
  const results = []
  for (const step of steps) results.push(await runStep(step, {}, prepared.get(step)))
  return results
}

async function runStep(step, options, prepared = { code: 0, output: '' }) {
  const started = performance.now()
  if (step.report) rmSync(step.report, { force: true })
  const done = prepared.code === 0 ? await runCommands(step.commands(), { ...options, env: step.env }) : prepared
  const took = performance.now() - started
  return { step, output: done.output, took, ...counts(step, done.code, done.output) }
}

/** Runs commands one after the other, until one fails. Resolves to the last code, and the output of all. */
async function runCommands(commands, options) {
  let output = ''
  for (const command of commands) {
    const done = await runNode(command, options)
    output += done.output
    if (done.code !== 0) return { code: done.code, output }
  }
  return { code: 0, output }
}

function counts(step, code, output) {
  const { passed, failed, skipped = 0 } = fromReport(step.report) ?? fromOutput(output) ?? { passed: 0, failed: 0 }
  const none = passed + failed === 0
  // A run that exits with an error has failed even if all of its tests passed.
  if (code !== 0) return { passed, failed: Math.max(failed, 1), skipped }
  return { passed: none ? 1 : passed, failed, skipped }
}

function fromReport(path) {
  if (!path || !existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function fromOutput(output) {
  const match = COUNTS_LINE.exec(output)
  return match && { passed: Number(match[1]), failed: Number(match[2]) }
}

function summarise(results, took) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const skipped = sum('skipped')
  process.stdout.write(`${heading(`summary after ${duration(took)}`)}${results.map(row).join('\n')}\n`)
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`)
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') === 0
}

function row({ step, took, passed, failed, skipped }) {
  const detail = passed + failed > 1 ? `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}` : ''
  return `${failed > 0 ? 'FAILED' : 'ok    '}  ${step.name.padEnd(16)}${duration(took).padStart(12)}  ${detail}`.trimEnd()
}

const title = ({ name, title: text }) => `${name}: ${text}`

const heading = (text) => `\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}\n`

const indent = (text) => text.trimEnd().replaceAll(/^/gm, '    ').concat('\n')
