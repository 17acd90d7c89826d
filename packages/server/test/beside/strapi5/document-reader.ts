import type { ContentType, Registry } from '@content-api/model'
import { findStrapiApiToken, readStrapiPermissions } from '@content-api/engine/accounts'
import { openReadOnlyDatabase } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { createStrapiLayout } from '@content-api/engine/layout'
import { type ReadPlan, stringOf } from '@content-api/engine/plan'
import { createHmac } from 'node:crypto'
import { findDifference } from '../../../src/beside/plans/find-difference.js'
import { parseQueryString } from '../../../src/message/query-string.js'
import type { Can, PlanContext } from '../../../src/query/plan-context.js'
import { planDocument, planDocuments } from '../../../src/rest5/plan-documents.js'
import type { DatabaseAddress } from '../recorded-rows.js'

export interface DocumentReader {
  /** Returns the body of a read as this server serves it, or why it is forwarded; null for other paths. */
  read(path: string, role: string): Promise<{ readonly body: unknown } | { readonly forwarded: string } | null>
  close(): Promise<void>
}

const timeZone = 'UTC'
const customToken = 'oracle-token-custom'
const salt = 'oracle-api-token-salt'
const known = new Set(['public', 'full', 'read', 'custom', 'alice', 'erin'])
/** The ids of the roles of recorded users. */
const roles: Readonly<Record<string, number>> = { alice: 1, erin: 3 }

/** Opens recorded content of Strapi 5, for reads of content types by REST. */
export async function openDocumentReader(registry: Registry, address: DatabaseAddress): Promise<DocumentReader> {
  const { dialect } = address
  const layout = createStrapiLayout(registry, { dialect, timeZone, version: 5 })
  const database = await openReadOnlyDatabase({ registry, layout, connection: address })
  const permissions = await readStrapiPermissions(database)
  const token = await findStrapiApiToken(database, createHmac('sha512', salt).update(customToken).digest('hex'))
  const canAs = (role: string): Can => {
    if (role === 'full') return () => true
    if (role === 'read') return (action) => action === 'find' || action === 'findOne'
    const actions =
      role === 'custom'
        ? token?.permissions
        : role === 'public'
          ? permissions.public
          : permissions.byRole.get(roles[role] ?? 0)
    return (action, { uid }) => actions?.includes(`${uid}.${action}`) ?? false
  }
  const contextOf = (role: string): PlanContext => ({
    registry,
    can: canAs(role),
    strict: true,
    asStrapi: { dialect, timeZone, version: 5 },
    locales: { default: 'en', codes: ['en', 'fr'] },
    limits: {
      defaultLimit: 25,
      maxLimit: 100,
      withCount: true,
      arrayLimit: 100,
      filterDepth: 20,
      filterConditions: 1000,
      filterText: 10_000,
    },
  })
  const types = new Map<string, ContentType>()
  for (const type of registry.contentTypes.values()) {
    if (type.uid.startsWith('api::')) types.set(type.kind === 'singleType' ? type.singularName : type.pluralName, type)
  }
  return {
    close: () => database.close(),
    async read(path, role) {
      const [, name = '', documentId = null, query = ''] =
        /^\/api\/([a-z-]+)(?:\/([a-z0-9]+))?(?:\?(.*))?$/.exec(path) ?? []
      const type = types.get(name)
      if (!type || (type.kind === 'singleType' && documentId !== null)) return null
      if (!known.has(role)) return { forwarded: 'status' }
      const context = contextOf(role)
      const isList = type.kind === 'collectionType' && documentId === null
      if (!context.can(isList || type.kind === 'singleType' ? 'find' : 'findOne', type)) return { forwarded: 'status' }
      try {
        const parameters = parseQueryString(query, { parameters: 1000, arrayItems: 100, depth: 20 })
        const plan: ReadPlan = isList
          ? planDocuments(type, parameters, context)
          : planDocument(type, parameters, context, documentId)
        const difference = findDifference(plan, { dialect, interface: 'rest', version: 5 })
        if (difference) return { forwarded: difference.message }
        const text = await database.read(plan)
        return text === null ? { forwarded: 'not found' } : { body: JSON.parse(stringOf(text)) as unknown }
      } catch (error) {
        if (error instanceof ApiError) return { forwarded: error.message }
        throw error
      }
    },
  }
}
