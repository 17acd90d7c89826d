import { connections, measure } from '../server/load.js'
import type { Side } from './side.js'

export interface MeasureOptions {
  /** The duration of one measurement; more for a server that serves few requests in it. */
  readonly seconds: number
  /** Measurements of each side. The sides alternate. */
  readonly rounds: number
}

/** The processor time per request of one side in microseconds, one figure for each round. */
export interface Costs {
  readonly microseconds: readonly number[]
  /** Requests without a successful response. */
  readonly failed: number
}

/**
 * Measures the processor time per request of both sides. All requests of a measurement get their response, so
 * that no work remains for the next one. The program that sends them isn't part of the figures.
 */
export async function measureCosts(
  sides: readonly [Side, Side],
  workload: string,
  { seconds, rounds }: MeasureOptions,
): Promise<readonly [Costs, Costs]> {
  const runs = [await prepareRun(sides[0], workload, seconds), await prepareRun(sides[1], workload, seconds)] as const
  // The order is reversed in every second round, so that no side always runs after the other one.
  for (let round = 0; round < rounds; round++)
    for (const run of round % 2 ? runs.toReversed() : runs) await run.measure()
  return [runs[0].costs, runs[1].costs]
}

/** Warms a side up. Each call of `measure` adds the figure of one round to `costs`. */
async function prepareRun(side: Side, workload: string, seconds: number) {
  const send = senderOf(side, workload)
  const requests = await warmUp(side, send, seconds)
  const costs = { microseconds: [] as number[], failed: 0 }
  const measureRound = async () => {
    const before = await side.processorTime()
    costs.failed += await send(requests)
    costs.microseconds.push((((await side.processorTime()) - before) * 1000) / requests)
  }
  return { costs, measure: measureRound }
}

/** Returns a function that sends a number of requests, each with other parameters. It returns how many failed. */
function senderOf(side: Side, workload: string): (requests: number) => Promise<number> {
  const { url, headers } = side
  // The first requests compared the responses.
  let sent = 100
  return async (requests) => (await measure(url, () => side.call(workload, sent++), { requests }, headers)).failed
}

/**
 * Sends requests for two seconds or more: a server compiles code that runs often. Returns how many requests
 * take `seconds`. Both durations are also those of the server's processor time, for busy machines.
 */
async function warmUp(side: Side, send: (requests: number) => Promise<number>, seconds: number): Promise<number> {
  for (let requests = connections * 2; ; ) {
    const [started, used] = [performance.now(), await side.processorTime()]
    await send(requests)
    const took = Math.min(performance.now() - started, (await side.processorTime()) - used) / 1000
    if (took >= Math.min(seconds, 2)) return Math.ceil(Math.max(connections * 2, (requests * seconds) / took))
    requests = Math.ceil(requests * Math.min(10, Math.max(2, 2.2 / took)))
  }
}
