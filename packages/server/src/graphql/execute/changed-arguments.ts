import type { Registry, Schema } from '@content-api/model'
import { type FieldNode, type GraphQLResolveInfo, Kind } from 'graphql'
import { ApiError } from '../../errors/api-error.js'
import { isRecord, readInteger } from '../../query/raw-value.js'
import { typeName } from '../naming.js'
import type { Arguments } from '../plan/list-arguments.js'
import { resolverKeys } from '../plan/for-resolvers.js'
import { argumentsOf } from '../plan/select-output.js'
import type { GivenIds } from '../plan/plan-given.js'
import type { GraphqlContext, Resolver } from '../service.js'
import type { ExecutionScope } from './execute-operation.js'
import { documentOf, readAttributes, readTogether, resolverRequest } from './read-attributes.js'

/**
 * What reads a link of entries again when a middleware has handed on other arguments than it was planned with, as it does to
 * filter rows; undefined where they are the same. All entries of a list are read in one statement.
 */
export function changedArgumentsResolver(registry: Registry, scope: () => ExecutionScope): Resolver {
  const schemas = new Map<string, Schema>(
    [...registry.contentTypes.values(), ...registry.components.values()].map((schema) => [typeName(schema), schema]),
  )
  return (source, given, context, info) => {
    const { parentType, fieldName, fieldNodes } = info
    const schema = schemas.get(parentType.name)
    const [node] = fieldNodes
    if (!schema || !node || !scope().extended?.touches(parentType.name, fieldName)) return undefined
    const key = JSON.stringify(given)
    if (key === plannedKey(info)) return undefined
    return readAgain(scope(), schema, source, { node, given: given as Arguments, key }, context, info)
  }
}

const planned = new WeakMap<readonly FieldNode[], string>()

/** The arguments in the document, which are the same for all entries of a list. */
function plannedKey(info: GraphQLResolveInfo): string {
  const { fieldNodes, fieldName, parentType } = info
  const known = planned.get(fieldNodes)
  if (known !== undefined) return known
  const asked = { name: fieldName, nodes: fieldNodes }
  const key = JSON.stringify(argumentsOf({ document: documentOf(info) }, parentType, asked))
  planned.set(fieldNodes, key)
  return key
}

interface Changed {
  readonly node: FieldNode
  readonly given: Arguments
  readonly key: string
}

async function readAgain(
  scope: ExecutionScope,
  schema: Schema,
  source: unknown,
  { node, given, key }: Changed,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const parent = isRecord(source) ? source : {}
  const id = readInteger(parent['id'])
  const gone = () =>
    new ApiError('NotFoundError', `${info.parentType.name}.${info.fieldName} is of an entry that is gone`)
  if (id === undefined) throw gone()
  const publicationState = parent[resolverKeys.state] === 'preview' ? 'preview' : 'live'
  const around: FieldNode = { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: info.fieldNodes } }
  const read = (ids: GivenIds) =>
    readAttributes(scope, context, resolverRequest(scope, schema, [around], info), ids, {
      publicationState,
      changed: { node, given },
    })
  const known = await readTogether(info.fieldNodes, `${context.caller.key} ${publicationState} ${key}`, id, read)
  const answers = known.get(id)?.[resolverKeys.answers]
  if (!isRecord(answers)) throw gone()
  return answers[info.path.key]
}
