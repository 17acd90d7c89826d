import {
  type DocumentNode,
  NoSchemaIntrospectionCustomRule,
  type ValidationRule,
  KnownArgumentNamesRule,
  FieldsOnCorrectTypeRule,
  specifiedRules,
  validate,
} from 'graphql'
import { type JsonText, linkTarget, type Member, objectOf } from '@content-api/engine/plan'
import type { RequestInfo } from '@content-api/core/message/message'
import { formatError, withCode } from './errors.js'
import { executeOperation } from './execute/executors.js'
import { checkFiles } from './execute/operation.js'
import { RequestBudget } from './plan/budget.js'
import { parseDocument } from './parse-document.js'
import { createSchema } from './schema/create-schema.js'
import { wholeShadow } from './schema/shadow-crud.js'
import type {
  ExecutionScope,
  GraphqlOptions,
  GraphqlService,
  OperationResult,
  PageLimits,
  SchemaExtension,
} from './contracts.js'
import { createDocumentCache } from './document-cache.js'
import { knownFields } from './known-fields.js'
import { countLimits, depthLimit, knownArguments, nameRepeatedField } from './validation-rules.js'
import { isScalar, type Registry } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import type { ShadowCrud } from './schema/shadow-crud.js'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { typeName } from './naming.js'

/** The maximum number of validation errors in a response. A document may contain any number of mistakes. */
const maximumErrors = 20

/**
 * The query cost per entry. `costLimit`, the maximum number of entries, thus also limits the query cost. If
 * `limits.queryCost` is lower, it applies instead.
 */
const costPerEntry = 25

/**
 * Creates the GraphQL interface of a content service (specification §4.5).
 * @throws GraphQLError or Error for an extension whose SDL or resolvers don't match the schema
 */
export function createGraphql(options: GraphqlOptions): GraphqlService {
  const { registry, shape, config, production, extension, meter, operations = [] } = options
  const shadow = extension?.shadow ?? wholeShadow
  const { schema, fields, records } = createSchema({
    registry,
    shape,
    shadow,
    locales: config.i18n.locales,
    modules: operations,
    ...(extension && { extension }),
    scope: () => scope,
  })
  const { costLimit } = config.graphql.config
  const requestLimits = {
    entries: costLimit,
    conditions: config.limits.filterConditions,
    queryCost: Math.min(config.limits.queryCost, costLimit * costPerEntry),
  }
  const scope: ExecutionScope = {
    options,
    schema,
    fields,
    records,
    context: (caller) => ({
      ...withLimits(options.context(caller.can), config.graphql.config),
      ...(extension && { hides: hiddenFields(registry, shadow, extension, caller) }),
    }),
    budget: () => new RequestBudget(requestLimits, () => meter?.costRejected()),
  }
  const rules = validationRules(options)
  const documents = createDocumentCache()
  const valid = new WeakSet<DocumentNode>()

  const { isSchemaHost = null } = options
  const suggestsNames = (http: RequestInfo | undefined) =>
    !production && (isSchemaHost === null || http === undefined || isSchemaHost(http.header('host')))

  return {
    schema,
    parse: (text) => documents.get(text) ?? parseDocument(text, config.graphql.config.tokenLimit),
    validate(document) {
      if (valid.has(document)) return []
      const errors = validate(schema, document, rules, { maxErrors: maximumErrors })
      if (errors.length > 0)
        return errors.map((error) => withCode(nameRepeatedField(error, document), 'GRAPHQL_VALIDATION_FAILED'))
      valid.add(document)
      if (document.loc) documents.set(document.loc.source.body, document)
      return []
    },
    checked(text) {
      const document = documents.get(text)
      meter?.cache('documents', document !== undefined)
      return document
    },
    checkFiles: (request) => checkFiles(scope, request),
    execute: (request) => executeOperation(scope, request),
    budget: scope.budget,
    write: (result, http) => writeBody(result, () => suggestsNames(http)),
  }
}

/** Returns a context of plans with the limits of GraphQL instead of those of REST. */
export function withLimits(context: PlanContext, { defaultLimit, amountLimit }: PageLimits): PlanContext {
  const limits = { ...context.limits, defaultLimit, maxLimit: amountLimit, withCount: true }
  return { ...context, limits }
}

function validationRules({ config, production }: GraphqlOptions): readonly ValidationRule[] {
  const { depthLimit: depth, aliasLimit, apolloServer } = config.graphql.config
  const introspection = apolloServer.introspection ?? !production
  return [
    ...specifiedRules.filter((rule) => rule !== KnownArgumentNamesRule && rule !== FieldsOnCorrectTypeRule),
    // Without introspection, errors suggest no names.
    ...(introspection ? [knownArguments, knownFields] : [KnownArgumentNamesRule, FieldsOnCorrectTypeRule]),
    depthLimit(depth),
    countLimits(aliasLimit),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ]
}

function writeBody({ data, errors }: OperationResult, suggestsNames: () => boolean): JsonText {
  const members: Member[] = data === undefined ? [] : [['data', data]]
  if (errors.length > 0) {
    const hidesNames = !suggestsNames()
    const formatted = errors.map((error) => formatError(error, hidesNames))
    members.unshift(['errors', JSON.stringify(formatted)])
  }
  return objectOf(members)
}

/**
 * Returns a function that finds out whether an extension hides a field from the caller. Sorts and filters by
 * a hidden field would reveal its values. The schema has no filters for completely disabled fields. It has
 * filters for fields of which only the output is disabled (`disableOutput`), as the specification requires.
 */
function hiddenFields(
  registry: Registry,
  shadow: ShadowCrud,
  extension: SchemaExtension,
  caller: Caller,
): NonNullable<PlanContext['hides']> {
  return (schema, name, parameter) => {
    if (parameter === 'sort' && !shadow.hasOutput(schema.uid, name)) return true
    const attribute = schema.attributes[name]
    const target = attribute && !isScalar(attribute) ? linkTarget(attribute, registry) : undefined
    if (target && !shadow.isEnabled(target.uid)) return true
    const type = typeName(schema)
    // The id of an entry is a field of the entity, not of its attributes.
    const place = name === 'id' && schema.model === 'contentType' ? `${type}Entity` : type
    return extension.hides(`${place}.${name}`, caller)
  }
}
