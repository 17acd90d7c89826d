// `pnpm record:clauses`: records an example for each clause (a requirement of the specification) from the
// reference server. Run it after a change of scenarios or of the list of clauses in
// packages/conformance/src/ledger. A test checks that the file is up to date.
import { writeFileSync } from 'node:fs'
import { recordExamples } from './lib/clause-examples.mjs'
import { inRoot } from './lib/root.mjs'

const examples = await recordExamples()
writeFileSync(inRoot('packages', 'conformance', 'clauses.json'), `${JSON.stringify(examples, null, 1)}\n`)
process.stdout.write(`${Object.keys(examples).length} examples written.\n`)
