import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import {
  callbackInput,
  mistakeIn,
  profileOfCode,
  settingsOfCode,
} from '@content-api/capabilities/accounts/providers/code-provider'
import { ProviderFailure } from '@content-api/capabilities/accounts/providers/provider-failure'
import type { ProviderSignIn } from '@content-api/capabilities/accounts/providers/sign-in-flow'
import type { Config } from '@content-api/core/config/schema'
import { ExtensionError, messageOf } from '@content-api/core/errors/extension-error'
import { runAs } from '../host/current-host.js'
import { guarded } from '../host/guarded.js'

interface RegistryOptions {
  readonly config: Config
  /** Absent if the project is only checked. */
  readonly signIn: Pick<ProviderSignIn, 'add' | 'remove'> | undefined
  /** Returns the object `strapi`. */
  readonly host: () => object
  /** The folder of the project, which may have the library purest. */
  readonly project: string | undefined
  readonly warn: (message: string) => void
}

/** The providers of the configuration and of project code. */
export interface ProvidersRegistry {
  /** The service `providers-registry` of users-permissions. */
  readonly service: object
  /** Returns the settings of all providers by name, as Strapi 4 stores them under the key `grant`. */
  settings(): Readonly<Record<string, Values>>
}

export function providersRegistry({ config, signIn, host, project, warn }: RegistryOptions): ProvidersRegistry {
  const added = new Map<string, Values>()
  /** The names of those of project code that people can sign in with. */
  const active = new Set<string>()
  const configured = () =>
    Object.entries(config.auth.providers).map(([name, { enabled, clientId, callbacks, scope = [] }]) => [
      name,
      { enabled, icon: name, grantConfig: { key: clientId, callback: callbacks[0], scope } },
    ])
  const getAll = (): Record<string, unknown> => ({
    email: { enabled: true, icon: 'envelope', grantConfig: {} },
    ...Object.fromEntries(configured()),
    ...Object.fromEntries(added),
  })
  const service = guarded("strapi.plugin('users-permissions').service('providers-registry')", {
    getAll,
    get: (name: string) => getAll()[name],
    /** @throws ExtensionError without a name or `authCallback` */
    add(name: unknown, provider: unknown) {
      if (typeof name !== 'string' || !isRecord(provider) || typeof provider['authCallback'] !== 'function') {
        throw new ExtensionError('providers-registry.add needs a name, and an object with a function authCallback.')
      }
      const authCallback = provider['authCallback'] as (input: object) => unknown
      added.set(name, provider)
      active.delete(name)
      signIn?.remove(name)
      const settings = attempt(name)
      if (settings === null) return
      active.add(name)
      signIn?.add(name, {
        settings,
        async readProfile(tokens) {
          const input = withPurest(callbackInput(name, provider, { settings, tokens }), project)
          try {
            return profileOfCode(await runAs(host(), async () => authCallback(input)), settings)
          } catch (error) {
            throw error instanceof ProviderFailure
              ? error
              : new ProviderFailure(`authCallback fails: ${messageOf(error)}`, null, { cause: error })
          }
        },
      })
    },
    remove(name: string) {
      added.delete(name)
      active.delete(name)
      signIn?.remove(name)
    },
  })
  return {
    service,
    settings: () =>
      Object.fromEntries(
        Object.entries(getAll()).map(([name, provider]) => {
          const { enabled, icon, grantConfig } = isRecord(provider) ? provider : {}
          const isEnabled = added.has(name) ? active.has(name) : enabled
          return [name, { enabled: isEnabled, icon, ...(isRecord(grantConfig) && grantConfig) }]
        }),
      ),
  }

  function attempt(name: string) {
    try {
      return settingsOfCode(name, added.get(name) ?? {}, config)
    } catch (error) {
      const mistake = mistakeIn(error, name)
      if (mistake === null) throw error
      warn(`The sign-in with ${name} is left out: ${mistake}`)
      return null
    }
  }
}

/** Adds the library `purest` of the project, which Strapi 4 passes to `authCallback`. It is loaded on access. */
function withPurest<Input extends object>(input: Input, project: string | undefined): Input {
  return Object.defineProperty(input, 'purest', {
    enumerable: true,
    get(): unknown {
      if (project !== undefined) {
        try {
          return createRequire(join(project, 'package.json'))('purest')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
        }
      }
      throw new ExtensionError('it uses purest, which the project lacks: npm install purest@4')
    },
  })
}
