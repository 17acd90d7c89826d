import type { BesideProcess } from './beside-process.js'

/** The configuration of processes whose figures are read. */
export const withMetrics = { metrics: { port: 0 } }

/** What a process says of itself in its metrics. */
export interface Figures {
  /** Comparisons with equal and with different responses. */
  readonly equal: number
  readonly different: number
  /** Its resident memory in megabytes. */
  readonly megabytes: number
}

export async function figuresOf({ output }: BesideProcess): Promise<Figures> {
  const [url] = output.flatMap((line) => /http:[\w./:]+\/metrics/.exec(line) ?? [])
  if (url === undefined) throw new Error(`There is no address of metrics:\n${output.join('\n')}`)
  const lines = (await (await fetch(url)).text()).split('\n')
  const figure = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0)
  return {
    equal: figure('content_api_beside_compared_total{result="equal"}'),
    different: figure('content_api_beside_compared_total{result="different"}'),
    megabytes: Math.round(figure('process_resident_memory_bytes') / 1_048_576),
  }
}

export const comparisonsOf = ({ equal, different }: Figures): number => equal + different

/** Resolves when there are `total` comparisons: responses are compared after they were sent. */
export async function figuresAfter(beside: BesideProcess, total: number): Promise<Figures> {
  for (let attempts = 0; attempts < 1_000; attempts++) {
    const figures = await figuresOf(beside)
    if (comparisonsOf(figures) >= total) return figures
  }
  throw new Error(`A response was not compared:\n${beside.output.slice(-5).join('\n')}`)
}
