// Registers a tracer provider that records a share (`ratio`) of the requests. It exports nothing, so the
// benchmark measures only the cost of recording.
import { trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'

const exporter = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
}
const ratio = Number(new URL(import.meta.url).searchParams.get('ratio') ?? 1)
const provider = new BasicTracerProvider({
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
  spanProcessors: [new BatchSpanProcessor(exporter)],
})
trace.setGlobalTracerProvider(provider)
