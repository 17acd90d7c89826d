// Writes clauses.html, the page of all clauses that reports and `explain` link to. It is part of the package,
// and made from the compiled sources: run `tsc -b` first.
import { writeFileSync } from 'node:fs'
import { clausePage } from '../dist/reporters/clause-page.js'

writeFileSync(new URL('../clauses.html', import.meta.url), clausePage())
