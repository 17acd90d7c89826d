import { parseArgs } from 'node:util'
import { callRoute } from './call-route.js'
import { compareCalls } from './calls-part.js'
import { libraryComponents, libraryTypes } from './library-schemas.js'
import { basicFiles, schemaFiles } from './project-files.js'
import { Report } from './report.js'
import { openTwoSides } from './two-sides.js'

// Generates a Strapi project and requests, and compares the responses of Strapi 4.26.2 with those of this
// server. Strapi is installed once, as for `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '2000' },
  },
})
const seed = Number(values.seed)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = new Report(say)
const files = { ...basicFiles, ...schemaFiles(libraryTypes, libraryComponents), ...callRoute }
const sides = await openTwoSides(files, say)
try {
  await compareCalls(sides, seed, Number(values.calls), report)
} finally {
  await sides.close()
}
for (const line of report.decided) say(line)
say(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1
