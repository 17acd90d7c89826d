import { findInstalled, isRecord } from '@content-api/model'
import { at } from '@content-api/project-files/strapi/settings'
import { dependenciesOf } from '@content-api/project-files/strapi/strapi-project'
import type { ForwardReason } from '../forward-reason.js'
import type { BesideSettings } from '../settings/beside-settings.js'
import { harmlessPackages } from './harmless-packages.js'
import { lineNaming } from './line-naming.js'
import type { Trust } from './trust.js'
import { enabledPlugins } from '@content-api/project-files/plugins'

/** A reason with the names by which `beside.trust` may remove it. */
export interface NamedReason {
  readonly names: readonly string[]
  readonly reason: ForwardReason
}

/** Returns the plugins of a project that may change reads. */
export function pluginReasons(project: string, { plugins, version }: BesideSettings): readonly NamedReason[] {
  const harmless = harmlessPackages[version]
  const found = enabledPlugins(project, plugins).flatMap(({ name, package: from, namedIn }): NamedReason[] => {
    if (isHarmless(harmless, from ?? dependencyOf(project, name, harmless))) return []
    const message = `The plugin ${name} may change the responses to reads.`
    const names = from === null ? [name] : [name, from]
    return [{ names, reason: { kind: 'plugin', message, ...lineNaming(project, namedIn, names) } }]
  })
  return [...found, ...unknownPackages(project, harmless)]
}

type Packages = Readonly<Record<string, string>>

const isHarmless = (harmless: Packages, name: string | null) => name !== null && Object.hasOwn(harmless, name)

/** Returns the harmless package of a plugin that the project depends on, even if it isn't installed here. */
const dependencyOf = (project: string, plugin: string, harmless: Packages) =>
  dependenciesOf(project).find((name) => harmless[name] === plugin) ?? null

/** Packages of Strapi that are no plugins, or whose plugins are built in. */
const noPlugin =
  /^@strapi\/(?:admin|design-system|generate|generators|helper-plugin|icons|plugin-(?:cloud|content-manager|content-type-builder|email|graphql|i18n|upload|users-permissions)|provider-.*|sdk.*|strapi|types|typescript-utils|ui-primitives|utils)$|^strapi-provider-|\/strapi-provider-/

/** Finds dependencies that may be plugins. Only an installed package says whether it is one. */
function unknownPackages(project: string, harmless: Packages): readonly NamedReason[] {
  return dependenciesOf(project)
    .filter((name) => name.includes('strapi') && !noPlugin.test(name) && !isHarmless(harmless, name))
    .filter((name) => findInstalled(project, name) === null)
    .map((name) => {
      const message = `${name} isn't installed here, so it may be a plugin that changes the responses to reads.`
      return { names: [name], reason: { kind: 'plugin', message, ...lineNaming(project, 'package.json', [name]) } }
    })
}

/** Returns whether a plugin of Strapi is a dependency of the project and enabled. */
export function hasPlugin(project: string, { plugins, version }: BesideSettings, name: string): boolean {
  const entry = at(plugins.value, name)
  const isEnabled = typeof entry === 'boolean' ? entry : at(entry, 'enabled') !== false
  // Strapi 5 contains the plugin i18n.
  if (version === 5 && name === 'i18n') return isEnabled
  return isEnabled && dependenciesOf(project).includes(`@strapi/plugin-${name}`)
}

/** Providers whose files have public URLs. */
const publicProviders = ['local', 'cloudinary', '@strapi/provider-upload-cloudinary']

const s3Providers = ['aws-s3', '@strapi/provider-upload-aws-s3']

/** Returns why the files in responses may have signed URLs; null if they don't. */
export function providerReason(project: string, { plugins }: BesideSettings, trust: Trust): ForwardReason | null {
  const config = at(plugins.value, 'upload.config')
  const provider = at(config, 'provider') ?? 'local'
  const name = typeof provider === 'string' ? provider : 'of the project'
  if (publicProviders.includes(name) || trust.coversName(name)) return null
  const options = at(config, 'providerOptions')
  const acl = at(options, 's3Options.params.ACL') ?? at(options, 'params.ACL')
  if (s3Providers.includes(name) && acl !== 'private') return null
  const message = `The upload provider ${name} may sign the URLs of files.`
  return { kind: 'plugin', message, ...lineNaming(project, plugins.file, [name, 'provider']) }
}

/** Options of Apollo Server that don't change data. */
const plainApollo = [
  'bodyParserConfig',
  'cache',
  'cors',
  'csrfPrevention',
  'debug',
  'includeStacktraceInErrorResponses',
  'introspection',
  'persistedQueries',
  'playground',
  'stopOnTerminationSignals',
  'tracing',
  'uploads',
]

/** Returns why the configuration of the GraphQL plugin changes responses; null if it doesn't. */
export function graphqlReason(project: string, { plugins, config }: BesideSettings): ForwardReason | null {
  const because = (name: string, message: string): ForwardReason => {
    return { kind: 'plugin', message, ...lineNaming(project, plugins.file, [name]) }
  }
  if (!config.graphql.config.shadowCRUD) return because('shadowCRUD', 'graphql.config.shadowCRUD is off.')
  const apollo = at(plugins.value, 'graphql.config.apolloServer')
  const other = Object.keys(isRecord(apollo) ? apollo : {}).find((name) => !plainApollo.includes(name))
  return other === undefined ? null : because(other, `graphql.config.apolloServer.${other} may change responses.`)
}
