import { isRecord } from '../check/read.js'
import { namesOf } from '../content-model/type-names.js'
import { UsageError } from '../profile/configuration.js'
import { withoutApi } from '../target/address.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import type { Session } from '../target/session.js'

const looksLikeAnApi = (answer: Exchange) => isRecord(answer.body) && ('data' in answer.body || 'error' in answer.body)

const carriesToken = ({ requestHeaders }: Exchange) => 'authorization' in requestHeaders

const whereToSetToken = 'in CONFORMANCE_TOKEN or as `tokens.full` of the configuration'

/** @throws TargetError if the token was rejected, or one is required */
export function rejectBadToken(answer: Exchange): void {
  if (answer.status !== 401) return
  throw new TargetError(
    'credentials',
    carriesToken(answer)
      ? `The target rejects the token (401). Check the one ${whereToSetToken}, or --token.`
      : `${answer.url} requires credentials (401), and there is no token: pass one ${whereToSetToken}.`,
  )
}

/**
 * @param what the forbidden action as a sentence, such as `'tags' may not be read`
 * @throws UsageError if the response says that the caller may not do it
 */
export function rejectForbidden(answer: Exchange, what: string, otherwise = ''): void {
  if (answer.status !== 403) return
  const who = carriesToken(answer) ? 'with this token' : 'without a token'
  throw new UsageError(
    `${what} ${who}: ${answer.method} ${answer.url} returned status 403. Use one with this permission, ${whereToSetToken}${otherwise}.`,
  )
}

/**
 * Checks whether the target runs the content model of the suite: its path must respond with 200. Scenarios check the envelope.
 * @throws TargetError if nothing responds there, or the token is rejected
 */
export async function requestModel(session: Session): Promise<Exchange> {
  const answer = await session.get(namesOf('item').path, { pagination: { pageSize: 1 } })
  rejectBadToken(answer)
  if (looksLikeAnApi(answer)) return answer
  const to = answer.headers['location']
  const kind = to === undefined ? (answer.headers['content-type'] ?? 'no content type') : `redirects to ${to}`
  throw new TargetError(
    'not-an-api',
    `${answer.url} returned status ${answer.status} (${kind}) without an envelope { data } or { error }: is this the base address of a content service, without /api?${withoutApi(session.target.client.options.baseUrl)}`,
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
 * Checks, without changing anything, whether the caller may write, as all scenarios of a writing tier require.
 * @throws UsageError if not
 */
export async function rejectReadOnly(session: Session, path: string): Promise<void> {
  const answer = await session.request('PUT', `${path}/${nobody}`, { body: { data: {} } })
  rejectBadToken(answer)
  rejectForbidden(answer, `${path} may not be written to`, '; or only read, with --tier 0 --type <plural>')
}
