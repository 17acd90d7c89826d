import { type ContentType, isBuiltinType } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import type { ExtensionInput } from '../../project/project-types.js'
import type { RegisteredProject } from '../../project/registered-project.js'
import { pluralField, singularField } from '../naming.js'

type Values = Readonly<Record<string, unknown>>

interface ReadContext {
  readonly caller: Caller
}

/**
 * Returns resolvers for the generated queries of types with read hooks. They use the entity service,
 * which runs the hooks.
 */
export function readHookExtensions(project: RegisteredProject): ExtensionInput[] {
  return project
    .readHooked()
    .filter(({ uid }) => !isBuiltinType(uid))
    .map((type) => ({ resolvers: { Query: queriesOf(type, project) } }))
}

function queriesOf(type: ContentType, { strapi, shadow, entriesOf }: RegisteredProject): Values {
  const { uid } = type
  const graphql = strapi.plugin('graphql')
  const { toEntityResponse, toEntityResponseCollection } = graphql.service('format').returnTypes
  const argumentsOf = (args: Values, usePagination: boolean): Values =>
    graphql.service('builders').utils.transformArgs(args, { contentType: type, usePagination }) as Values
  const info = (args: Values) => ({ args, resourceUID: uid })
  const one = async (_parent: unknown, { id, ...args }: Values, { caller }: ReadContext) => {
    const entries = entriesOf(caller)
    const parameters = argumentsOf(args, false)
    const entry =
      type.kind === 'singleType'
        ? await entries.findMany(uid, parameters)
        : await entries.findOne(uid, id as string, parameters)
    return toEntityResponse(entry, info(args))
  }
  const many = async (_parent: unknown, args: Values, { caller }: ReadContext) => {
    const parameters = argumentsOf(args, true)
    return toEntityResponseCollection(await entriesOf(caller).findMany(uid, parameters), info(parameters))
  }
  return {
    ...(shadow.isActionEnabled(uid, 'findOne') && { [singularField(type)]: one }),
    ...(type.kind === 'collectionType' && shadow.isActionEnabled(uid, 'find') && { [pluralField(type)]: many }),
  }
}
