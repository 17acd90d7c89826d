import { isRecord } from '../check/read.js'
import { namesOf } from '../content-model/type-names.js'
import { UsageError } from '../profile/configuration.js'
import { withoutApi } from '../target/address.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import type { Session } from '../target/session.js'

const looksLikeAnApi = (response: Exchange) =>
  isRecord(response.body) && ('data' in response.body || 'error' in response.body)

const carriesToken = ({ requestHeaders }: Exchange) => 'authorization' in requestHeaders

const whereToSetToken = 'in CONFORMANCE_TOKEN or as `tokens.full` of the configuration'

/** @throws TargetError if the token was rejected, or one is required */
export function rejectBadToken(response: Exchange): void {
  if (response.status !== 401) return
  throw new TargetError(
    'credentials',
    carriesToken(response)
      ? `The target rejects the token (401). Check the one ${whereToSetToken}, or --token.`
      : `${response.url} requires credentials (401), and there is no token: pass one ${whereToSetToken}.`,
  )
}

/**
 * @param what the forbidden action as a sentence, such as `'tags' may not be read`
 * @throws UsageError if the response says that the caller may not do it
 */
export function rejectForbidden(response: Exchange, what: string, otherwise = ''): void {
  if (response.status !== 403) return
  const who = carriesToken(response) ? 'with this token' : 'without a token'
  throw new UsageError(
    `${what} ${who}: ${response.method} ${response.url} returned status 403. Use one with this permission, ${whereToSetToken}${otherwise}.`,
  )
}

/**
 * Requests a content type of the suite's model. Status 200 means that the target runs the model. Scenarios
 * check the envelope in detail.
 * @throws TargetError if the response has no envelope, the token is rejected, or one is required
 */
export async function requestModel(session: Session): Promise<Exchange> {
  const response = await session.get(namesOf('item').path, { pagination: { pageSize: 1 } })
  rejectBadToken(response)
  if (looksLikeAnApi(response)) return response
  const to = response.headers['location']
  const kind = to === undefined ? (response.headers['content-type'] ?? 'no content type') : `redirects to ${to}`
  throw new TargetError(
    'not-an-api',
    `${response.url} returned status ${response.status} (${kind}) without an envelope { data } or { error }: is this the base address of a content service, without /api?${withoutApi(session.target.client.options.baseUrl)}`,
  )
}

/** Returns why a target with this response seems not to run the content model, as the beginning of a message. */
export function whyNoModel({ status, method, url }: Exchange): string {
  if (status === 404) return 'The target does not run the content model of the suite'
  return `Can't detect whether the target runs the content model of the suite: ${method} ${url} returned status ${status}`
}

/** The error for a target that responds with 5xx to the first request. */
export const outOfOrder = ({ method, url, status }: Exchange): TargetError =>
  new TargetError('unreachable', `${method} ${url} returned status ${status}: does the service work?`)

/** An id that no entry has. */
const nobody = 2_147_483_600

/**
 * Checks, without changing anything, whether the caller may write, as all scenarios of a writing tier
 * require.
 * @throws UsageError if not
 * @throws TargetError if the token is rejected, or one is required
 */
export async function rejectReadOnly(session: Session, path: string): Promise<void> {
  const response = await session.request('PUT', `${path}/${nobody}`, { body: { data: {} } })
  rejectBadToken(response)
  rejectForbidden(response, `${path} may not be written to`, '; or only read, with --tier 0 --type <plural>')
}
