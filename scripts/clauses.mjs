// `pnpm clauses`: records an example for each clause (a requirement of the specification) from the reference
// server, and writes the page of all clauses. Run it after a change of scenarios or of the list of clauses in
// packages/conformance/src/ledger. Tests check that both files are up to date.
import { writeFileSync } from 'node:fs'
import { recordExamples } from './lib/clause-examples.mjs'
import { inRoot } from './lib/root.mjs'

const examples = await recordExamples()
writeFileSync(inRoot('packages', 'conformance', 'clauses.json'), `${JSON.stringify(examples, null, 1)}\n`)
const { clausePage } = await import('../packages/conformance/dist/reporters/clause-page.js')
writeFileSync(inRoot('packages', 'conformance', 'clauses.html'), clausePage())
process.stdout.write(`${Object.keys(examples).length} examples written.\n`)
