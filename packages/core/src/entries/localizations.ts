import { closest, type ContentType, isRecord, listed } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import {
  type JsonText,
  type ComponentItem,
  type FieldWrite,
  type LinkWrite,
  parseText,
  type RelationWrite,
  type Values,
} from '@content-api/engine/plan'
import { newLocale } from '../query/locale.js'
import { planWritten } from '../query/plan.js'
import { runWrite } from './hooks/hooked-write.js'
import { locateSingle, prepare } from './write-entries.js'
import { localeParameter, type PermittedRequest } from './request.js'
import { type EntriesScope, type PlannedResponse, planResponse, respond } from './written-response.js'
import { isDeepStrictEqual } from 'node:util'
import { scalarBehaviours } from '@content-api/engine/attributes'
import type { WriteTransaction } from '@content-api/engine/database'
import { planWrite } from '../query/body/plan-write.js'
import type { PlanContext } from '../query/plan-context.js'
import { unrestricted } from './caller.js'

/**
 * Creates another localization of an entry (specification §4.1, rule 2). It is a draft unless its attributes
 * contain `publishedAt`. As in Strapi 4.26, the request body is the object of attributes itself, without a
 * member `data`; the specification doesn't show this form.
 * @param id the id of the entry; null for a single type
 */
export async function createLocalization(
  scope: EntriesScope,
  request: PermittedRequest,
  id: number | null,
  data: unknown,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('createLocalization')
  const { type, caller, query } = request
  const context = scope.context(caller)
  const plan = () => planWritten(type, withLocalizations(query.parameters()), context, { shape: 'flat' })
  const response = planned ?? (await planResponse(scope, request, { plan }))
  checkLocale(data, context.locales.codes)
  // As in Strapi 4.26, an `id` without an entry is reported before errors in attributes other than `locale`.
  const missing = () => new ApiError('NotFoundError', 'Entity not found')
  const { session } = caller
  if (id !== null && (await scope.database.read(response.read, id, { session })) === null) throw missing()
  const named = newLocale(type, localeParameter(request), context)
  const write = await prepare(scope, request, data, { action: 'create', inherits: true, namedLocale: named })
  const shared = planShared(type, data, context)
  return scope.database.write(
    async (transaction) => {
      const source = id ?? (await locateSingle(type, null, transaction))
      if (source !== null) await checkShared(scope, type, source, shared, transaction)
      const created = await runWrite(scope, write, transaction, { kind: 'localization', source })
      if (created === null) throw missing()
      return respond(response, created, transaction)
    },
    { session, grouped: !write.hooked },
  )
}

/** Adds the other localizations to the response, unless the query has its own `populate`. */
function withLocalizations(parameters: Record<string, unknown>): Record<string, unknown> {
  return { populate: ['localizations'], ...parameters }
}

function checkLocale(data: unknown, codes: readonly string[]): void {
  const locale = typeof data === 'object' && data !== null && 'locale' in data ? data.locale : undefined
  const known = `Known are: ${listed(codes)}`
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

type Part = Pick<ComponentItem, 'fields' | 'secrets' | 'links'>

/**
 * The values in a body for attributes that all localizations share. Null if there are none or the body isn't
 * an object.
 */
type SharedPart = (Part & { readonly names: readonly string[] }) | null

/** Plans the shared values of a body. @throws ApiError in strict mode, for invalid values */
function planShared(type: ContentType, data: unknown, context: PlanContext): SharedPart {
  if (!isRecord(data)) return null
  const values = Object.entries(data).filter(([name, value]) => value !== undefined && isShared(type, name))
  if (values.length === 0) return null
  try {
    const plan = planWrite(type, Object.fromEntries(values), { action: 'update', context, unfinished: true })
    return { ...plan, names: values.map(([name]) => name) }
  } catch (error) {
    if (context.strict || !(error instanceof ApiError)) throw error
    return { fields: [], secrets: [], links: [], names: values.map(([name]) => name) }
  }
}

function isShared(type: ContentType, name: string): boolean {
  const attribute = Object.hasOwn(type.declared, name) ? type.declared[name] : undefined
  return attribute !== undefined && !attribute.localized
}

/**
 * Compares the shared values of a body with those of the entry that gets a new localization. The new
 * localization always copies the entry's values.
 * @throws ApiError ValidationError in strict mode if values differ; in lenient mode there is a warning
 */
async function checkShared(
  scope: EntriesScope,
  type: ContentType,
  source: number,
  shared: SharedPart,
  transaction: WriteTransaction,
): Promise<void> {
  if (!shared) return
  const context = { ...scope.context(unrestricted), strict: false }
  const query = { populate: populateOf(shared.links) }
  const text = await transaction.read(planWritten(type, query, context, { shape: 'flat' }), source)
  if (text === null) return
  const stored = parseText(text) as Values
  const same = sameNames(shared, stored)
  const differing = shared.names.filter((name) => !same.has(name))
  if (differing.length === 0) return
  if (!scope.context(unrestricted).strict) {
    scope.warn?.(`${type.uid} ${source}: a new localization keeps the shared values of ${differing.join(', ')}`)
    return
  }
  throw validationError(differing.map((name) => ({ path: [name], message: `${name} ${advice}` })))
}

const advice = 'is shared by all localizations, but this value differs. Leave it out, or update the entry'

function sameNames({ fields, links }: Pick<Part, 'fields' | 'links'>, stored: Values): ReadonlySet<string> {
  const same = [
    ...fields.filter((write) => isSameField(write, stored[write.name])),
    ...links.filter((write) => isSameLink(write, stored[write.name] ?? null)),
  ]
  return new Set(same.map(({ name }) => name))
}

/** Returns whether a field has the stored value. Values that aren't readable, such as passwords, count as different. */
function isSameField({ name, attribute, value }: FieldWrite, stored: unknown): boolean {
  if (stored === undefined) return false
  if (value === null || stored === null) return value === stored
  return isDeepStrictEqual(scalarBehaviours[attribute.type].parse(stored, attribute, name), value)
}

const idsOf = (stored: unknown) => [stored].flat().flatMap((row) => (isRecord(row) ? [Number(row['id'])] : []))
const sameIds = (some: readonly number[], others: readonly number[]) =>
  isDeepStrictEqual(
    some.toSorted((a, b) => a - b),
    others.toSorted((a, b) => a - b),
  )

function isSameLink(write: LinkWrite, stored: unknown): boolean {
  if (write.kind === 'relation') return sameIds(idsAfter(write, idsOf(stored)), idsOf(stored))
  if (write.kind === 'media') return sameIds(write.set, idsOf(stored))
  if (write.kind === 'morph')
    return sameIds(
      write.set.map(({ id }) => id),
      idsOf(stored),
    )
  const rows = [stored].flat().filter(isRecord)
  const isSame = (item: ComponentItem, row: Values = {}) =>
    (write.kind === 'component' || row['__component'] === item.component.uid) && isSamePart(item, row)
  return rows.length === write.items.length && write.items.every((item, index) => isSame(item, rows[index]))
}

/** Compares components without their ids, because each localization has its own components. */
function isSamePart(part: Part, stored: Values): boolean {
  const { fields, secrets, links } = part
  return secrets.length === 0 && sameNames(part, stored).size === fields.length + links.length
}

function idsAfter({ clear, disconnect, connect }: RelationWrite, before: readonly number[]): number[] {
  const kept = clear ? [] : before.filter((id) => !disconnect.includes(id))
  return [...new Set([...kept, ...connect.map(({ id }) => id)])]
}

/** Returns the `populate` that reads the stored values of these links. */
function populateOf(links: readonly LinkWrite[]): Record<string, unknown> {
  return Object.fromEntries(
    links.map((link) => {
      if (link.kind === 'component')
        return [link.name, { populate: populateOf(link.items.flatMap((item) => item.links)) }]
      if (link.kind !== 'zone') return [link.name, true]
      const on = link.attribute.components.map((uid) => {
        const inside = link.items.flatMap(({ component, links }) => (component.uid === uid ? links : []))
        return [uid, { populate: populateOf(inside) }]
      })
      return [link.name, { on: Object.fromEntries(on) }]
    }),
  )
}
