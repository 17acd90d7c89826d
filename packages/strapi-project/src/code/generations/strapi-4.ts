import { resolve } from 'node:path'
import type { TokenEpochs } from '@content-api/capabilities/accounts/jwt'
import type { Caller } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import { ExtensionError, MissingPart } from '@content-api/core/errors/extension-error'
import { planningOf } from '@content-api/core/query/plan-settings'
import { type Database, within } from '@content-api/engine/database'
import { contentSanitizers } from '../entity-service/content-sanitize.js'
import { createDatabaseQuery, type DatabaseQuery } from '../entity-service/database-query.js'
import { type EntityService, type EntityServiceOptions, projectEntries } from '../entity-service/entity-service.js'
import { localeQuery, localeType, permissionQuery, permissionType } from '../entity-service/listed-query.js'
import { withWrittenFiles } from '../entity-service/written-files.js'
import { guarded, missing } from '../host/guarded.js'
import { ownValues } from '../host/project-store.js'
import { hookedEntityService } from '../lifecycles/around-hooks.js'
import { placeInProject } from '../loading/code-location.js'
import { coreController, isExtended } from '../routes/core-controller.js'
import { coreService } from './core-service.js'
import type { CreateGeneration, GenerationParts } from './generation.js'

/** The entries that a service has opened for the code of its project. */
export interface OpenEntries {
  readonly entries: Entries
  readonly database: Database
  readonly epochs: TokenEpochs
}

/** The rules of Strapi 4. `opened` is absent if the project is only checked, without a database. */
export const strapi4 =
  (opened?: OpenEntries): CreateGeneration =>
  (parts) => {
    const { registry, config, around, serviceOf, replaces } = parts
    const content = (): OpenEntries => {
      if (opened) return opened
      throw new ExtensionError('Content is not available, because this command runs without a database.')
    }
    const plainEntriesOf = (options: EntityServiceOptions) =>
      projectEntries(registry, content(), { reportId: reportIds(parts), ...options })
    const entriesOf = (caller?: Caller) => {
      const service = hookedEntityService(registry, plainEntriesOf({ caller }), around, caller)
      return withWrittenFiles(service, registry, parts.uploads, caller)
    }
    const planning = planningOf(config)
    const sanitizers = contentSanitizers(registry, planning)
    const core = { registry, planning, sanitizers, hooks: around, entries: opened?.entries, serviceOf, replaces }
    return {
      members: {},
      services: {},
      visibleTypes: registry,
      sanitizers,
      storedValues: ownValues(() => content().database),
      entriesOf,
      query: queryOf(parts, { content, plainEntriesOf }),
      coreService: (type) => coreService(type, entriesOf),
      coreController: (type) => coreController(type, core),
      isExtended: (type, action) => isExtended(type, action, core),
    }
  }

/** Returns the function that reports a create with an id that failed, with the line of the project. */
function reportIds({ project, logger }: GenerationParts) {
  return (message: string, call: Error) => {
    const place = project === undefined ? undefined : placeInProject(resolve(project), call)
    logger.warn(place === undefined || place === null ? message : `${place}: ${message}`)
  }
}

interface QueryParts {
  readonly content: () => OpenEntries
  readonly plainEntriesOf: (options: EntityServiceOptions) => EntityService
}

/** Creates `strapi.db.query`. */
function queryOf(
  { registry, config, around, accounts }: GenerationParts,
  { content, plainEntriesOf }: QueryParts,
): (uid: string) => DatabaseQuery {
  const database = () => content().database
  const listed: Readonly<Record<string, () => DatabaseQuery>> = {
    [permissionType]: () => permissionQuery(database, accounts),
    [localeType]: () => localeQuery(database, config),
  }
  const services = () => ({
    service: plainEntriesOf({ unvalidated: true }),
    serviceOfMany: plainEntriesOf({ unvalidated: true, systemOfUpdate: ['createdAt', 'updatedAt'] }),
    together: <Result>(work: () => Promise<Result>) => database().write((transaction) => within(transaction, work)),
  })
  return (uid) => {
    const ofList = Object.hasOwn(listed, uid) ? listed[uid] : undefined
    if (ofList) return guarded(`strapi.db.query('${uid}')`, ofList())
    const type = registry.contentTypes.get(uid)
    if (registry.components.has(uid)) {
      const hint = 'Read and write it with the entries that contain it: populate it, or set it in their data.'
      throw new MissingPart(`strapi.db.query('${uid}') does not exist here, because ${uid} is a component. ${hint}`)
    }
    if (!type) throw missing('The content type', uid, [...registry.contentTypes.keys()])
    return guarded(`strapi.db.query('${uid}')`, createDatabaseQuery(registry, services(), type, around))
  }
}
