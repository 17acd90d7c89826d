import { isRecord } from '../is-record.js'
import type { ContentTypeExtension, ExtensionService, FieldExtension } from '@content-api/conformance'
import { type Mutant, requireClauses } from '../mutant.js'
import type { Loose } from '../wire.js'

type Change = (service: ExtensionService) => ExtensionService

/** Creates a mutant of the extension interface. Requests and responses stay unchanged. */
function onInterface(id: string, clauses: readonly string[], breaks: string, change: Change): Mutant {
  requireClauses(clauses)
  return {
    id: `inproc.${id}`,
    clauses,
    breaks,
    wrap: (inner) => inner,
    wrapInproc: (adapter) => ({ ...adapter, start: (extend) => adapter.start((service) => extend(change(service))) }),
  }
}

const onType =
  (change: (type: ContentTypeExtension) => Partial<ContentTypeExtension>): Change =>
  (service) => ({
    use: (extension) => service.use(extension),
    shadowCRUD: (uid) => {
      const type = service.shadowCRUD(uid)
      return { ...type, ...change(type) }
    },
  })

const onField = (change: (field: FieldExtension) => Partial<FieldExtension>): Change =>
  onType((type) => ({
    field: (name) => {
      const field = type.field(name)
      return { ...field, ...change(field) }
    },
  }))

/** Changes the argument of `use`: an extension, or the result of a function. */
const onExtension =
  (change: (extension: Loose) => Loose): Change =>
  (service) => ({
    shadowCRUD: (uid) => service.shadowCRUD(uid),
    use: (extension) =>
      service.use((library: unknown) =>
        change(
          (typeof extension === 'function' ? (extension as (library: unknown) => Loose)(library) : extension) as Loose,
        ),
      ),
  })

const without = (name: string) => onExtension(({ [name]: _, ...rest }) => rest)

/** Changes the options of every resolver. */
const onOptions = (change: (options: Loose) => Loose): Change =>
  onExtension((extension) => ({
    ...extension,
    ...(isRecord(extension['resolversConfig'])
      ? {
          resolversConfig: Object.fromEntries(
            Object.entries(extension['resolversConfig']).map(([name, options]) => [name, change(options as Loose)]),
          ),
        }
      : {}),
  }))

const nothing = () => undefined
const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export const inprocMutants: readonly Mutant[] = [
  onInterface(
    'disable',
    ['4.6/disable'],
    'disable() does nothing',
    onType(() => ({ disable: nothing })),
  ),
  onInterface(
    'disable-queries',
    ['4.6/disableQueries'],
    'disableQueries() removes everything',
    onType((type) => ({ disableQueries: () => type.disable() })),
  ),
  onInterface(
    'disable-mutations',
    ['4.6/disableMutations'],
    'disableMutations() removes the queries',
    onType((type) => ({ disableMutations: () => type.disableQueries() })),
  ),
  onInterface(
    'disable-action',
    ['4.6/disableAction', '4.6/action-names'],
    'disableAction() does nothing',
    onType(() => ({ disableAction: nothing })),
  ),
  onInterface(
    'disable-actions',
    ['4.6/disableActions'],
    'disableActions() disables only the first action',
    onType((type) => ({ disableActions: (actions) => type.disableAction(actions[0] ?? '') })),
  ),
  onInterface(
    'field-disable',
    ['4.6/field-disable'],
    'disable() of a field leaves the filters',
    onField((field) => ({ disable: () => [field.disableInput(), field.disableOutput()] })),
  ),
  onInterface(
    'field-output',
    ['4.6/field-output'],
    'disableOutput() removes the field everywhere',
    onField((field) => ({ disableOutput: () => field.disable() })),
  ),
  onInterface(
    'field-input',
    ['4.6/field-input'],
    'disableInput() does nothing',
    onField(() => ({ disableInput: nothing })),
  ),
  onInterface(
    'field-filters',
    ['4.6/field-filters'],
    'disableFilters() removes the input',
    onField((field) => ({ disableFilters: () => field.disableInput() })),
  ),
  onInterface(
    'getters',
    ['4.6/getters'],
    'areQueriesEnabled() is always true',
    onType(() => ({ areQueriesEnabled: () => true })),
  ),
  onInterface(
    'field-getters',
    ['4.6/field-getters'],
    'hasFiltersEnabled() is always true',
    onField(() => ({ hasFiltersEnabled: () => true })),
  ),
  onInterface('use', ['4.6/use'], 'use() ignores functions', (service) => ({
    shadowCRUD: (uid) => service.shadowCRUD(uid),
    use: (extension) => (typeof extension === 'function' ? undefined : service.use(extension)),
  })),
  onInterface('types', ['4.6/types'], 'types is ignored', without('types')),
  onInterface(
    'type-defs',
    ['4.6/typeDefs'],
    'typeDefs define something else',
    onExtension((extension) => ('typeDefs' in extension ? { typeDefs: 'type ConfOther { word: String }' } : extension)),
  ),
  onInterface('plugins', ['4.6/plugins'], 'plugins is ignored', without('plugins')),
  onInterface('resolvers', ['4.6/resolvers'], 'resolvers is ignored', without('resolvers')),
  onInterface(
    'resolvers-config',
    ['4.6/resolversConfig', '5/r5'],
    'resolversConfig is ignored',
    without('resolversConfig'),
  ),
  onInterface(
    'auth-false',
    ['4.6/auth-false', '5/r5'],
    'auth: false is ignored',
    onOptions(({ auth, ...rest }) => (auth === false ? rest : { auth, ...rest })),
  ),
  onInterface(
    'auth-always-false',
    ['4.6/auth-scope'],
    'auth.scope allows every caller',
    onOptions((options) => (isRecord(options['auth']) ? { ...options, auth: false } : options)),
  ),
  onInterface(
    'policies',
    ['4.6/policies'],
    'Only the first of several policies is used',
    onOptions((options) => ({ ...options, policies: list(options['policies']).slice(0, 1) })),
  ),
  onInterface(
    'policy-context',
    ['4.6/policy-context'],
    'A policy gets no arguments',
    onOptions((options) => ({
      ...options,
      policies: list(options['policies']).map(
        (policy) => (context: Loose) => (policy as (context: Loose) => unknown)({ ...context, args: {} }),
      ),
    })),
  ),
  onInterface(
    'middlewares',
    ['4.6/middlewares'],
    'middlewares are applied from the last',
    onOptions((options) => ({ ...options, middlewares: list(options['middlewares']).toReversed() })),
  ),
  onInterface(
    'middlewares-nested',
    ['4.6/middlewares-nested'],
    'middlewares of nested resolvers are ignored',
    onExtension((extension) =>
      isRecord(extension['resolversConfig']) && !('Query.word' in extension['resolversConfig']) ? {} : extension,
    ),
  ),
]
