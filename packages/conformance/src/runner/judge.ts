import { Blocked, CheckFailure, NotApplicable } from '../check/check-failure.js'
import type { RunFixtures } from '../fixtures/run-fixtures.js'
import type { CleanUp } from '../fixtures/clean-up.js'
import { metadataOf, type Scenario } from '../scenarios/scenario.js'
import { ScenarioContext } from '../scenarios/scenario-context.js'
import { scriptOf } from '../reproduction/script.js'
import { curl, trustOf } from '../target/curl.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import type { Redaction } from '../target/redaction.js'
import { Session } from '../target/session.js'
import type { ReportedExchange, ScenarioResult, Verdict } from './result.js'

const LONGEST_BODY = 4000

type Outcome = Pick<ScenarioResult, 'verdict' | 'differences'> & {
  readonly message?: string
  readonly shownBy?: number
  /** Why the target did not respond. */
  readonly silence?: TargetError
}

const outcome = (verdict: Verdict, message?: string): Outcome => ({
  verdict,
  differences: [],
  ...(message === undefined ? {} : { message }),
})

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CheckFailure) {
    return {
      ...outcome('fail', error.message),
      differences: error.differences,
      ...(error.exchange === undefined ? {} : { shownBy: error.exchange }),
    }
  }
  if (error instanceof Blocked) return outcome('could-not-run', error.message)
  if (error instanceof NotApplicable) return outcome('not-applicable', error.message)
  if (error instanceof TargetError) return { ...outcome('could-not-run', error.message), silence: error }
  return outcome('harness-error', error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function reported(exchange: Exchange, redaction: Redaction, trust: string, longest = LONGEST_BODY): ReportedExchange {
  const body = redaction.text(exchange.text)
  return {
    purpose: exchange.purpose,
    method: exchange.method,
    url: redaction.text(exchange.url),
    ...(exchange.requestBody === undefined ? {} : { requestBody: redaction.text(exchange.requestBody) }),
    status: exchange.status,
    body: body.length > longest ? `${body.slice(0, longest)}…` : body,
    curl: curl(exchange, redaction, trust),
  }
}

/** Returns the result of a scenario that did not run. */
export function notRun(scenario: Scenario, verdict: Verdict, message: string): ScenarioResult {
  return { ...metadataOf(scenario), verdict, message, differences: [], exchanges: [], milliseconds: 0 }
}

/** The options that all scenarios of a run share. */
export interface Surroundings {
  /** Keeps an example of each scenario that passes. */
  readonly examples?: boolean
  readonly fixtures: RunFixtures
  readonly cleanUp: CleanUp
  readonly redaction: Redaction
}

/** Returns the exchange to show as an example: a rejection, or else the one that was checked last. */
const exampleOf = ({ looked, exchanges }: Session): Exchange | undefined =>
  looked.rejection ?? looked.response ?? exchanges.findLast(({ purpose }) => purpose === 'check')

/** Runs one scenario, passes the entries that it created to the clean-up, and returns its result. */
export async function judge(
  scenario: Scenario,
  { fixtures, cleanUp, redaction, examples = false }: Surroundings,
  marker: string,
): Promise<{ readonly result: ScenarioResult; readonly silence: TargetError | undefined }> {
  const session = new Session(fixtures.target, marker)
  const shared = fixtures.forScenario()
  const started = performance.now()
  const { verdict, message, differences, shownBy, silence } = await scenario
    .run(new ScenarioContext(session, shared))
    .then(() => outcome('pass'), outcomeOf)
  const setUp = shared.sessions.flatMap((one) => one.exchanges)
  const milliseconds = performance.now() - started
  const recorded = [...setUp, ...session.exchanges]
  const { client, configuration, run } = fixtures.target
  const trust = trustOf(configuration)
  const exchanges = verdict === 'pass' ? [] : recorded.map((exchange) => reported(exchange, redaction, trust))
  const shownAt = shownBy === undefined ? recorded.length - 1 : setUp.length + shownBy
  // The next scenario that uses the same resource must find it in its original state.
  await cleanUp.take(session, scenario.exclusive !== undefined)
  const shownDifferences = differences.map((difference) => ({
    path: difference.path,
    expected: redaction.value(difference.expected),
    actual: redaction.value(difference.actual),
  }))
  // A target in this process has no address that a script could use.
  const scripted = verdict === 'fail' && !scenario.needs.includes('inproc') && recorded.length > 0
  const script = scripted
    ? scriptOf(
        {
          ...metadataOf(scenario),
          message: redaction.text(message ?? ''),
          differences: shownDifferences,
          exchanges: recorded,
          shownBy: shownAt,
        },
        { baseUrl: client.options.baseUrl, run, configuration, redaction },
      )
    : undefined
  const example = examples && verdict === 'pass' ? exampleOf(session) : undefined
  const result: ScenarioResult = {
    ...metadataOf(scenario),
    verdict,
    ...(message === undefined ? {} : { message: redaction.text(message) }),
    differences: shownDifferences,
    exchanges,
    ...(script === undefined ? {} : { script }),
    ...(example === undefined ? {} : { example: reported(example, redaction, trust, Number.POSITIVE_INFINITY) }),
    ...(shownBy === undefined ? {} : { shownBy: setUp.length + shownBy }),
    milliseconds,
  }
  return { result, silence }
}
