#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { printable } from '../check/printable.js'
import { suite } from '../reporters/suite.js'
import { codeOf, usageCode } from './exit-code.js'
import { addKnowledge } from './knowledge-commands.js'
import { addReports } from './report-commands.js'
import { addRun } from './run-command.js'
import { addTarget } from './target-commands.js'

const program = new Command('content-api-conformance')
  .description('Checks a content service with a REST and a GraphQL interface, clause by clause')
  .version(suite.version)
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  content-api-conformance doctor http://localhost:1337
  content-api-conformance run http://localhost:1337 --type articles --report html
  content-api-conformance run http://localhost:1337 --only '§4.4' --only 'graphql.*'
  content-api-conformance explain 4.4/r3

Exit codes: 0 conformant, or violations that a named baseline lists; 1 violation or stale baseline, 2 usage, 3 incomplete, 4 target unreachable or suite broken, 5 leftovers`,
  )

addRun(program)
addTarget(program)
addKnowledge(program)
addReports(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version also end here, with code 0.
    process.exitCode = error.exitCode === 0 ? 0 : usageCode
  } else {
    const code = codeOf(error)
    const known = error instanceof Error && (error.name === 'UsageError' || error.name === 'TargetError')
    const said =
      known || !(error instanceof Error) ? String(known ? error.message : error) : (error.stack ?? error.message)
    // Messages quote responses of targets.
    process.stderr.write(`${printable(said)}\n`)
    process.exitCode = code
  }
}
