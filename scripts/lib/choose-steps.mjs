import { parseArgs } from 'node:util'

/**
 * Returns the steps that the command line selects: all of them, those of `--only a,b`, or those of
 * `--group name`. `--list` and `--help` print and end the process. An unknown step, group or flag ends it
 * with code 2.
 *
 * @param groups groups of steps by name: `{ heading, steps }`, where `steps` maps their names to their times
 */
export function chooseSteps(command, steps, groups = {}) {
  const hasGroups = Object.keys(groups).length > 0
  const usage = [
    `Usage: ${command} [--list] [--only step,step]${hasGroups ? ' [--group name]' : ''}`,
    ...(hasGroups ? [`Groups: ${Object.keys(groups).join(', ')}`] : []),
    `Steps: ${steps.map(({ name }) => name).join(', ')}`,
  ].join('\n')
  const end = (message, code) => {
    process.stdout.write(`${message}\n`)
    process.exit(code)
  }
  const values = readFlags(hasGroups, (message) => end(`${message}\n${usage}`, 2))
  if (values.help) return end(usage, 0)
  if (values.list) return end(hasGroups ? listGroups(steps, groups) : listSteps(steps), 0)
  if (values.group !== undefined) {
    if (!Object.hasOwn(groups, values.group)) return end(`There is no group '${values.group}'.\n${usage}`, 2)
    return stepsOf(groups[values.group], steps)
  }
  if (!values.only) return steps
  const names = values.only.flatMap((list) => list.split(','))
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) return end(`There is no step '${unknown}'.\n${usage}`, 2)
  return steps.filter(({ name }) => names.includes(name))
}

const stepsOf = (group, steps) => steps.filter(({ name }) => Object.hasOwn(group.steps, name))

const listSteps = (steps) => steps.map(({ name, title }) => `${name.padEnd(16)}${title}`).join('\n')

const listGroups = (steps, groups) =>
  Object.values(groups)
    .map((group) => {
      const rows = stepsOf(group, steps).map(
        ({ name, title }) => `  ${name.padEnd(22)}${group.steps[name].padEnd(14)}${title}`,
      )
      return [group.heading, ...rows].join('\n')
    })
    .join('\n\n')

function readFlags(hasGroups, refuse) {
  const options = {
    list: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean' },
    ...(hasGroups && { group: { type: 'string' } }),
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error.message)
  }
}
