import type { FlatEntry } from '../entries/hooks/hook.js'
import type { EntityPage } from './entity-service.js'

type Parameters = Readonly<Record<string, unknown>>

/** The functions of `strapi.db.query` from which a page is made. */
interface Listed {
  readonly findMany: (parameters: Parameters) => Promise<readonly object[]>
  readonly count: (parameters: Parameters) => Promise<number>
}

/** Returns a page like `findPage` of Strapi 4: the first with 10 entries, unless `page` and `pageSize` are set. */
export async function queryPage({ findMany, count }: Listed, input: Parameters): Promise<EntityPage> {
  const { page: pageInput = 1, pageSize: sizeInput = 10, ...parameters } = input
  const [page, pageSize] = [Number(pageInput), Number(sizeInput)]
  const results = await findMany({ ...parameters, limit: pageSize, offset: Math.max(page - 1, 0) * pageSize })
  const total = await count(parameters)
  return {
    results: results as FlatEntry[],
    pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
  }
}
