import type { ContentType } from '@content-api/model'
import type {
  ExplorerAction,
  ExplorerComponent,
  ExplorerGraphqlNames,
  ExplorerModel,
  ExplorerSchema,
  ExplorerType,
  Identity,
  IdentityName,
} from '@content-api/explorer/protocol'
import { actionUid } from '../../auth/actions.js'
import type { Identity as FoundIdentity } from '../../auth/act-as.js'
import type { Config } from '../../config/schema.js'
import type { Caller } from '../../entries/caller.js'
import { derivedNames, isGraphqlName, pluralField, singularField, typeName } from '../../graphql/naming.js'
import { listLocales } from '../../i18n/locales.js'
import type { RegisteredProject } from '../../strapi/code/register-project.js'
import { fileContentType } from '@content-api/engine/plan'
import { countEntriesByType } from '@content-api/engine/transfer'
import type { Database } from '@content-api/engine/database'
import type { PlanSettings } from '../../query/plan-context.js'
import { hasRoutes } from '../../rest/routes.js'
import { schemaOf, type SchemaScope, targetsOf } from './schemas.js'

export interface ModelParts {
  readonly database: Database
  readonly config: Config
  readonly project: Pick<RegisteredProject, 'shadow' | 'removedActions'>
  readonly planning: PlanSettings
  /** Whether `/openapi.json` is served. */
  readonly openapi: boolean
}

/** The types and components that the caller may see, in the form of the explorer's model. */
export interface VisibleSchemas {
  readonly types: readonly Uncounted[]
  readonly related: readonly ExplorerSchema[]
  readonly components: readonly ExplorerComponent[]
}

type Uncounted = Omit<ExplorerType, 'count'>

export function visibleSchemas(parts: ModelParts, caller: Caller, everything: boolean): VisibleSchemas {
  const { registry } = parts.database
  const scope: SchemaScope = { context: { registry, can: caller.can, ...parts.planning }, everything }
  const types = [...registry.contentTypes.values()]
    .filter(hasRoutes)
    .map((type) => ({ type, actions: actionsOf(parts, caller, type) }))
    .filter(({ actions }) => actions.length > 0)
    .map(({ type, actions }) => typeOf(parts, type, { actions, scope }))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName))
  return { types, ...relatedSchemas(types, scope) }
}

/**
 * Returns the model as the caller may see it, with the number of entries of each type. One statement counts
 * all types.
 */
export async function explorerModel(
  parts: ModelParts,
  caller: Caller,
  identity: FoundIdentity,
): Promise<ExplorerModel> {
  const { database, config, planning } = parts
  const { types, related, components } = visibleSchemas(parts, caller, identity.name === 'everything')
  const listed = new Set(types.filter(({ actions }) => actions.includes('find')).map(({ uid }) => uid))
  const files = fileContentType(database.registry)
  const media = mediaActions(caller)
  const counts = await countEntriesByType(database, media.includes('find') ? [...listed, files.uid] : [...listed])
  const { rest } = config.api
  return {
    identity: identity as Identity & { readonly name: IdentityName },
    open: config.permissions === undefined,
    types: types.map((type) => ({ ...type, count: counts.get(type.uid) ?? null })),
    related,
    components,
    media: media.includes('find')
      ? {
          count: counts.get(files.uid) ?? 0,
          actions: media,
          path: `${prefixOf(config)}/upload`,
          paginates: rest.strictParams,
        }
      : null,
    locales: listLocales(planning.locales.codes, planning.locales.default)
      .map(({ code, name, isDefault }) => ({ code, name, isDefault }))
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
    api: {
      prefix: prefixOf(config),
      graphql: config.graphql.enabled ? config.graphql.config.endpoint : null,
      openapi: parts.openapi,
      defaultPageSize: rest.defaultLimit,
      maxPageSize: rest.maxLimit ?? 100,
    },
  }
}

const prefixOf = ({ api: { rest } }: Config) => (rest.prefix === '/' ? '' : rest.prefix)

const collectionActions = ['find', 'findOne', 'create', 'update', 'delete', 'createLocalization'] as const
const singleActions = ['find', 'update', 'delete', 'createLocalization'] as const

function actionsOf({ project }: ModelParts, caller: Caller, type: ContentType): ExplorerAction[] {
  const all: readonly ExplorerAction[] = type.kind === 'singleType' ? singleActions : collectionActions
  return all.filter(
    (action) =>
      (action !== 'createLocalization' || type.localized) &&
      !project.removedActions.has(actionUid(action, type)) &&
      caller.can(action, type),
  )
}

function mediaActions({ may }: Caller) {
  return (['find', 'findOne', 'upload', 'destroy'] as const).filter((action) =>
    may(`plugin::upload.content-api.${action}`),
  )
}

interface TypeDetails {
  readonly actions: readonly ExplorerAction[]
  readonly scope: SchemaScope
}

function typeOf(parts: ModelParts, type: ContentType, { actions, scope }: TypeDetails): Uncounted {
  const { kind, singularName, pluralName, draftAndPublish, localized } = type
  const written = actions.some((action) => action !== 'find' && action !== 'findOne' && action !== 'delete')
  return {
    ...schemaOf(type, scope, written),
    kind,
    singularName,
    pluralName,
    path: `${prefixOf(parts.config)}/${kind === 'singleType' ? singularName : pluralName}`,
    draftAndPublish,
    localized,
    actions,
    graphql: graphqlNames(parts, type),
  }
}

function graphqlNames({ config, project }: ModelParts, type: ContentType): ExplorerGraphqlNames | null {
  const name = typeName(type)
  if (!config.graphql.enabled || !project.shadow.isEnabled(type.uid) || !isGraphqlName(name)) return null
  return {
    type: name,
    one: singularField(type),
    many: type.kind === 'singleType' ? null : pluralField(type),
    filters: derivedNames.filters(name),
    input: derivedNames.input(name),
  }
}

/**
 * Returns the schemas that attributes of `types` refer to, directly or indirectly: components, and types
 * without routes.
 */
function relatedSchemas(types: readonly Uncounted[], scope: SchemaScope) {
  const related: ExplorerSchema[] = []
  const components: ExplorerComponent[] = []
  const seen = new Set(types.map(({ uid }) => uid))
  const left: ExplorerSchema[] = [...types]
  for (let schema = left.pop(); schema; schema = left.pop()) {
    for (const target of targetsOf(schema, scope.context)) {
      if (seen.has(target.uid)) continue
      seen.add(target.uid)
      const found = schemaOf(target, scope, target.model === 'component')
      left.push(found)
      if (target.model === 'component') components.push({ ...found, graphql: typeName(target) })
      else related.push(found)
    }
  }
  return { related, components }
}
