// `pnpm record:clauses`: records an example for each clause (a requirement of the specification) from the
// reference server. Run it after a change of scenarios or of the list of clauses in
// packages/conformance/src/ledger. A test checks that the file is up to date.
import { writeFileSync } from 'node:fs'
import { recordExamples } from './lib/clause-examples.mjs'
import { inRoot } from './lib/root.mjs'

const examples = await recordExamples()
// A clause per line, so that a change shows the clauses that it concerns.
const lines = Object.entries(examples).map(
  ([clause, example]) => `${JSON.stringify(clause)}: ${JSON.stringify(example)}`,
)
writeFileSync(inRoot('packages', 'conformance', 'clauses.json'), `{\n${lines.join(',\n')}\n}\n`)
process.stdout.write(`${Object.keys(examples).length} examples written.\n`)
