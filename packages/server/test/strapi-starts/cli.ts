import { parseArgs } from 'node:util'
import { callRoute } from './call-route.js'
import { compareCalls } from './calls-part.js'
import { compareCode } from './code-part.js'
import { generateCode } from './generate-code.js'
import { generateSchemas } from './generate-schemas.js'
import { libraryComponents, libraryTypes } from './library-schemas.js'
import { basicFiles, schemaFiles } from './project-files.js'
import { Report } from './report.js'
import { compareSchemas } from './schemas-part.js'
import { openTwoSides } from './two-sides.js'

// Generates a Strapi project and requests, and compares the responses of Strapi 4.26.2 with those of this
// server. Strapi is installed once, as for `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    code: { type: 'string', default: '300' },
    types: { type: 'string', default: '60' },
    calls: { type: 'string', default: '2000' },
  },
})
const seed = Number(values.seed)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = new Report(say)
const schemas = generateSchemas(seed, Number(values.types))
const code = generateCode(seed, Number(values.code))
const files = {
  ...basicFiles,
  ...schemaFiles(libraryTypes, libraryComponents),
  ...schemaFiles(schemas.types, schemas.components),
  ...callRoute,
  ...code.files,
}
const sides = await openTwoSides(files, say)
try {
  await compareCalls(sides, seed, Number(values.calls), report)
  await compareCode(sides, code.requests, report)
  await compareSchemas(sides, seed, schemas, report)
} finally {
  await sides.close()
}
for (const line of report.decided) say(line)
say(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1
