import { isBuiltinType, kebabCase, type Registry } from '@content-api/model'
import { allActions } from '@content-api/capabilities/accounts/actions'
import type { ForwardReason } from '../forward-reason.js'
import { strapiHeaders } from '../headers/strapi-headers.js'
import type { BesideSettings } from '../settings/beside-settings.js'
import { ownTypes, readActionsOf } from './api-files.js'
import { type ExtensionChanges, extensionChanges } from './extensions.js'
import { hookedTypes } from './hooked-types.js'
import { type HostChanges, hostChanges } from './host-changes.js'
import { lineNaming } from './line-naming.js'
import { middlewareReasons } from './middleware-reasons.js'
import { overriddenActions } from './overridden-actions.js'
import { patchReasons } from './patched-strapi.js'
import { graphqlReason, hasPlugin, type NamedReason, pluginReasons, providerReason } from './plugin-reasons.js'
import { type ProjectRoutes, projectRoutes } from './project-routes.js'
import { findForeignRoutes } from './route-paths.js'
import type { StoredTypes } from './stored-types.js'
import { fileOf, internalTypes, storedDifferences } from './stored-differences.js'
import type { SourceModule } from './source/source-module.js'
import { Trust } from './trust.js'
import type { ExplainedRoute, Verdicts } from './verdicts.js'
import { actionsOf, pathOf } from '@content-api/project-files/code/core-actions'

interface DecideVerdictsOptions {
  readonly project: string
  /** The code of the project, which is read and never run. */
  readonly modules: readonly SourceModule[]
  readonly settings: BesideSettings
  readonly registry: Registry
  /** null: Strapi has stored none. Without it, types aren't compared with what Strapi stored. */
  readonly storedTypes?: StoredTypes
  /** The columns that the database lacks, by the uid of the type or component that needs them. */
  readonly missing?: ReadonlyMap<string, readonly string[]>
  /** Why components are forwarded whose files can't be read, by uid. */
  readonly unknown?: ReadonlyMap<string, ForwardReason>
}

/** Decides which reads of a project this server may serve, by its files. Runs no code in `src`. */
export async function decideVerdicts(options: DecideVerdictsOptions): Promise<Verdicts> {
  const { project, modules, settings, registry } = options
  const trust = new Trust(settings.trust)
  const routes = projectRoutes(modules, registry, (name) => trust.coversName(name))
  const isTrusted = (reason: ForwardReason) => trust.covers(reason)
  const host = hostChanges(modules, isTrusted)
  const extensions = extensionChanges(modules)
  const overridden = overriddenActions(modules, registry, isTrusted)
  const plugins = untrusted(extensions.plugins, trust)
  const ofCode = [untrusted(hookedTypes(modules), trust), host.types, untrusted(extensions.types, trust)]
  const types = typeReasons(options, [options.unknown ?? new Map(), ...ofCode])

  const everyReason = everythingReasons(options, { routes, host, extensions, trust })
  const [everything = null] = everyReason
  const [changed] = [...host.graphql, ...extensions.graphql.filter((reason) => !isTrusted(reason))]
  const [ofFiles] = extensions.files.filter((reason) => !isTrusted(reason))
  const builtin = new Set(allActions(registry, []).filter((action) => !action.startsWith('api::')))
  const foreign = findForeignRoutes([...routes.foreign, ...extensions.foreign], settings.prefix)
  const verdicts: Verdicts = {
    everything,
    everyReason,
    graphql: graphqlReason(project, settings) ?? changed ?? null,
    files: providerReason(project, settings, trust) ?? ofFiles ?? null,
    trusted: trust.reasons,
    unusedTrust: trust.unused,
    ofAction(action) {
      const [, plugin = ''] = /^plugin::([\w-]+)\./.exec(action) ?? []
      return routes.actions.get(action) ?? overridden.get(action) ?? plugins.get(plugin) ?? null
    },
    ofType: (uid) => types.get(uid) ?? null,
    ofWrites: writeReasons(options),
    types: [...types],
    ofPath: (method, path) => (method === 'GET' ? foreign(path) : null),
    isAction: (action) => routes.registered.has(action) || builtin.has(action),
    list: () => explainedRoutes(verdicts, options),
  }
  return verdicts
}

type Reasons = ReadonlyMap<string, ForwardReason>

/** Returns why writes run code of the project. Trust only concerns reads. */
function writeReasons({ modules, registry }: DecideVerdictsOptions): Verdicts['ofWrites'] {
  const isTrusted = () => false
  const anyEvent = () => true
  const { actions } = projectRoutes(modules, registry, isTrusted, actionsOf)
  const overridden = overriddenActions(modules, registry, isTrusted, actionsOf)
  const types = [hookedTypes(modules, anyEvent), hostChanges(modules, isTrusted, anyEvent).types]
  return (action) => {
    const uid = action.slice(0, action.lastIndexOf('.'))
    const ofType = types.map((reasons) => reasons.get(uid)).find((reason) => reason !== undefined)
    return actions.get(action) ?? overridden.get(action) ?? ofType ?? null
  }
}

const untrusted = (reasons: Reasons, trust: Trust): Reasons =>
  new Map([...reasons].filter(([, reason]) => !trust.covers(reason)))

/** Returns why reads of types are forwarded, by uid. */
function typeReasons(
  { project, settings, registry, storedTypes, missing = new Map() }: DecideVerdictsOptions,
  ofCode: readonly Reasons[],
): Reasons {
  const reasons = new Map<string, ForwardReason>()
  const add = (uid: string, reason: ForwardReason) => void (reasons.has(uid) || reasons.set(uid, reason))
  for (const uid of settings.forward) add(uid, { kind: 'setting', message: `beside.forward names ${uid}.` })
  for (const [uid, reason] of [...ofCode, storedDifferences(registry, storedTypes ?? null, settings.version)].flatMap(
    (each) => [...each],
  )) {
    add(uid, reason)
  }
  for (const [uid, [column]] of missing) {
    if (internalTypes.includes(uid)) continue
    add(uid, { kind: 'schema', message: `The database has no column ${column} of ${uid}.`, ...fileOf(uid) })
  }
  const hasLocales = hasPlugin(project, settings, 'i18n')
  const targets = targetsOf(registry)
  for (const { uid, localized } of registry.contentTypes.values()) {
    if (targets.has(uid) && uid.startsWith('plugin::') && !isBuiltinType(uid)) {
      const message = `${uid} belongs to a plugin, whose permissions and code aren't known here.`
      add(uid, { kind: 'plugin', message })
    }
    const message = `${uid} is localized, but the plugin i18n isn't enabled.`
    if (localized && !hasLocales) add(uid, { kind: 'plugin', message, ...fileOf(uid) })
  }
  // Strapi stores no components, so the types of their custom fields may be unknown.
  for (const { file, path } of registry.warnings.filter((each) => each.path.endsWith('.customField'))) {
    const message = 'The stored type of a custom field is unknown. Set it in customFields.'
    const uid = uidOf(file)
    const name = path.split('.').at(-2) ?? ''
    if (uid !== null) add(uid, { kind: 'schema', message, ...lineNaming(project, file, [`"${name}"`]) })
  }
  return reasons
}

/** Returns the types to which relations of the project lead. */
function targetsOf(registry: Registry): ReadonlySet<string> {
  const schemas = [...ownTypes(registry), ...registry.components.values()]
  const attributes = schemas.flatMap(({ declared }) => Object.values(declared))
  return new Set(attributes.flatMap((each) => ('target' in each && each.target !== undefined ? [each.target] : [])))
}

/** Returns the content type or component of a schema file. */
function uidOf(file: string): string | null {
  const [, category, component] = /^src\/components\/([^/]+)\/([^/]+)\.json$/.exec(file) ?? []
  if (category !== undefined) return `${category}.${component}`
  const [, api, name] = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/.exec(file) ?? []
  return api === undefined ? null : `api::${kebabCase(api)}.${kebabCase(name ?? '')}`
}

interface ProjectCode {
  readonly routes: ProjectRoutes
  readonly host: HostChanges
  readonly extensions: ExtensionChanges
  readonly trust: Trust
}

/** Returns why all reads are forwarded. `beside.trust` removes reasons by name and by file. */
function everythingReasons(
  { project, settings, storedTypes }: DecideVerdictsOptions,
  { routes, host, extensions, trust }: ProjectCode,
): readonly ForwardReason[] {
  const named: readonly NamedReason[] = [
    ...pluginReasons(project, settings),
    ...middlewareReasons(project, settings),
    ...patchReasons(project),
  ]
  const lacking = hasPlugin(project, settings, 'users-permissions')
    ? []
    : [{ kind: 'plugin', message: 'The plugin users-permissions is not enabled.', file: 'package.json' } as const]
  const { everything: ofHeaders } = strapiHeaders(settings)
  const message = 'Strapi has stored no content types in this database. Start Strapi with it first.'
  return [
    ...(storedTypes === null ? [{ kind: 'schema', message } as const] : []),
    ...lacking,
    ...named.flatMap(({ names, reason }) => (trust.coversNamed(names, reason) ? [] : [reason])),
    ...host.everything,
    ...[...extensions.everything, ...routes.unknown].filter((reason) => !trust.covers(reason)),
    // Trust doesn't help: the responses here would have other headers.
    ...(ofHeaders ? [ofHeaders] : []),
  ]
}

/** The routes of plugins that this server may serve. */
const pluginRoutes = [
  { path: '/users/me', action: 'plugin::users-permissions.user.me', type: 'plugin::users-permissions.user' },
  { path: '/users', action: 'plugin::users-permissions.user.find', type: 'plugin::users-permissions.user' },
  { path: '/users/:id', action: 'plugin::users-permissions.user.findOne', type: 'plugin::users-permissions.user' },
  { path: '/upload/files', action: 'plugin::upload.content-api.find', type: 'plugin::upload.file' },
  { path: '/upload/files/:id', action: 'plugin::upload.content-api.findOne', type: 'plugin::upload.file' },
  { path: '/i18n/locales', action: 'plugin::i18n.locales.listLocales', type: null },
]

function explainedRoutes(verdicts: Verdicts, { settings, registry }: DecideVerdictsOptions): readonly ExplainedRoute[] {
  const { prefix, hasGraphql, config } = settings
  const explained = (path: string, action: string, type: string | null): ExplainedRoute => {
    const full = `${prefix}${path}`
    const reason =
      verdicts.everything ??
      verdicts.ofPath('GET', full.replace(':id', '1')) ??
      verdicts.ofAction(action) ??
      (type === null ? null : verdicts.ofType(type)) ??
      (type === 'plugin::upload.file' ? verdicts.files : null)
    return { method: 'GET', path: full, action, reason }
  }
  const endpoint = config.graphql.config.endpoint
  return [
    ...ownTypes(registry).flatMap((type) =>
      readActionsOf(type).map((action) => explained(pathOf(type, action), `${type.uid}.${action}`, type.uid)),
    ),
    ...pluginRoutes.map(({ path, action, type }) => explained(path, action, type)),
    ...(hasGraphql
      ? [{ method: 'POST', path: endpoint, action: 'graphql', reason: verdicts.everything ?? verdicts.graphql }]
      : []),
  ]
}
