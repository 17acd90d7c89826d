import { closest } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText, WritePlan } from '@content-api/engine/plan'
import { applyLocalization } from '@content-api/engine/write'
import { newLocale } from '../query/locale.js'
import { planWritten } from '../query/plan.js'
import { withChanges } from './hooks/result-changes.js'
import { locateSingle } from './locate-single.js'
import { type EntryRequest, localeParameter, requirePermission } from './request.js'
import { charge, type EntriesScope, requireFound } from './scope.js'
import { checkShared, planShared } from './shared-values.js'
import { prepare } from './write-entries.js'

/**
 * Creates another localization of an entry (specification §4.1, rule 2). It is a draft unless its attributes
 * contain `publishedAt`. As in Strapi 4.26, the request body is the object of attributes itself, without a
 * member `data`; the specification doesn't show this form.
 * @param id the id of the entry; null for a single type
 */
export async function createLocalization(
  scope: EntriesScope,
  request: EntryRequest,
  id: number | null,
  data: unknown,
): Promise<JsonText> {
  requirePermission(request, 'createLocalization')
  const { type, caller, query } = request
  const context = scope.context(caller)
  const parameters = () => withLocalizations(query.parameters())
  const graphql = request.responsePlan?.()
  const response = graphql ?? planWritten(type, parameters(), context, { shape: 'flat' })
  await charge(scope, request, response)
  checkLocale(data, context.locales.codes)
  // As in Strapi 4.26, an `id` without an entry is reported before errors in attributes other than `locale`.
  const missing = () => new ApiError('NotFoundError', 'Entity not found')
  if (id !== null && (await scope.database.read(response, id)) === null) throw missing()
  const named = newLocale(type, localeParameter(request), context)
  const write = await prepare(scope, request, data, { action: 'create', inherits: true, namedLocale: named })
  const shared = planShared(type, data, context)
  return scope.database.write(
    async (transaction) => {
      const source = id ?? (await locateSingle(type, null, transaction))
      if (source !== null) await checkShared(scope, type, source, shared, transaction)
      const apply = async (plan: WritePlan) => (source === null ? null : applyLocalization(plan, source, transaction))
      const created = await write.run(transaction, null, apply)
      if (created === null) throw missing()
      const entry = requireFound(await transaction.read(response, created.id))
      return created.changes ? withChanges(entry, created.id, request, created.changes, graphql?.output ?? null) : entry
    },
    { session: caller.session, grouped: !write.hooked },
  )
}

/** Adds the other localizations to the response, unless the query has its own `populate`. */
function withLocalizations(parameters: Record<string, unknown>): Record<string, unknown> {
  return { populate: ['localizations'], ...parameters }
}

function checkLocale(data: unknown, codes: readonly string[]): void {
  const locale = typeof data === 'object' && data !== null && 'locale' in data ? data.locale : undefined
  const known = `Known are: ${codes.join(', ')}`
  if (locale === undefined || locale === null) {
    throw new ApiError(
      'ApplicationError',
      `locale is missing. Send it next to the attributes, without "data". ${known}`,
    )
  }
  if (typeof locale === 'string' && codes.includes(locale)) return
  const near = typeof locale === 'string' ? closest(locale, codes) : undefined
  throw new ApiError('ApplicationError', `locale is invalid. ${near === undefined ? known : `Did you mean ${near}?`}`)
}
