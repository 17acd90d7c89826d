import type { DatabaseQuery } from './database-query.js'

/** The functions of queries with the uid as their first argument. */
export type EntityManager = {
  readonly [Name in keyof DatabaseQuery]: (
    uid: string,
    ...values: Parameters<DatabaseQuery[Name]>
  ) => ReturnType<DatabaseQuery[Name]>
}

/** Creates `strapi.db.entityManager`. */
export function entityManager(query: (uid: string) => DatabaseQuery): EntityManager {
  return new Proxy({} as EntityManager, {
    get: (_target, name) =>
      name === 'then' || typeof name === 'symbol'
        ? undefined
        : (uid: string, ...values: readonly unknown[]) =>
            (query(uid) as unknown as Record<string, (...values: readonly unknown[]) => unknown>)[name]?.(...values),
  })
}
