import { type ContentType, isScalar } from '@content-api/model'
import type { Locale } from '@content-api/capabilities/i18n/locales'
import type { Database } from '@content-api/engine/database'
import { asPage, type Pagination, parseText, type ReadPlan } from '@content-api/engine/plan'
import { compileReadOfValues } from '@content-api/engine/read'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { fieldMember } from '@content-api/core/query/fields'
import { object } from '@content-api/core/query/populate/response-form'
import type { QueryCounts } from '@content-api/core/query/query-counts'
import { type Arguments, readList } from '../plan/list-arguments.js'
import { rowsArguments, groupFields, block } from '../schema/attribute-types.js'
import { requirePermission } from '../errors.js'
import type { OperationModule, OperationSchema } from '../contracts.js'

const action = 'plugin::i18n.locales.listLocales'

/** The type of locales. Queries filter and sort locales like entries, but there is no table. */
const localeType: ContentType = {
  model: 'contentType',
  kind: 'collectionType',
  uid: 'plugin::i18n.locale',
  collectionName: '',
  singularName: 'locale',
  pluralName: 'locales',
  displayName: 'Locale',
  draftAndPublish: false,
  populateCreatorFields: false,
  localized: false,
  declared: {},
  attributes: {
    id: { type: 'integer' },
    name: { type: 'string' },
    code: { type: 'string' },
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
  },
  indexes: [],
}

export const localeSchema: OperationSchema = {
  typeDefs: [
    block('type', 'I18NLocale', ['name: String', 'code: String', 'createdAt: DateTime', 'updatedAt: DateTime']),
    block('type', 'I18NLocaleEntity', ['id: ID', 'attributes: I18NLocale']),
    block('type', 'I18NLocaleEntityResponse', ['data: I18NLocaleEntity']),
    block('type', 'I18NLocaleEntityResponseCollection', [
      'data: [I18NLocaleEntity!]!',
      'meta: ResponseCollectionMeta!',
    ]),
    block('input', 'I18NLocaleFiltersInput', [
      'id: IDFilterInput',
      'name: StringFilterInput',
      'code: StringFilterInput',
      'createdAt: DateTimeFilterInput',
      'updatedAt: DateTimeFilterInput',
      ...groupFields('I18NLocaleFiltersInput'),
    ]),
  ].join('\n'),
  query: [
    { sdl: 'i18NLocale(id: ID): I18NLocaleEntityResponse' },
    { sdl: `i18NLocales(${rowsArguments(localeType).join(', ')}): I18NLocaleEntityResponseCollection` },
  ],
}

type LocaleRow = Omit<Locale, 'isDefault'>

const localeFields = Object.entries(localeType.attributes).flatMap(([name, attribute]) =>
  isScalar(attribute) ? [fieldMember(name, attribute)] : [],
)

/** The output of `i18NLocales`: the locales of the page, and the number of locales on all pages. */
const selected = object([
  { key: 'found', value: { kind: 'entries', members: localeFields } },
  { key: 'total', value: { kind: 'pagination', figure: 'total' } },
])

interface LocaleOptions {
  readonly database: Database
  readonly locales: readonly Locale[]
  /** Returns the context of plans, with the limits of GraphQL. */
  readonly context: (can: Can) => PlanContext
}

/** Creates the queries of the configured locales. */
export function localeOperations({ database, locales, context }: LocaleOptions): OperationModule {
  const rows = locales.map(({ isDefault: _, ...row }): LocaleRow => row)
  return {
    ...localeSchema,
    resolvers: {
      Query: {
        i18NLocale: (_source, { id }: { id?: unknown }, { caller }) => {
          requirePermission(caller, action)
          const row = rows.find((known) => String(known.id) === id)
          return { data: row ? entityOf(row) : null }
        },
        i18NLocales: async (_source, args: Arguments, { caller, budget }) => {
          requirePermission(caller, action)
          const planning = context(caller.can)
          const plan = budget.plan((counts) => planList(args, planning, counts))
          // The database filters and sorts the locales, so that operators mean the same as for entries.
          const statement = compileReadOfValues(plan, rows, database)
          const text = await database.read(statement, undefined, { session: caller.session })
          const { found, total } = parseText(text ?? '') as { found: LocaleRow[]; total: number }
          return {
            data: found.map(entityOf),
            meta: { pagination: figures(plan.pagination as Pagination, total) },
          }
        },
      },
    },
  }
}

/** @throws ApiError ValidationError, PaginationError */
function planList(args: Arguments, context: PlanContext, counts: QueryCounts): ReadPlan {
  const publicationState = 'live'
  const list = readList(localeType, args, { context, counts, publicationState })
  counts.addEntries(asPage(list.pagination).pageSize)
  return { type: localeType, mode: 'list', output: selected, byId: false, ...list, publicationState, locale: null }
}

const entityOf = ({ id, ...attributes }: LocaleRow) => ({ id: String(id), attributes })

/** Returns the pagination by page, even if the request used an offset. All lists in GraphQL do this. */
function figures(pagination: Pagination, total: number) {
  const { page, pageSize } = asPage(pagination)
  return { total, page, pageSize, pageCount: Math.ceil(total / pageSize) }
}
