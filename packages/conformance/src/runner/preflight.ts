import { isRecord } from '../check/read.js'
import { namesOf } from '../content-model/type-names.js'
import { type Exchange, TargetError } from '../target/exchange.js'
import type { Session } from '../target/session.js'

const looksLikeAnApi = (answer: Exchange) => isRecord(answer.body) && ('data' in answer.body || 'error' in answer.body)

/** @throws TargetError when the token was refused */
export function refuseBadToken({ status }: Exchange): void {
  if (status !== 401) return
  throw new TargetError(
    'credentials',
    'The target refuses the token `tokens.full` (401). Check it in the configuration.',
  )
}

/**
 * Whether the target runs the content model of the suite.
 * @throws TargetError when nothing of the kind answers there, or the token is refused
 */
export async function hasModel(session: Session): Promise<boolean> {
  const answer = await session.get(namesOf('item').path, { pagination: { pageSize: 1 } })
  refuseBadToken(answer)
  if (!looksLikeAnApi(answer)) {
    const kind = answer.headers['content-type'] ?? 'no content type'
    throw new TargetError(
      'not-an-api',
      `${answer.url} answered ${answer.status} (${kind}) without an envelope { data } or { error }: is this the base address of a content service, without /api?`,
    )
  }
  // A wrong envelope is for the scenarios to find; here it matters alone that the path is there.
  return answer.status === 200
}
