import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { startBeside } from './beside-process.js'
import { comparisonsOf, figuresOf, withMetrics } from './evidence-figures.js'
import { type Call, HttpClient } from './http-client.js'
import type { Report } from './report.js'
import { type TwoSides, timeZone } from './two-sides.js'

/** Shapes that the process has read before the measurement, so that its code is in memory. */
const warmUp = 5_000
/** One of this many reads is a GraphQL document. */
const documentInterval = 20
/** The root fields of each document. */
const aliases = 20
/** The most megabytes of the process. */
const most = 800
/** The most megabytes that the second half of the shapes adds, when the caches of plans are full. */
const mostAdded = 100
const concurrent = 8

/**
 * Sends distinct shapes to a process of its own, and requires that its memory stays bounded. The shapes are
 * as many as evidence remembers, and then some more. A server with a fixed response stands for Strapi.
 */
export async function measureMemory(
  { version, name, project }: TwoSides,
  shapes: number,
  report: Report,
): Promise<void> {
  const response = '{"data":[],"meta":{"pagination":{"page":1,"pageSize":25,"pageCount":0,"total":0}}}'
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  const standIn = createServer((message, answer) => {
    message.resume().once('end', () => answer.writeHead(200, headers).end(response))
  })
  await once(standIn.listen(0, '127.0.0.1'), 'listening')
  const strapi = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`
  const beside = await startBeside(project.folder, { strapi, timeZone, configuration: withMetrics })
  const client = new HttpClient(beside.url)
  let next = 0
  const readTo = async (end: number) => {
    const worker = async () => {
      while (next < end) await client.send(callOf(next++, version))
    }
    await Promise.all(Array.from({ length: concurrent }, worker))
    const figures = await figuresOf(beside)
    const compared = comparisonsOf(figures)
    report.say(`  ${name}: ${next} reads sent, ${compared} compared, ${figures.megabytes} MB`)
    return { compared, megabytes: figures.megabytes }
  }
  try {
    const before = await readTo(warmUp)
    await readTo(warmUp + shapes * 0.25)
    const half = await readTo(warmUp + shapes * 0.5)
    await readTo(warmUp + shapes * 0.75)
    const full = await readTo(warmUp + shapes)
    const count = full.compared - before.compared
    // The last ones may be compared a moment later.
    report.check(count >= shapes - concurrent, `${name}: ${count} shapes compared after ${before.compared}`)
    report.check(full.megabytes < most, `${name}: from ${before.megabytes} to ${full.megabytes} MB`)
    const added = full.megabytes - half.megabytes
    report.check(added < mostAdded, `${name}: the second half of the shapes added ${added} MB`)
    const more = await readTo(warmUp + shapes * 1.1)
    const rest = more.megabytes - full.megabytes
    report.check(rest < mostAdded, `${name}: ${more.compared - full.compared} further shapes added ${rest} MB`)
  } finally {
    client.close()
    await beside.stop()
    standIn.close()
  }
}

const directions = ['', 'asc', 'desc']
const sortable = ['name', 'color', 'weight', 'createdAt', 'updatedAt']
const operators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'notIn']

interface Parts {
  readonly sort: readonly string[]
  readonly weight: string
  readonly color: string
  readonly id: string
}

/** Returns the shape with a number below 124,416: 243 orders, and three operators out of eight each. */
function partsOf(index: number): Parts {
  let rest = index
  const take = <Item>(of: readonly Item[]): Item => {
    const item = of[rest % of.length] as Item
    rest = Math.floor(rest / of.length)
    return item
  }
  const [weight, color, id] = [take(operators), take(operators), take(operators)]
  const sort = sortable.flatMap((attribute) => {
    const direction = take(directions)
    return direction === '' ? [] : [`${attribute}:${direction}`]
  })
  return { sort: [...sort, 'id'], weight, color, id }
}

/** Returns a request whose shape no other number has. */
function callOf(index: number, version: StrapiVersion): Call {
  if (index % documentInterval === 0) return documentOf(index, version)
  const { sort, weight, color, id } = partsOf(index)
  const filters = `filters[weight][$${weight}]=1&filters[color][$${color}]=a&filters[id][$${id}]=1`
  const path = `/api/tags?${sort.map((each, at) => `sort[${at}]=${each}`).join('&')}&${filters}`
  return { method: 'GET', path, caller: 'full' }
}

/** What a list of tags selects in GraphQL. */
const selections: Readonly<Record<StrapiVersion, string>> = { 4: 'data { id }', 5: 'documentId' }

function documentOf(index: number, version: StrapiVersion): Call {
  const fields = Array.from({ length: aliases }, (_, alias) => {
    const { sort, weight, color } = partsOf(index + alias * 7)
    const list = (operator: string, value: string) => (/in$/i.test(operator) ? `[${value}]` : value)
    const filters = `{ weight: { ${weight}: ${list(weight, '1')} }, color: { ${color}: ${list(color, '"a"')} } }`
    return `shape${index}alias${alias}: tags(sort: ${JSON.stringify(sort)}, filters: ${filters}) { ${selections[version]} }`
  })
  return { method: 'POST', path: '/graphql', caller: 'full', body: { query: `{ ${fields.join(' ')} }` } }
}
