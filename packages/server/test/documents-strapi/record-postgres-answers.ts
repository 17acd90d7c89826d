import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgresDatabase } from '../../../../scripts/lib/postgres-database.mjs'
import { createRecordedProject } from '../beside/recorded-project.js'
import { type Answer, Comparison } from '../documents/compare-exchanges.js'
import {
  capturedFrom,
  type Exchange,
  exchangesInOrder,
  expectedAnswers,
  filled,
  type PostgresAnswer,
  restFile,
} from '../documents/recorded-exchanges.js'
import { headersOf, parsedBody, textOfBody } from '../documents/replay-exchanges.js'

// `tsx packages/server/test/documents-strapi/record-postgres-answers.ts` sends the recorded requests to Strapi
// 5.54.0 on PostgreSQL, and records its responses where they differ from those on SQLite. With `sqlite` it sends
// them to Strapi on SQLite, and prints what differs.
const dialect = process.argv[2] === 'sqlite' ? 'sqlite' : 'postgres'
const say = (line: string) => void process.stdout.write(`${line}\n`)
const folder = join(tmpdir(), `content-api-record-${randomBytes(6).toString('hex')}`)
await mkdir(folder)
const postgres = dialect === 'postgres' ? await startPostgresDatabase() : undefined
try {
  const project = await createRecordedProject(folder, { version: 5, postgres: postgres?.url, timeZone: 'UTC', say })
  const strapi = await project.start()
  try {
    const lines = await record(strapi.url)
    say(`${lines.length} responses differ`)
    const file = fileURLToPath(new URL('../documents/data/postgres-answers.jsonl', import.meta.url))
    if (dialect === 'postgres') await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  } finally {
    await strapi.stop('SIGTERM')
  }
} finally {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function record(url: string): Promise<readonly PostgresAnswer[]> {
  const exchanges = exchangesInOrder(restFile)
  const expected = expectedAnswers(dialect, exchanges, [])
  const comparison = new Comparison()
  const captured = new Map<string, unknown>()
  const lines: PostgresAnswer[] = []
  for (const exchange of exchanges) {
    const answer = await send(url, filled(exchange, captured) as Exchange)
    for (const [name, path] of Object.entries(exchange.capture ?? {})) captured.set(name, capturedFrom(answer, path))
    // Production has no introspection.
    if (exchange.status === undefined || exchange.id.startsWith('gql.introspection')) continue
    const differences = comparison.of(expected(exchange), answer)
    if (differences.length === 0) continue
    say(`${exchange.id}: ${differences.slice(0, 2).join('; ')}`)
    lines.push({ id: exchange.id, status: answer.status, answer: comparison.withPlaceholders(answer.body) })
  }
  return lines
}

function send(url: string, exchange: Exchange): Promise<Answer> {
  const { method, path } = exchange
  const text = Buffer.from(textOfBody(exchange))
  const headers = { ...headersOf(exchange), ...(text.length > 0 && { 'content-length': String(text.length) }) }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path.replaceAll(' ', '%20')}`, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, body: body === '' ? null : parsedBody(body) })
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
