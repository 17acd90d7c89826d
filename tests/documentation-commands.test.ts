import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longVerifications } from '../scripts/long-verifications.mjs'
import { verificationGroups } from '../scripts/lib/verification-groups.mjs'
import { type ProgramCommand, readCommands } from '../scripts/lib/read-commands.mjs'
import { blocksOf, inlineCodeOf, pagesWithBlocks } from './support/documentation-blocks.js'

const server = readCommands('packages/server/dist/cli/main.js')
const conformance = readCommands('packages/conformance/dist/cli/main.js')
const programs: Readonly<Record<string, ProgramCommand>> = {
  'content-api': server,
  '@content-api/server': server,
  'content-api-conformance': conformance,
  '@content-api/conformance': conformance,
}
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

interface Call {
  readonly at: string
  readonly program: string
  readonly words: readonly string[]
}

const CALL =
  /(?:^|\s|\$ )(content-api|content-api-conformance|@content-api\/(?:server|conformance)|pnpm) (?=[a-z-])([^#&|;>)']*)/g

/** Returns the calls of programs of this repository in a line. Placeholders such as `<name>` end a call. */
const callsIn = (at: string, line: string): Call[] =>
  [...line.replaceAll(/<[\w -]*>/g, '#').matchAll(CALL)].map(([, program = '', rest = '']) => ({
    at,
    program,
    words: rest.trim().split(/\s+/),
  }))

const linesOf = ({ at, code }: { at: string; code: string }) => ({
  at,
  lines: code.replaceAll('\\\n', ' ').split('\n'),
})

const calls = pagesWithBlocks().flatMap((page) => [
  ...blocksOf(page)
    .filter(({ language }) => ['sh', 'yaml', 'text'].includes(language))
    .map(linesOf)
    .flatMap(({ at, lines }) =>
      lines.filter((line) => !/npm install|docker/.test(line)).flatMap((line) => callsIn(at, line)),
    ),
  ...inlineCodeOf(page)
    .filter((code) => !code.startsWith('npm install'))
    .flatMap((code) => callsIn(page, code)),
])

test('commands in blocks and sentences exist, with their options', () => {
  const problems = calls.flatMap(({ at, program, words }) => {
    const command = programs[program]
    const problem = command ? problemOfCommand(command, words) : problemOfScript(words)
    return problem === undefined ? [] : [`${at}: ${program} ${words.join(' ')}: ${problem}`]
  })
  expect(problems).toEqual([])
  expect(calls.length).toBeGreaterThan(150)
})

function problemOfCommand(program: ProgramCommand, words: readonly string[]): string | undefined {
  let command = program
  let at = 0
  for (; at < words.length && command.commands.length > 0; at++) {
    const found = command.commands.find(({ name }) => name === words[at])
    // Pages may name a group of commands, such as `content-api user`.
    if (found === undefined) return command === program ? `there is no command ${words[at]}` : undefined
    command = found
  }
  const known = new Set(
    ['--help', ...program.options, ...command.options].flatMap((each) =>
      typeof each === 'string' ? each : each.names,
    ),
  )
  const unknown = words.slice(at).find((word) => /^--?[a-z]/.test(word) && !known.has(word.replace(/=.*/, '')))
  return unknown === undefined ? undefined : `there is no option ${unknown}`
}

const ofPnpm = new Set(['install', 'exec', 'run', '--filter', 'vitest'])

function problemOfScript([name = '', ...words]: readonly string[]): string | undefined {
  if (!ofPnpm.has(name) && !(name in scripts)) return 'there is no such script'
  if (name !== 'verify:long') return undefined
  const after = (option: string) => (words.includes(option) ? (words[words.indexOf(option) + 1]?.split(',') ?? []) : [])
  const known = new Set(longVerifications.map((each: { name: string }) => each.name))
  const row = after('--only').find((each) => !known.has(each))
  if (row !== undefined) return `there is no verification ${row}`
  const group = after('--group').find((each) => !Object.hasOwn(verificationGroups, each))
  return group === undefined ? undefined : `there is no group ${group}`
}
