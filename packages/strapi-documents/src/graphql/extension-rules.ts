import type { ContentType, Registry } from '@content-api/model'
import type { PublicationState } from '@content-api/engine/plan'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import type { OperationKind } from '@content-api/interfaces/graphql/schema/root-fields'
import { documentSchema } from '@content-api/strapi-reads/graphql5/document-shape'
import { oldEnvelopes } from '@content-api/strapi-reads/graphql5/old-fields'
import { readVersions } from '@content-api/strapi-reads/graphql5/plan/document-arguments'
import { documentLinks } from '@content-api/strapi-reads/graphql5/plan/document-form'
import { documentRootFields } from '@content-api/strapi-reads/graphql5/schema/document-root-fields'
import type { Versions } from '@content-api/strapi-reads/rest5/versions'
import { type CodeFieldsOptions, createCodeFields } from './code-fields.js'
import { fieldParameters } from './field-parameters.js'
import { servedRules } from './served-rules.js'

export interface ExtensionRulesOptions extends CodeFieldsOptions {
  readonly registry: Registry
  /** Whether types also have the fields of Strapi 4. */
  readonly hasOldFields: boolean
}

/** A generated root field with its arguments. */
interface CalledField {
  readonly kind: OperationKind
  readonly type: ContentType
  readonly args: Arguments
}

export interface LinkSource {
  /** The root field above. Undefined for a root field that code of the project defines. */
  readonly root: CalledField | undefined
  readonly state: PublicationState
}

/** Returns how extensions of GraphQL see documents, and how root fields run code of the project. */
export function extensionRules(options: ExtensionRulesOptions) {
  const { registry, hasOldFields } = options
  return {
    registry,
    schema: documentSchema({ hasOldFields }),
    rootFields: documentRootFields,
    argumentsOf: fieldParameters,
    selfFields: hasOldFields ? oldEnvelopes : [],
    linksOf(source: LinkSource) {
      const versions = versionsOf(source)
      return { ...documentLinks({ versions, rules: servedRules }), state: versions.state }
    },
    code: createCodeFields(options),
  }
}

const reads: ReadonlySet<OperationKind> = new Set(['find', 'findConnection', 'findOne', 'findSingle'])

/** The versions of linked documents are those of the root field. */
function versionsOf({ root, state }: LinkSource): Versions {
  if (!root) return { state, filters: [] }
  const { kind, type, args } = root
  if (reads.has(kind)) return readVersions(args, servedRules)
  return { state: args['status'] === 'draft' && type.draftAndPublish ? 'draft' : 'live', filters: [] }
}
