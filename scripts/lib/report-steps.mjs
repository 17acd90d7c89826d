import { duration } from './run.mjs'

/**
 * Prints the results of steps, each with the time since the first one. `step` runs a function that throws an
 * Error if the step fails, and that may resolve to a note such as a figure; it resolves to whether the step
 * passed. `report` prints a result of another function, where `problem` is a message or null. `finish` prints
 * the counts as the last line, and sets the exit code.
 */
export function reportSteps() {
  let passed = 0
  let failed = 0
  const began = performance.now()

  const report = (title, problem, note) => {
    if (problem === null) passed++
    else failed++
    const details = [note, `after ${duration(performance.now() - began)}`].filter(Boolean).join('; ')
    process.stdout.write(`  ${problem === null ? 'ok    ' : 'FAILED'}  ${title} (${details})\n`)
    if (problem !== null) process.stdout.write(`${problem.trimEnd().replaceAll(/^/gm, '          ')}\n`)
  }

  const step = async (title, work) => {
    try {
      report(title, null, await work())
      return true
    } catch (error) {
      report(title, error.message)
      return false
    }
  }

  const finish = () => {
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
    process.exitCode = failed === 0 ? 0 : 1
  }

  return { report, step, finish }
}

/** Returns the text. @throws Error if the part is missing in it. */
export function mustContain(text, part) {
  if (!text.includes(part)) throw new Error(`"${part}" is missing in:\n${text}`)
  return text
}
