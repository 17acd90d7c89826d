import { isRecord } from '../check/read.js'
import { namesOf } from '../content-model/type-names.js'
import { UsageError } from '../profile/configuration.js'
import { withoutApi } from '../target/address.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import type { Session } from '../target/session.js'

const looksLikeAnApi = (answer: Exchange) => isRecord(answer.body) && ('data' in answer.body || 'error' in answer.body)

const carriesToken = ({ requestHeaders }: Exchange) => 'authorization' in requestHeaders

const giveToken = 'in CONFORMANCE_TOKEN or as `tokens.full` of the configuration'

/** @throws TargetError when the token was refused, or one is needed */
export function refuseBadToken(answer: Exchange): void {
  if (answer.status !== 401) return
  throw new TargetError(
    'credentials',
    carriesToken(answer)
      ? `The target refuses the token (401). Check the one ${giveToken}, or --token.`
      : `${answer.url} asks for credentials (401), and there is no token: give one ${giveToken}.`,
  )
}

/**
 * @param what that may not be done, for instance `'tags' may not be read`
 * @throws UsageError when the answer says that the caller may not do it
 */
export function refuseForbidden(answer: Exchange, what: string, otherwise = ''): void {
  if (answer.status !== 403) return
  const who = carriesToken(answer) ? 'with this token' : 'without a token'
  throw new UsageError(
    `${what} ${who}: ${answer.method} ${answer.url} answered 403. Give one that may, ${giveToken}${otherwise}.`,
  )
}

/**
 * Asks for the content model of the suite, which the target runs where the answer is 200. A wrong envelope is for the
 * scenarios to find; here it matters alone that the path is there.
 * @throws TargetError when nothing of the kind answers there, or the token is refused
 */
export async function askForModel(session: Session): Promise<Exchange> {
  const answer = await session.get(namesOf('item').path, { pagination: { pageSize: 1 } })
  refuseBadToken(answer)
  if (looksLikeAnApi(answer)) return answer
  const to = answer.headers['location']
  const kind = to === undefined ? (answer.headers['content-type'] ?? 'no content type') : `redirects to ${to}`
  throw new TargetError(
    'not-an-api',
    `${answer.url} answered ${answer.status} (${kind}) without an envelope { data } or { error }: is this the base address of a content service, without /api?${withoutApi(session.target.client.options.baseUrl)}`,
  )
}

/** Why a target that answered so seems not to run the content model, for the beginning of a message. */
export function whyNoModel({ status, method, url }: Exchange): string {
  if (status === 404) return 'The target does not run the content model of the suite'
  return `Whether the target runs the content model of the suite cannot be told: ${method} ${url} answered ${status}`
}

/** For a target that answers 5xx to the first and plainest of questions. */
export const outOfOrder = ({ method, url, status }: Exchange): TargetError =>
  new TargetError('unreachable', `${method} ${url} answered ${status}: is the service in order?`)

/** An id that no entry has. */
const nobody = 2_147_483_600

/**
 * Finds out, changing nothing, whether the caller may write, without which no scenario of a writing tier can say anything.
 * @throws UsageError when not
 */
export async function refuseReadOnly(session: Session, path: string): Promise<void> {
  const answer = await session.request('PUT', `${path}/${nobody}`, { body: { data: {} } })
  refuseBadToken(answer)
  refuseForbidden(
    answer,
    `${path} may not be written to`,
    '; or let the suite read alone, with --tier 0 --type <plural>',
  )
}
