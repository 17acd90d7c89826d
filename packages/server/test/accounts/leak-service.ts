import type { Connection } from '@content-api/engine/database'
import { type AnyTestDatabase, databases } from '../../../../tests/support/postgres.js'
import { canary } from '../support/probes.js'
import { openService, type TestService } from '../support/service.js'

/** Each database in strict and in lenient mode. */
export const leakServices: readonly (AnyTestDatabase & { readonly strictParams: boolean })[] = [
  ...(await databases()).map((database) => ({ ...database, strictParams: true })),
  ...(await databases()).map((database) => ({ ...database, strictParams: false })),
]

export interface LeakService extends TestService {
  /** A token of the user erin (editor). */
  readonly erin: string
  /** An API token that may do everything. */
  readonly full: string
}

/**
 * Opens a service with articles and specimens. Some have the canary in their hidden attributes, and others
 * don't.
 */
export async function openLeakService(connection: Connection, strictParams: boolean): Promise<LeakService> {
  const service = await openService({ connection, config: { api: { rest: { strictParams } } } })
  const erin = await service.tokenOf('erin')
  const full = await service.api.accounts.createToken({ name: 'full', type: 'full-access' })
  const post = async (path: string, data: object) => {
    const { status, text, body } = await service.ask(`POST /api/${path}`, { token: full, body: { data } })
    if (status !== 200) throw new Error(text)
    return body.data
  }
  const link = { label: 'l', url: 'u', hidden: canary }
  const author = await post('authors', { name: 'Ann' })
  await post('articles', {
    title: 'One',
    secret: canary,
    internalNote: canary,
    owner: 1,
    author: author.id,
    links: [link],
    zone: [{ __component: 'blocks.quote', text: 'q', author: author.id }],
  })
  await post('articles', { title: 'Two', secret: 'other fish', internalNote: 'other', owner: 4, author: author.id })
  await post('articles', { title: 'Draft', internalNote: canary, publishedAt: null, author: author.id })
  await post('specimens', { str: 'One', pass: canary, priv: canary })
  await post('specimens', { str: 'Two', pass: 'other fish', priv: 'other' })
  return { ...service, erin, full }
}
