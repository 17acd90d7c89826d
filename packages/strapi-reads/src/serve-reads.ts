import { isPoolExhausted } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { compose } from '@content-api/core/transport/compose'
import type { Handler } from '@content-api/core/composition/handler'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'
import type { ReadRecord, ReadRecords } from './judged-reads.js'

/** What becomes of a request. */
export type Outcome =
  /** A response of this server. */
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly record: ReadRecord }
  /**
   * The database doesn't answer, so Strapi wouldn't either. `isBusy`: too many other reads are before this
   * one, which Strapi might do.
   */
  | { readonly kind: 'unavailable'; readonly error: ApiError; readonly isBusy: boolean }
  | { readonly kind: 'forwarded'; readonly reason: ForwardReason }

export interface ServeReadsOptions {
  readonly handlers: readonly (Handler | null)[]
  readonly records: ReadRecords
  /** Is called with an error of this server, after which Strapi responds. */
  readonly report: (error: unknown) => void
}

const noRoute: ForwardReason = { kind: 'route', message: 'This server has no such route' }

/**
 * Returns a function that serves a read, or says why Strapi must. Everything except a response with the
 * status 200 goes to Strapi: it has its own texts for errors, and may accept what this server rejects. The
 * function never rejects.
 */
export function serveReads({
  handlers,
  records,
  report,
}: ServeReadsOptions): (request: HttpRequest) => Promise<Outcome> {
  const handle = compose([...handlers, () => Promise.reject(LeftToStrapi.because(noRoute))])
  return async (request) => {
    const record = records.begin(request)
    try {
      const response = await handle(request)
      if (response.status === 200) return { kind: 'response', response, record }
      return forwarded(`The status here is ${response.status}`)
    } catch (error) {
      if (error instanceof LeftToStrapi) return { kind: 'forwarded', reason: error.reason }
      if (!(error instanceof ApiError)) {
        report(error)
        return forwarded('This server failed')
      }
      if (error.name === 'ServiceUnavailableError') {
        return { kind: 'unavailable', error, isBusy: isPoolExhausted(error) }
      }
      return forwarded(`The status here is ${error.status}: ${error.message}`)
    }
  }
}

const forwarded = (message: string): Outcome => ({ kind: 'forwarded', reason: { kind: 'status', message } })
