import { run, type RunOptions } from '../runner/run.js'
import type { ScenarioResult } from '../runner/result.js'
import { buildReport, type ReportOptions } from '../reporters/build-report.js'
import { counted } from '../reporters/show.js'
import type { Report } from '../reporters/report-schema.js'
import { onInterrupt } from './on-interrupt.js'
import { isTerminal } from './output.js'

const signs = {
  pass: '.',
  fail: 'F',
  'known-fail': 'k',
  stale: 'S',
  'not-applicable': '-',
  'could-not-run': '?',
  'harness-error': 'E',
} as const

/** Shows the progress of a run: in a terminal one line that is rewritten, elsewhere one character per scenario. */
function progress(quiet: boolean) {
  let total = 0
  let done = 0
  let failed = 0
  const out = process.stderr
  const onTerminal = isTerminal() && out.isTTY
  return {
    plan: (count: number, text: string) => {
      total = count
      if (!quiet) out.write(`${text}\n`)
    },
    step: ({ verdict, id }: ScenarioResult) => {
      done += 1
      if (verdict === 'fail' || verdict === 'harness-error') failed += 1
      if (quiet) return
      if (onTerminal) out.write(`\r\u001B[2K${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}  ${id}`)
      else out.write(`${signs[verdict]}${done % 100 === 0 ? ` ${done}/${total}\n` : ''}`)
    },
    wait: (text: string) => {
      if (!quiet) out.write(`${onTerminal ? '\r\u001B[2K' : '\n'}${text}\n`)
    },
    end: () => {
      if (!quiet && done > 0) out.write(onTerminal ? '\r\u001B[2K' : '\n')
    },
  }
}

/** Runs all scenarios, shows the progress and returns the report. */
export async function conduct(options: RunOptions, reportOptions: ReportOptions, quiet = false): Promise<Report> {
  const shown = progress(quiet)
  const stop = new AbortController()
  const stopListening = onInterrupt(() => {
    process.stderr.write('\nInterrupted: waiting for running scenarios and deleting the entries that they created.\n')
    stop.abort()
  })
  const results: ScenarioResult[] = []
  try {
    const work = run({
      ...options,
      signal: stop.signal,
      onWait: shown.wait,
      onPlan: ({ scenarios, tier, url, concurrency }) =>
        shown.plan(
          scenarios.length,
          `${counted(scenarios.length, 'scenario')} at tier ${tier} against ${url}, ${concurrency} at a time`,
        ),
    })
    for (;;) {
      const step = await work.next()
      if (step.done) return buildReport(results, step.value, reportOptions)
      results.push(step.value)
      shown.step(step.value)
    }
  } finally {
    shown.end()
    stopListening()
  }
}
