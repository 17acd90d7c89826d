import type { Registry } from '@content-api/model'
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  isObjectType,
  isUnionType,
} from 'graphql'
import { withId } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { isRecord } from '../../query/raw-value.js'
import type { ReadPlan } from '../../query/read-plan.js'
import { derivedNames, typeName } from '../naming.js'
import { resolverKeys } from '../plan/for-resolvers.js'
import { type RootRequest, planAnswer } from '../plan/plan-root.js'
import type { RootField } from '../schema/root-fields.js'
import type { RecordOperation, Resolver } from '../service.js'
import { hydrateOutput } from './complete-output.js'
import { changedArgumentsResolver } from './changed-arguments.js'
import type { ExecutionScope } from './execute-operation.js'
import { countsGiven, givenResolvers } from './given-entries.js'
import { operations } from './root-call.js'

/**
 * Gives the generated part of a schema resolvers, for operations that graphql-js completes since an extension's resolvers
 * stand among them: a root field reads everything below it at once, and all others take their part of it.
 */
export function addGeneratedResolvers(schema: GraphQLSchema, registry: Registry, scope: () => ExecutionScope): void {
  const given = givenResolvers(registry, scope)
  const changed = changedArgumentsResolver(registry, scope)
  for (const type of registry.contentTypes.values()) {
    const entity = schema.getType(derivedNames.entity(typeName(type)))
    if (isObjectType(entity)) entity.isTypeOf = countsGiven
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = (value) => typeOf(value)
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const path = `${type.name}.${field.name}`
      field.resolve ??= isRoot(schema, type.name)
        ? rootResolver(scope, path)
        : partOr(given.get(path), field.args.length > 0 ? changed : undefined)
    }
  }
}

const isRoot = (schema: GraphQLSchema, name: string) =>
  name === schema.getQueryType()?.name || name === schema.getMutationType()?.name

function typeOf(value: unknown): string | undefined {
  const name = isRecord(value) ? (value[resolverKeys.type] ?? value['__typename']) : undefined
  return typeof name === 'string' ? name : undefined
}

/**
 * What a resolver of an extension gave is an object like any other. Of an entry the value of the field's name comes first: a
 * middleware may have handed on the entry with another one.
 */
const partResolver =
  (changed: Resolver | undefined): Resolver =>
  (source, given, context, info) => {
    const answers = isRecord(source) ? source[resolverKeys.answers] : undefined
    const isAnswer = isRecord(answers) && !Object.hasOwn(source as object, info.fieldName)
    if (!isAnswer) return defaultFieldResolver(source, given, context, info)
    return changed?.(source, given, context, info) ?? answers[info.path.key]
  }

function partOr(given: Resolver | undefined, changed: Resolver | undefined): Resolver {
  const part = partResolver(changed)
  return given ? (...call) => given(...call) ?? part(...call) : part
}

function rootResolver(scope: () => ExecutionScope, path: string): Resolver {
  return (_source, given, { caller, budget }, info) => {
    const { fields, records, options, context, extended } = scope()
    const field = fields.get(path)
    const record = records.get(path)
    if (!field && !record) return undefined
    const type = field?.type ?? options.registry.contentType((record as RecordOperation).type)
    const document = {
      schema: info.schema,
      fragments: new Map(Object.entries(info.fragments)),
      variables: info.variableValues,
    }
    const share = budget.request.share()
    const root: Omit<RootRequest, 'budget'> = {
      type,
      nodes: info.fieldNodes,
      given: given as RootRequest['given'],
      document,
      extended,
    }
    const planned = (plan: (request: RootRequest, context: PlanContext) => ReadPlan) => {
      const limits = context(caller)
      return share.plan(limits, (entries) => plan({ ...root, budget: entries }, limits))
    }
    return field ? answerField(field) : answerRecord(record as RecordOperation)

    async function answerField({ kind }: RootField): Promise<unknown> {
      const answer = () => planned(operations[kind].plan)
      const query = {
        text: keyOf(info, root.given),
        parameters: () => ({ locale: root.given['locale'] ?? undefined }),
      }
      const request = { type, caller, query, answer, afford: share.pay }
      const text = await operations[kind].run({ entries: options.entries, given: root.given, request })
      return text === null ? { data: null } : hydrateOutput(text, () => answer().output ?? [])
    }

    async function answerRecord({ run }: RecordOperation): Promise<unknown> {
      const plan = planned(planAnswer)
      const text = await run({ given: root.given, caller, read: (id) => options.entries.read(withId(plan, id)) })
      return text === null ? { data: null } : hydrateOutput(text, () => plan.output ?? [])
    }
  }
}

const numbers = new WeakMap<FieldNode, number>()
let last = 0

/** As the key of any other root field, but for the arguments: middlewares may have changed them. */
function keyOf({ fieldNodes, operation, variableValues }: GraphQLResolveInfo, given: RootRequest['given']): string {
  const [node] = fieldNodes
  let number = node && numbers.get(node)
  if (node && number === undefined) numbers.set(node, (number = ++last))
  return `resolved ${number} ${operation.name?.value ?? ''} ${JSON.stringify([variableValues, given])}`
}
