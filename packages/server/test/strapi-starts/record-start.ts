import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { codeInit, comparedHeaders } from './code-part.js'
import { generateStart, type RecordedAnswer, type RecordedStart } from './recorded-starts.js'
import { schemaInit } from './schemas-part.js'
import { type Answer, openTwoSides } from './two-sides.js'

// `tsx packages/server/test/strapi-starts/record-start.ts` records a generated project, requests and the
// responses of Strapi 4.26.2.
const say = (line: string) => void process.stdout.write(`${line}\n`)
const { files, mismatched, code, schemas } = generateStart()
const sides = await openTwoSides(files, say)

async function record<Sent extends { readonly path: string }>(
  requests: readonly Sent[],
  initOf: (request: Sent) => RequestInit,
) {
  const recorded: (Sent & { readonly theirs: RecordedAnswer })[] = []
  // One after the other, because later requests depend on earlier ones.
  for (const request of requests) {
    const theirs = await sides.theirs.send(request.path, initOf(request))
    recorded.push({ ...request, theirs: shownOf(theirs) })
  }
  return recorded
}

function shownOf({ status, headers, body }: Answer): RecordedAnswer {
  const shown = comparedHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status, headers: Object.fromEntries(shown), body }
}

try {
  const recording: RecordedStart = {
    files,
    mismatched,
    code: await record(code, codeInit),
    schemas: await record(schemas, schemaInit),
  }
  const target = fileURLToPath(new URL('../oracle/strapi-start.json', import.meta.url))
  const parts = Object.entries(recording).map(([name, part]) => `"${name}":${itemLines(part)}`)
  await writeFile(target, `{\n${parts.join(',\n')}\n}\n`)
  say(`${recording.code.length + recording.schemas.length} responses recorded`)
} finally {
  await sides.close()
}

/** Returns JSON with a line for each item. */
function itemLines(part: object): string {
  const items = Array.isArray(part)
    ? part.map((item) => JSON.stringify(item))
    : Object.entries(part).map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`)
  const [open, close] = Array.isArray(part) ? '[]' : '{}'
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${close}`
}
