import type { ContentType, Registry } from '@content-api/model'
import type { Database, PreparedRead, Reader } from '@content-api/engine/database'
import { type JsonText, parseText, type ReadId, type ReadPlan, type Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { withHiddenSecrets } from '@content-api/core/entries/secrets'
import { allowEverything, type PlanContext } from '@content-api/core/query/plan-context'
import { planProjectRead, type ProjectRead } from '@content-api/strapi-reads/rest5/plan-documents'
import type { WritableLayout } from '@content-api/engine/layout'
import { planned } from './project-values.js'

/** An entry as project code gets it: one flat object, with its private attributes. */
export type ProjectEntry = Record<string, unknown>

export interface ProjectReadsOptions {
  readonly registry: Registry
  readonly database: Database<WritableLayout>
  /** Returns the context in which queries are planned. */
  readonly context: (can: PlanContext['can']) => PlanContext
  /** Returns the caller for whom project code runs. Nothing limits what it reads; its request may be cancelled. */
  readonly caller: () => Caller
}

/** How entries are read: the parameters, and what they select. */
export interface Selection extends ProjectRead {
  readonly type: ContentType
  readonly query: Values
}

/** Reads entries for project code. */
export interface ProjectReads {
  /** Returns the read of a selection. @throws ApiError ValidationError */
  prepare(selection: Selection): PreparedRead
  /**
   * Runs a read, in the surrounding transaction if there is one.
   * @param id for reads by the id of a row or a document
   * @param reader the transaction of a write; by default the database
   */
  run(read: PreparedRead, id?: ReadId, reader?: Reader): Promise<ProjectEntry | ProjectEntry[] | null>
}

export function createProjectReads({ registry, database, context, caller }: ProjectReadsOptions): ProjectReads {
  const preparePlan = createPlanCache(database)
  const base = context(allowEverything)
  const planning: PlanContext = {
    ...base,
    // Unknown parameters are checked before, and a locale needs no certain form.
    strict: false,
    revealsPrivate: true,
    limits: { ...base.limits, maxLimit: null },
  }
  return {
    prepare({ type, query, ...read }) {
      const text = `${JSON.stringify(read)} ${JSON.stringify(query)}`
      const request = { type, caller: caller(), query: { text, parameters: () => query } }
      return preparePlan('find', request, () => planned(() => planProjectRead(type, query, planning, read)))
    },
    async run(read, id, reader) {
      const text: JsonText | null = reader
        ? await reader.read(read, id)
        : await database.read(read, id, { session: caller().session })
      if (text === null) return null
      const { type }: ReadPlan = read.plan
      return withHiddenSecrets(parseText(text), type, registry) as ProjectEntry | ProjectEntry[]
    },
  }
}

/** Sets what hooks have changed in the result of a write. */
export function withResultChanges(entry: ProjectEntry, changes: ResultChanges | null | undefined): ProjectEntry {
  for (const [name, value] of changes ?? []) {
    Object.defineProperty(entry, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return entry
}
