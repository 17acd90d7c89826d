// `pnpm record:commands`: writes the list of commands in docs/server/command-line.md from the program. With
// `--check` it only compares them.
import './lib/require-node.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { readCommands } from './lib/read-commands.mjs'
import { inRoot } from './lib/root.mjs'

const page = inRoot('docs', 'server', 'command-line.md')
const marker = '<!-- Everything below is written by `pnpm record:commands`. -->'
const shared = ['--project', '--database']

const isShared = ({ names }) => names.some((name) => shared.includes(name))
const inCell = (text) => text.replaceAll('|', '\\|')
/** Markdown would take `<name>` for an element of HTML. */
const asText = (text) => text.replaceAll('<', '\\<')
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

function argumentText({ name, required, variadic }) {
  const text = `${name}${variadic ? '...' : ''}`
  return required ? `<${text}>` : `[${text}]`
}

function meaningOf({ description, choices, default: value }) {
  const parts = [asText(description)]
  if (choices) parts.push(choices.map((choice) => `\`${choice}\``).join(', '))
  if (value !== undefined && !description.includes('default'))
    parts.push(`default: ${typeof value === 'string' && /[=*]|^[\w-]+$/.test(value) ? `\`${value}\`` : value}`)
  return inCell(parts.join('; '))
}

/** The commands that run something, with the names of the commands that contain them. */
function leavesOf(command, above = []) {
  const path = [...above, command.name]
  return command.commands.length === 0
    ? [{ ...command, path }]
    : command.commands.flatMap((each) => leavesOf(each, path))
}

function section({ path, description, arguments: list, options }) {
  const own = options.filter((option) => !isShared(option))
  const rows = [
    ...list
      .filter((each) => each.description)
      .map((each) => `| \`${argumentText(each)}\` | ${inCell(asText(each.description))} |`),
    ...own.map((option) => `| \`${inCell(option.flags)}\` | ${meaningOf(option)} |`),
  ]
  const both = shared.filter((name) => options.some(({ names }) => names.includes(name)))
  const lines = [
    `### ${path.slice(1).join(' ')}`,
    '',
    '```text',
    [...path, ...list.map(argumentText)].join(' '),
    '```',
    '',
    sentence(asText(description)),
  ]
  if (rows.length > 0) lines.push('', '| argument or option | meaning |', '|---|---|', ...rows)
  if (both.length > 0) lines.push('', `Also takes ${both.map((name) => `\`${name}\``).join(' and ')}.`)
  return lines.join('\n')
}

const program = readCommands('packages/server/dist/cli/main.js')
const commands = program.commands.flatMap((command) => leavesOf(command, [program.name]))
const text = readFileSync(page, 'utf8')
if (!text.includes(marker)) throw new Error(`${page} lacks the line ${marker}`)
const written = `${text.slice(0, text.indexOf(marker))}${marker}\n\n${commands.map(section).join('\n\n')}\n`

if (!process.argv.includes('--check')) writeFileSync(page, written)
else if (text !== written) {
  process.stderr.write('docs/server/command-line.md is out of date. Run: pnpm record:commands\n')
  process.exitCode = 1
}
