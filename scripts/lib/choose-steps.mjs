import { parseArgs } from 'node:util'

/**
 * Returns the steps that the command line selects: all of them, or those of `--only a,b`. `--list` and
 * `--help` print and end the process. An unknown step or flag ends it with code 2.
 */
export function chooseSteps(command, steps) {
  const usage = `Usage: ${command} [--list] [--only step,step]\nSteps: ${steps.map(({ name }) => name).join(', ')}`
  const end = (message, code) => {
    process.stdout.write(`${message}\n`)
    process.exit(code)
  }
  const values = readFlags((message) => end(`${message}\n${usage}`, 2))
  if (values.help) return end(usage, 0)
  if (values.list) return end(steps.map(({ name, title }) => `${name.padEnd(16)}${title}`).join('\n'), 0)
  if (!values.only) return steps
  const names = values.only.flatMap((list) => list.split(','))
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) return end(`There is no step '${unknown}'.\n${usage}`, 2)
  return steps.filter(({ name }) => names.includes(name))
}

function readFlags(refuse) {
  const options = { list: { type: 'boolean' }, only: { type: 'string', multiple: true }, help: { type: 'boolean' } }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error.message)
  }
}
