import type { ContentType, Registry } from '@content-api/model'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import type { Values } from '@content-api/engine/plan'
import type { CoreAction } from '@content-api/project-files/code/core-actions'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { Logger } from '@content-api/core/log/logger'
import type { ContentSanitizers } from '../entity-service/content-sanitize.js'
import type { DatabaseQuery } from '../entity-service/database-query.js'
import type { EntityService } from '../entity-service/entity-service.js'
import type { StoredValues } from '../host/project-store.js'
import type { AroundHooks } from '../lifecycles/around-hooks.js'

/** What the code of a project reads and writes content with: the rules of one generation of Strapi. */
export interface Generation {
  /** The members of `strapi` that the other generation lacks. */
  readonly members: Values
  /** Services of Strapi by their uid, such as `plugin::i18n.locales`, in place of those that both generations have. */
  readonly services: Readonly<Record<string, object>>
  /** The content types that code sees in `strapi.contentTypes`. */
  readonly visibleTypes: Registry
  readonly sanitizers: ContentSanitizers
  /** The values of `strapi.store`. */
  readonly storedValues: StoredValues
  /** Returns the entity service with the permissions of a caller; without a caller everything is allowed. */
  entriesOf(caller?: Caller): EntityService
  /** Returns `strapi.db.query(uid)`. @throws ExtensionError for an unknown uid, MissingPart for a component */
  query(uid: string): DatabaseQuery
  /** Returns the generated functions of a service, which are `super` in that of the project. */
  coreService(type: ContentType): object
  /** Returns the generated actions and helpers of a controller, which are `super` in that of the project. */
  coreController(type: ContentType): object
  /** Returns whether a generated action runs project code, such as a replaced service function or a hook. */
  isExtended(type: ContentType, action: CoreAction): boolean
}

/** What a generation is made of. */
export interface GenerationParts {
  /** The folder of the project. */
  readonly project: string | undefined
  readonly registry: Registry
  readonly config: Config
  /** The hooks of reads, and of writes of many entries. */
  readonly around: AroundHooks
  readonly logger: Logger
  /** @throws ExtensionError before the service is open */
  readonly accounts: () => Accounts
  /** @throws ExtensionError before the service is open */
  readonly uploads: () => Uploads
  /** Returns the service of a content type. The project may have replaced its functions. */
  readonly serviceOf: (uid: string) => Values
  /** Returns whether the project's service defines this function. */
  readonly replaces: (uid: string, name: string) => boolean
}

export type CreateGeneration = (parts: GenerationParts) => Generation
