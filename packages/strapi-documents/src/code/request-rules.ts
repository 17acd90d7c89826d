import { type ContentType, isRecord, type Registry } from '@content-api/model'
import { type Database, within } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Pagination, Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { Can, PlanContext, PlanSettings } from '@content-api/core/query/plan-context'
import { parsePages } from '@content-api/strapi-reads/rest5/pages'
import type { DocumentSettings } from '../documents/context.js'
import { findOrLockSingle, findSingleDocument, lockVersions } from '../documents/versions.js'
import { localeOf } from '../documents/write-target.js'
import { checkKeys } from '../input/check-keys.js'
import { typeProblem } from '../input/type-problem.js'
import { checkQuery } from '../query/check-query.js'
import { checkOf } from '../documents/if-match.js'
import { planned } from './project-values.js'

interface RequestRulesOptions {
  readonly registry: Registry
  readonly database: Database<WritableLayout>
  readonly planning: PlanSettings
  readonly settings: DocumentSettings
  readonly caller: () => Caller
}

/** A document with the condition of a write. */
export interface DocumentMatch {
  readonly type: ContentType
  /** Null for the document of a single type. */
  readonly documentId: string | null
  /** The query of the request, which names the locale. */
  readonly query: Values
  /** The value of the header `If-Match`. */
  readonly condition: string
}

/** Creates the checks of requests that controllers of the project handle. They are those of the generated routes. */
export function createRequestRules({ registry, database, planning, settings, caller }: RequestRulesOptions) {
  return {
    /** @throws ApiError ValidationError */
    checkQuery(type: ContentType, query: Values, { can, strict }: Pick<PlanContext, 'can' | 'strict'>): void {
      checkQuery(type, query, { registry, can, strict }, type.kind === 'collectionType')
    },
    /** @throws ApiError ValidationError */
    checkData(type: ContentType, data: unknown, can: Can): void {
      if (!isRecord(data)) throw new ApiError('ValidationError', typeProblem('this', 'object', data))
      checkKeys(type, data, { registry, can })
    },
    /** @throws ApiError ValidationError */
    pageOf: (pagination: unknown): Pagination => planned(() => parsePages(pagination, planning.limits)),
    singleId: (type: ContentType): Promise<string | null> =>
      database.write((tx) => findSingleDocument(tx, type), { session: caller().session }),
    lockSingle: <Result>(type: ContentType, work: (documentId: string | null) => Promise<Result>): Promise<Result> =>
      database.write(
        async (tx) => {
          const found = await findOrLockSingle(tx, type)
          return within(tx, () => work(found))
        },
        { session: caller().session },
      ),
    /** Runs writes in one transaction. @throws ApiError PreconditionFailedError */
    runMatching<Result>(
      { type, documentId, query, condition }: DocumentMatch,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const check = checkOf(condition)
      const locale = localeOf(type, query, settings.defaultLocale)
      return database.write(
        async (tx) => {
          const found = documentId ?? (await findSingleDocument(tx, type))
          const stored = found === null ? [] : await lockVersions(tx, type, found)
          const versions = stored.filter((version) => version.locale === locale)
          check(versions.find(({ isDraft }) => isDraft) ?? versions[0] ?? null)
          return within(tx, work)
        },
        { session: caller().session },
      )
    },
  }
}
