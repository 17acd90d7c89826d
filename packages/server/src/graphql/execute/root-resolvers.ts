import { type Registry, isRecord } from '@content-api/model'
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { PlanContext } from '../../query/plan-context.js'
import { serviceArguments } from '../service-arguments.js'
import type { Output, ReadPlan } from '../../query/read-plan.js'
import { derivedNames, typeName } from '../naming.js'
import { type RootRequest, planAnswer } from '../plan/plan-root.js'
import type { RootField } from '../schema/root-fields.js'
import type { RecordOperation, Resolver } from '../service.js'
import { hydrateOutput } from './complete-output.js'
import type { ExecutionScope } from './running.js'
import { toEnvelope } from './envelopes.js'
import { countsGiven, givenResolvers } from './given-entries.js'
import { linkResolvers } from './link-resolvers.js'
import { typeOfRow } from './read-ahead.js'
import { operations } from './root-call.js'

/**
 * Gives the generated part of a schema resolvers, for operations that graphql-js completes since an extension's resolvers
 * stand among them: a root field reads everything below it at once, and all others take their part of it.
 */
export function addGeneratedResolvers(schema: GraphQLSchema, registry: Registry, scope: () => ExecutionScope): void {
  const given = givenResolvers(registry, scope)
  const links = linkResolvers(registry, scope)
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
        : orDefault(given.get(path) ?? links.get(path))
    }
  }
}

const isRoot = (schema: GraphQLSchema, name: string) =>
  name === schema.getQueryType()?.name || name === schema.getMutationType()?.name

function typeOf(value: unknown): string | undefined {
  const name = typeOfRow(value) ?? (isRecord(value) ? value['__typename'] : undefined)
  return typeof name === 'string' ? name : undefined
}

/** What a resolver of an extension gave is an object like any other. */
const orDefault =
  (resolver: Resolver | undefined): Resolver =>
  (...call) =>
    resolver?.(...call) ?? defaultFieldResolver(...call)

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
      whole: extended?.handsOver(info.parentType.name, info.fieldName),
    }
    const planned = (plan: (request: RootRequest, context: PlanContext) => ReadPlan) => {
      const limits = context(caller)
      return share.plan((entries) => plan({ ...root, budget: entries }, limits))
    }
    const answered = (text: string | null, output: () => Output): unknown => {
      const read = text === null ? {} : hydrateOutput(text, output)
      const about = { args: serviceArguments(type, root.given, context(caller)), resourceUID: type.uid }
      return Array.isArray(read) ? read.map((one) => toEnvelope(one, about, info)) : toEnvelope(read, about, info)
    }
    return field ? answerField(field) : answerRecord(record as RecordOperation)

    async function answerField({ kind }: RootField): Promise<unknown> {
      const answer = () => planned(operations[kind].plan)
      const query = {
        text: keyOf(info, root.given),
        parameters: () => ({ locale: root.given['locale'] ?? undefined }),
      }
      const request = { type, caller, query, answer, afford: share.pay, charge: share.charge }
      const text = await operations[kind].run({ entries: options.entries, given: () => root.given, request })
      return answered(text, () => answer().output)
    }

    async function answerRecord({ run, nullable }: RecordOperation): Promise<unknown> {
      const plan = planned(planAnswer)
      share.charge(await options.entries.price(plan))
      const text = await run({ given: root.given, caller, read: (id) => options.entries.read(plan, id) })
      return text === null && nullable ? null : answered(text, () => plan.output)
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
