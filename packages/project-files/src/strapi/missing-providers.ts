import type { ConfigMistake } from '@content-api/core/config/config-error'
import type { Config } from '@content-api/core/config/schema'
import { findProvider, packageOf, type ProviderKind } from './find-provider.js'

/** A provider of Strapi 4 that the configuration names. */
export interface NamedProvider {
  readonly kind: ProviderKind
  readonly name: string
}

/** The key of the configuration of this service that names a provider, and what development does without it. */
const keys = {
  upload: { key: 'upload.provider', otherwise: 'files are stored in the upload folder' },
  email: { key: 'mail.provider', otherwise: 'mail is printed' },
} as const satisfies Readonly<Record<ProviderKind, object>>

/** Returns the providers of Strapi 4 that a configuration names. */
function namedProviders({ upload, mail }: Pick<Config, 'upload' | 'mail'>): readonly NamedProvider[] {
  const found: NamedProvider[] = []
  const { provider } = upload
  if (typeof provider === 'string' && provider !== 's3') found.push({ kind: 'upload', name: provider })
  if (typeof mail.provider === 'string') found.push({ kind: 'email', name: mail.provider })
  return found
}

/** Returns a warning for each provider that isn't installed in the project. */
export function missingProviders(
  config: Pick<Config, 'upload' | 'mail'>,
  project: string,
  isChosen: (path: string) => boolean,
): readonly ConfigMistake[] {
  return namedProviders(config)
    .filter(({ kind, name }) => findProvider(kind, name, project) === null)
    .map((named) => {
      const until = `In production the service doesn't start; in development ${keys[named.kind].otherwise}.`
      return providerMistake(named, isChosen, `${notInstalled(named)} ${until}`)
    })
}

/** Says what to do about a provider that isn't installed. */
export const notInstalled = ({ kind, name }: NamedProvider): string =>
  `is not installed in this project. Run "npm install ${packageOf(kind, name)}".`

/** Returns a mistake about a provider at the file and the key which configure it. */
export function providerMistake(
  { kind, name }: NamedProvider,
  isChosen: (path: string) => boolean,
  message: string,
): ConfigMistake {
  const { key } = keys[kind]
  const place = isChosen(key)
    ? { file: 'the configuration', path: key }
    : { file: 'config/plugins', path: `${kind}.config.provider` }
  return { ...place, message: `names "${name}", which ${message}` }
}
