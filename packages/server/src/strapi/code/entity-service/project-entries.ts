import type { Registry } from '@content-api/model'
import type { TokenEpochs } from '../../../auth/token-epochs.js'
import type { Entries } from '../../../entries/entries.js'
import { userType } from '@content-api/engine/plan'
import { readTokenEpochs } from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'
import { readId } from '../../../query/raw-value.js'
import { createEntityService, type EntityService, type EntityServiceOptions } from './entity-service.js'

/** Users of longer lists are less likely to get a token. */
const maximumUsers = 100

interface ReadContent {
  readonly entries: Entries
  readonly database: Reader
  readonly epochs: TokenEpochs
}

/**
 * Creates an entity service that remembers the revocations of the users it reads. The project's code may
 * create tokens for them (see `TokenEpochs`).
 */
export function projectEntries(
  registry: Registry,
  { entries, database, epochs }: ReadContent,
  options: EntityServiceOptions = {},
): EntityService {
  const service = createEntityService(registry, entries, options)
  const learn = async <Result>(uid: string, reading: Promise<Result>): Promise<Result> => {
    const result = await reading
    const ids = uid === userType ? idsIn(result).slice(0, maximumUsers) : []
    if (ids.length === 0) return result
    for (const { id, tokensValidFrom } of await readTokenEpochs(database, ids)) epochs.learn(id, tokensValidFrom)
    return result
  }
  return {
    findMany: (uid, parameters) => learn(uid, service.findMany(uid, parameters)),
    async findPage(uid, parameters) {
      const page = await service.findPage(uid, parameters)
      await learn(uid, Promise.resolve(page.results))
      return page
    },
    findOne: (uid, id, parameters) => learn(uid, service.findOne(uid, id, parameters)),
    create: (uid, parameters) => learn(uid, service.create(uid, parameters)),
    update: (uid, id, parameters) => learn(uid, service.update(uid, id, parameters)),
    count: (uid, parameters) => service.count(uid, parameters),
    delete: (uid, id, parameters) => service.delete(uid, id, parameters),
  }
}

function idsIn(result: unknown): number[] {
  const entries: readonly unknown[] = Array.isArray(result) ? result : [result]
  return entries.flatMap((entry) => readId((entry as { readonly id?: unknown } | null)?.id) ?? [])
}
