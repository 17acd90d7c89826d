import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { callRoute } from './call-route.js'
import { libraryContent } from './library-content.js'
import { libraryComponents, libraryTypes } from './library-schemas.js'
import { basicFiles, schemaFiles } from './project-files.js'
import { recordedCalls } from './recorded-calls.js'
import { runCases } from './run-calls.js'
import { openTwoSides } from './two-sides.js'

// `tsx packages/server/test/strapi-starts/record.ts` records the outcomes of Strapi 4.26.2 for `recordedCalls`.
const say = (line: string) => void process.stdout.write(`${line}\n`)
const sides = await openTwoSides({ ...basicFiles, ...schemaFiles(libraryTypes, libraryComponents), ...callRoute }, say)
try {
  await runCases(sides.theirs, libraryContent)
  const outcomes = await runCases(sides.theirs, recordedCalls)
  const lines = recordedCalls.map(({ calls }, index) => JSON.stringify({ calls, outcomes: outcomes[index] }))
  await writeFile(fileURLToPath(new URL('../oracle/strapi-calls.jsonl', import.meta.url)), `${lines.join('\n')}\n`)
  say(`${lines.length} cases recorded`)
} finally {
  await sides.close()
}
