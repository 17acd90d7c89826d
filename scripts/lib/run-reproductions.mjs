// Runs the scripts that reproduce the failures in a report of the suite. They need sh and curl.
import { isDeepStrictEqual } from 'node:util'
import { access } from '../../packages/conformance/dist/index.js'
import { run } from './run.mjs'

const received = 'Received now: status '

/**
 * Runs the script of each failure against a target, and compares the response of its last request with the
 * response that failed in the report. Resolves to `{ id, problem, output }` for each failure. `problem` is
 * undefined if the script shows the failure.
 * @param report as the suite writes it
 * @param url the base address of the target, which needs the tokens of the suite's project
 */
export async function runReproductions({ results }, url) {
  const { full, restricted } = access.tokens
  const env = { CONFORMANCE_TOKEN: full.key, CONFORMANCE_RESTRICTED_TOKEN: restricted.key }
  const outcomes = []
  for (const { id, script, exchanges, shownBy } of results.filter(({ verdict }) => verdict === 'fail')) {
    if (script === undefined) outcomes.push({ id, problem: 'has no script', output: '' })
    else {
      const { code, output } = await run('sh', ['-c', script, 'sh', url], { env })
      const problem = code === 0 ? problemOf(output, exchanges[shownBy]) : `ends with code ${code}`
      outcomes.push({ id, problem, output })
    }
  }
  return outcomes
}

/** Returns how the response in the output of a script differs from the response of the suite's request. */
function problemOf(output, { status, body }) {
  const [, answer] = output.split(received)
  if (answer === undefined) return 'prints no response'
  const now = Number.parseInt(answer, 10)
  if (now !== status) return `gets status ${now} instead of ${status}`
  const text = answer.slice(answer.search(/\r?\n\r?\n/)).trim()
  return isDeepStrictEqual(stable(text), stable(body ?? '')) ? undefined : 'gets another body'
}

/** Returns a body without values that differ in each run: ids, timestamps of now, and the marker of the run. */
function stable(body) {
  try {
    return JSON.parse(body, (key, value) => (key === 'id' || key === 'documentId' ? typeof value : stableValue(value)))
  } catch {
    return body
  }
}

function stableValue(value) {
  if (typeof value !== 'string') return value
  return value
    .replaceAll(/cnf(?:\d+x\d+|[0-9a-f]{12})/g, 'run')
    .replace(/^[a-z][a-z0-9]{23}$/, 'documentId')
    .replace(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/, (text) => (isRecent(text) ? 'now' : text))
}

const isRecent = (text) => Math.abs(Date.now() - Date.parse(text)) < 24 * 3600 * 1000
