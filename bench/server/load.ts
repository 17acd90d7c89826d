import autocannon from 'autocannon'
import type { Call } from './workloads.js'

export interface Measured {
  readonly perSecond: number
  /** The median latency in milliseconds. */
  readonly p50: number
  /** The 99th percentile of the latency in milliseconds. */
  readonly p99: number
  readonly failed: number
}

export const connections = 16

export const jsonHeaders = { 'content-type': 'application/json' }

/** The length of a measurement: a number of seconds, or a number of requests. */
export type Length = number | { readonly requests: number }

/** Sends the requests of a workload repeatedly. */
export async function measure(
  url: string,
  call: (n: number) => Call,
  length: Length,
  extra: Readonly<Record<string, string>> = {},
  clients = connections,
): Promise<Measured> {
  let sent = 0
  const result = await autocannon({
    url,
    connections: clients,
    // Some peers take seconds for the reads of a large table while other programs use the machine.
    timeout: 120,
    ...(typeof length === 'number' ? { duration: length } : { amount: length.requests }),
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = call(sent++)
          // Copies the headers, because autocannon adds the length of the body to them.
          const headers = body === undefined ? { ...extra } : { ...extra, ...jsonHeaders }
          return {
            ...request,
            method,
            path: encodeURI(path),
            headers,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }
        },
      },
    ],
  })
  const { average } = result.requests
  return { perSecond: average, p50: result.latency.p50, p99: result.latency.p99, failed: result.non2xx + result.errors }
}
