import { type ContentType, isBuiltinType } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { derivedNames, pluralField, singularField } from '@content-api/interfaces/graphql/naming'
import { entryLinks } from '@content-api/interfaces/graphql/plan/plan-root'
import { selectAttribute, selectUsedBy } from '@content-api/interfaces/graphql/plan/select-attribute'
import { entrySchema } from '@content-api/interfaces/graphql/schema/entry-schema'
import { rootFields } from '@content-api/interfaces/graphql/schema/root-fields'
import { serviceArguments } from '../code/plugins/graphql-builders.js'
import type { ExtensionInput } from '../code/project-types.js'
import type { RegisteredProject } from '../code/register-project.js'
import type { ExtensionShape } from './extension-shape.js'
import { locationOf, toEnvelope, toRow } from './prefetched.js'
import type { LinkForm } from './resolver-form.js'
import { returnedEntryResolvers } from './returned-entries.js'

/** The rules of Strapi 4: entries in envelopes with `data` and `attributes`. */
export const entryResults: ExtensionShape = {
  schema: entrySchema,
  rootFields,
  code: null,
  inputs: readHookExtensions,
  isStrict: false,
  entryType: derivedNames.entity,
  linkFields: (name) => [name],
  linksOf: ({ state }) => ({ ...links, state }),
  argumentsOf: serviceArguments,
  returnedState: () => 'live',
  hasResults: true,
  returned: returnedEntryResolvers,
  fallback: () => undefined,
  rootResult(read, about, info) {
    const rows = read ?? {}
    return Array.isArray(rows) ? rows.map((one) => toEnvelope(one, about(), info)) : toEnvelope(rows, about(), info)
  },
  codeResult: (result) => result,
  linkResult(read, { target, about }, info) {
    if (target) return toEnvelope(read, about(), info)
    const place = locationOf(info)
    return Array.isArray(read) ? read.map((row) => toRow(row, place)) : toRow(read, place)
  },
}

const links: Omit<LinkForm, 'state'> = {
  ...entryLinks,
  hasEnvelopes: true,
  isSelf: () => false,
  selectLink(scope, { schema, selected, type }) {
    const { name } = selected
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    return attribute
      ? selectAttribute(scope, { schema, attribute, selected, type })
      : selectUsedBy(scope, schema, selected)
  },
}

interface ReadContext {
  readonly caller: Caller
}

/**
 * Returns resolvers for the generated queries of types with read hooks. They use the entity service,
 * which runs the hooks.
 */
function readHookExtensions(project: RegisteredProject): ExtensionInput[] {
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
