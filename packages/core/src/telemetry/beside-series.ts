import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What comparisons with Strapi have found. */
export interface ComparisonFigures {
  readonly comparisons: number
  readonly differences: number
  /** Shapes of reads that are forwarded, because their responses differed. */
  readonly differentShapes: number
}

interface BesideSeries {
  served(milliseconds: number): void
  forwarded(reason: { readonly kind: string }, milliseconds: number): void
  refused(): void
  /** Adds the figures of comparisons, which are read when the metrics are requested. */
  compare(figures: () => ComparisonFigures): void
  /** Adds the number of requests that Strapi has, which is read when the metrics are requested. */
  observeOpen(open: () => number): void
}

/** Seconds. Reads here take a few milliseconds, populated ones of Strapi hundreds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Adds the time series of the mode beside Strapi to a registry. */
export function createBesideSeries(registry: Registry): BesideSeries {
  const registers = [registry]
  const durations = new Histogram({
    name: 'content_api_beside_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response, by the server that responds.',
    labelNames: ['served_by'] as const,
    buckets,
    registers,
  })
  const reasons = new Counter({
    name: 'content_api_beside_forwarded_total',
    help: 'Requests that were forwarded to Strapi, by the kind of the reason.',
    labelNames: ['reason'] as const,
    registers,
  })
  const refused = new Counter({
    name: 'content_api_beside_refused_total',
    help: 'Requests that got 503, because Strapi had beside.maxForwarded requests.',
    registers,
  })
  // Both exist from the start, so that rates of Prometheus include their first requests.
  const [here, strapi] = [durations.labels('content-api'), durations.labels('strapi')]
  return {
    served: (milliseconds) => here.observe(milliseconds / 1_000),
    forwarded({ kind }, milliseconds) {
      strapi.observe(milliseconds / 1_000)
      reasons.inc({ reason: kind })
    },
    refused: () => refused.inc(),
    compare: (figures) => addComparisons(registers, figures),
    observeOpen: (open) => addOpen(registers, open),
  }
}

function addOpen(registers: Registry[], open: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'content_api_beside_forwarding',
    help: 'Requests that Strapi has at the moment.',
    registers,
    collect: () => gauge.set(open()),
  })
}

function addComparisons(registers: Registry[], figures: () => ComparisonFigures): void {
  const compared = new Counter({
    name: 'content_api_beside_compared_total',
    help: 'Responses that were compared with those of Strapi, by result.',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { comparisons, differences } = figures()
      compared.reset()
      compared.inc({ result: 'equal' }, comparisons - differences)
      compared.inc({ result: 'different' }, differences)
    },
  })
  const shapes: Gauge = new Gauge({
    name: 'content_api_beside_different_shapes',
    help: 'Shapes of reads that are forwarded until the next start, because their responses differed.',
    registers,
    collect() {
      shapes.set(figures().differentShapes)
    },
  })
}
