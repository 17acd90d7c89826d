import { type HttpHandler, HttpResponse, http } from 'msw'
import type { RecordedExchange, Recording } from './recording/recording.js'
import { keyOf, readOf, type Read } from './recording/request-key.js'

export type {
  RecordedExchange,
  RecordedRequest,
  RecordedRequests,
  RecordedService,
  Recording,
} from './recording/recording.js'

export interface RecordedHandlersOptions {
  /**
   * The URL of the service in the tested code: absolute, with a path if the service has one. Default: the
   * service is at the root of any origin.
   */
  readonly baseURL?: string
}

/**
 * Creates the msw handlers of a recording, for `setupWorker`, `setupServer` and msw-storybook-addon. They
 * respond to all requests below the first segment of each recorded path, such as `/api`. Requests without a
 * recording get status 501 and an error that names the command, which is also printed. Prints a warning if
 * the content types have changed since the recording.
 * @throws TypeError for an invalid `baseURL`
 */
export function recordedHandlers(recording: Recording, { baseURL }: RecordedHandlersOptions = {}): HttpHandler[] {
  warnOfChanges(recording)
  const exchanges = Object.values(recording.requests).flat()
  const byKey = new Map(exchanges.toReversed().map((exchange) => [keyOf(exchange), exchange]))
  const base = baseURL === undefined ? '' : pathOf(new URL(baseURL))
  const respond = async ({ request }: { readonly request: Request }) => {
    const { pathname, search } = new URL(request.url)
    const path = `${pathname.slice(base.length)}${search}`
    const read = readOf(request.method, path, request.method === 'POST' ? await request.clone().text() : '')
    const found = read && byKey.get(keyOf(read))
    if (found) return HttpResponse.json(found.body as object, { status: found.status })
    return unrecorded(read ?? { request: `${request.method} ${path}` }, exchanges, recording)
  }
  return [http.all(patternOf(baseURL, exchanges), respond)]
}

function warnOfChanges({ model, list, recordedAt, command }: Recording): void {
  if (!model || model.recorded === model.current) return
  console.warn(
    `content-api: the content types have changed since the requests of ${list} were recorded on ${recordedAt}. ` +
      `Record them again: ${command}`,
  )
}

const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Returns a pattern for the URLs below the first segment of each recorded path. */
function patternOf(baseURL: string | undefined, exchanges: readonly RecordedExchange[]): RegExp {
  const prefixes = new Set(exchanges.map(({ request }) => /\/[^/?]*/.exec(request)?.[0] ?? '/'))
  const service = baseURL === undefined ? null : new URL(baseURL)
  const start = service === null ? 'https?://[^/]+' : escaped(service.origin + pathOf(service))
  // Bounded input: URLs of requests in tests; the paths come from a recording.
  return new RegExp(`^${start}(?:${[...prefixes].map(escaped).join('|')})(?:[/?].*)?$`)
}

const escaped = (text: string) => text.replaceAll(/[^\w/:-]/g, '\\$&')

/** How many recorded requests of the same path an error names. */
const mostNamed = 5

/** Returns the error of a request without a recording, in the shapes of REST and of GraphQL. */
function unrecorded(read: Read, exchanges: readonly RecordedExchange[], { list, command }: Recording): Response {
  const [target = ''] = read.request.split('?')
  const similar = exchanges
    .filter(({ request }) => request.split('?', 1)[0] === target)
    .map(describe)
    .slice(0, mostNamed)
  const message = [
    `${describe(read)} isn't recorded. Add it to ${list} and run: ${command}`,
    ...(similar.length > 0 ? ['Recorded are:', ...similar.map((each) => `  ${each}`)] : []),
  ].join('\n')
  console.error(`content-api: ${message}`)
  const error = { status: 501, name: 'NotRecordedError', message, details: {} }
  return HttpResponse.json(read.graphql === undefined ? { data: null, error } : { data: null, errors: [{ message }] }, {
    status: 501,
  })
}

const describe = ({ request, graphql, variables }: Read) =>
  [request, graphql, variables && JSON.stringify(variables)].filter(Boolean).join(' ')
