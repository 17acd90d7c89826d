import { Agent, get } from 'node:http'
import type { Databases } from './databases.js'
import { growthQueries } from './growth-queries.js'
import { startReference } from './processes.js'
import { table } from './table.js'

/**
 * Prints the median response times of sequential requests on 1,000 and on 171,075 rows. Each database has its
 * own server, and the requests alternate between the two servers.
 */
export async function measureGrowth({ project, small, unchanged }: Databases, requests = 400): Promise<void> {
  const few = await startReference(project, small, '/api/regions')
  const many = await startReference(project, unchanged, '/api/regions')
  const agent = new Agent({ keepAlive: true })
  try {
    const rows: string[][] = []
    for (const query of growthQueries) {
      const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
      for (let n = -50; n < requests; n++) {
        const { path } = query.call(n + 50)
        const onFew = await microseconds(few.url, path, agent)
        const onMany = await microseconds(many.url, path, agent)
        // The first 50 requests warm up both servers.
        if (n < 0) continue
        times.few.push(onFew)
        times.many.push(onMany)
      }
      const [small, large] = [median(times.few), median(times.many)]
      rows.push([query.name, 'ours', small.toFixed(0), large.toFixed(0), (large / small).toFixed(2)])
    }
    console.log(table(['query', 'server', '1,000 rows, µs', '171,075 rows, µs', 'ratio'], rows))
  } finally {
    agent.destroy()
    await Promise.all([few.stop(), many.stop()])
  }
}

function microseconds(url: string, path: string, agent: Agent): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(`${url}${encodeURI(path)}`, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve((performance.now() - began) * 1000))
    })
    request.once('error', reject)
  })
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)
}
