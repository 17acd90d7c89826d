import { fileURLToPath } from 'node:url'
import type { ContentType, Registry } from '@content-api/model'
import { createStrapiLayout } from '@content-api/engine/layout'
import { openReadOnlyDatabase } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { stringOf } from '@content-api/engine/plan'
import { findDifference } from '../../src/beside/plans/find-difference.js'
import { parseQueryString } from '../../src/message/query-string.js'
import { planList, planOne, planSingle } from '../../src/query/plan.js'
import type { PlanContext } from '../../src/query/plan-context.js'
import type { Exchange } from '../replay/exchange.js'
import { grantedBy } from '../replay/granted.js'
import { type Target, targetOf } from '../replay/request-target.js'
import { readSeed } from '../replay/seed.js'
import type { DatabaseAddress } from './recorded-rows.js'

export interface RecordedReader {
  /** Returns the body of a read as this server serves it, or why it is forwarded; null for other requests. */
  read(exchange: Pick<Exchange, 'method' | 'path' | 'role'>): Promise<RecordedRead | null>
  close(): Promise<void>
}

export type RecordedRead = { readonly body: unknown } | { readonly forwarded: string }

const timeZone = 'UTC'
/** Other spellings are for the routes. */
const plainPath = /^\/api\/[a-z-]+(?:\/[1-9]\d*)?(?:\?|$)/
const operations = { list: ['find', planList], one: ['findOne', planOne], single: ['find', planSingle] } as const

/** Opens recorded content of Strapi, for reads of content types by REST. */
export async function openRecordedReader(registry: Registry, address: DatabaseAddress): Promise<RecordedReader> {
  const { dialect } = address
  const layout = createStrapiLayout(registry, { dialect, timeZone })
  const database = await openReadOnlyDatabase({ registry, layout, connection: address })
  const granted = grantedBy(readSeed())
  const contextOf = (role: string): PlanContext => ({
    registry,
    can: (action, type: ContentType) => granted(role, action, type.uid),
    strict: false,
    asStrapi: { dialect, timeZone },
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
  return {
    close: () => database.close(),
    async read(exchange) {
      const target = plainPath.test(exchange.path) ? targetOf(exchange, registry) : null
      const operation = target && exchange.method === 'GET' ? operations[target.operation as 'list'] : undefined
      if (!target || !operation) return null
      const [action, plan] = operation
      const context = contextOf(exchange.role)
      if (!context.can(action, target.type)) return { forwarded: 'status' }
      try {
        const made = plan(target.type, queryOf(exchange.path), context)
        const difference = findDifference(made, { dialect, interface: 'rest' })
        if (difference) return { forwarded: difference.message }
        const text = await database.read(made, idOf(target))
        return text === null ? { forwarded: 'not found' } : { body: JSON.parse(stringOf(text)) as unknown }
      } catch (error) {
        if (error instanceof ApiError) return { forwarded: error.message }
        throw error
      }
    },
  }
}

const idOf = ({ id }: Target) => id ?? undefined

const queryOf = (path: string) =>
  parseQueryString(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '', {
    parameters: 1000,
    arrayItems: 100,
    depth: 20,
  })

export const recordedModel = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))
