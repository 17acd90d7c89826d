import { readStrapiLocales, type StrapiLocales } from '@content-api/strapi-tables/accounts'
import type { ReadDatabase } from '@content-api/engine/database'
import { fileContentType } from '@content-api/engine/plan'
import { requireSelf } from '@content-api/capabilities/accounts/routes/user-routes'
import { countUsers, listUsers, readUser } from '@content-api/capabilities/accounts/own-users'
import type { ActionCall, ActionEndpoint, ActionRoutes } from '@content-api/core/composition/action-routes'
import { type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { listFiles, readFile } from '@content-api/capabilities/uploads/read-files'
import { LeftToStrapi } from '../left-to-strapi.js'

interface PluginReadsOptions {
  readonly database: ReadDatabase
  readonly context: (can: Can) => PlanContext
}

/** Strapi uses these parameters of a list without an envelope, and ignores or misreads others. */
const ofLists = ['filters', 'sort', 'fields', 'populate']

/**
 * Returns the reads of users, files and locales from Strapi's tables. Queries with parameters that Strapi
 * treats in another way go to Strapi.
 */
export function createPluginReads({ database, context }: PluginReadsOptions): ActionRoutes {
  const users = { database, context }
  const files = {
    database,
    type: fileContentType(database.registry),
    context: ({ can }: { readonly can: Can }) => context(can),
  }
  return {
    users: read('plugin::users-permissions.user.find', [...ofLists, 'start', 'limit'], async ({ query, caller }) => {
      checkPart(query)
      return jsonResponse(await listUsers(users, query, caller.can, caller.session))
    }),
    // Strapi fails if a count has filters.
    'users/count': read('plugin::users-permissions.user.count', [], async ({ query, caller }) =>
      jsonResponse(String(await countUsers(users, query, caller.can, caller.session))),
    ),
    'users/me': read('plugin::users-permissions.user.me', ['fields', 'populate'], async ({ query, caller }) =>
      jsonResponse(await readUser(users, requireSelf(caller), query, caller.can, caller.session)),
    ),
    'users/:id': read('plugin::users-permissions.user.findOne', ['fields', 'populate'], async ({ id, query, caller }) =>
      jsonResponse(await readUser(users, id, query, caller.can, caller.session)),
    ),
    'upload/files': read('plugin::upload.content-api.find', [...ofLists, 'pagination'], async (call) =>
      jsonResponse(await listFiles(files, call)),
    ),
    'upload/files/:id': read('plugin::upload.content-api.findOne', ['populate'], async (call) =>
      jsonResponse(await readFile(files, call, call.id)),
    ),
    'i18n/locales': readLocales(database),
  }
}

/** Returns the endpoint of locales, which has the same query parameters in Strapi 4 and 5: none. */
export const readLocales = (database: ReadDatabase): ActionEndpoint =>
  read('plugin::i18n.locales.listLocales', null, async () =>
    jsonResponse(textOfLocales(await readStrapiLocales(database))),
  )

/** Returns the endpoint of a read. @param parameters those that its query may have; null: Strapi ignores all */
export function read(
  action: string,
  parameters: readonly string[] | null,
  run: (call: ActionCall) => Promise<HttpResponse>,
): ActionEndpoint {
  return {
    GET: {
      action,
      hasBody: false,
      run: async (call) => {
        const other = parameters && Object.keys(call.query).find((name) => !parameters.includes(name))
        if (other !== null && other !== undefined) throw differs(other)
        return run(call)
      },
    },
  }
}

/**
 * Forwards a part of a list unless it has a limit. Strapi has no default limit here, and reads some other
 * values in its own way.
 */
export function checkPart({ start, limit }: ActionCall['query']): void {
  if (start !== undefined && !isNumber(start, /^\d{1,9}$/)) throw differs('start')
  if (limit === undefined ? start !== undefined : !isNumber(limit, /^[1-9]\d{0,8}$/)) throw differs('limit')
}

const isNumber = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value)

export const differs = (parameter: string) =>
  new LeftToStrapi('construct', `Strapi reads the parameter ${parameter.slice(0, 40)} of this route in its own way`)

const textOfLocales = ({ default: defaultLocale, rows }: StrapiLocales): string =>
  JSON.stringify(rows.map((row) => ({ ...row, isDefault: row.code === defaultLocale })))
